import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import type { AssistantAnswer } from "#features/mail-facts/rule-mail.ts";

export type AskedMail = { mail: StoredRuleMail; questions: string[] };
/** By message, then by question. */
export type MailAnswers = Map<string, Map<string, AssistantAnswer>>;
