import type { AssistantAnswer } from "../matching/rule-mail.ts";
import type { StoredRuleMail } from "../read-rule-mails.ts";

export type AskedMail = { mail: StoredRuleMail; questions: string[] };
/** By message, then by question. */
export type MailAnswers = Map<string, Map<string, AssistantAnswer>>;
