import { messageDraftName } from "@intellibox/contract/rules/draft-names";
import { t } from "@intellibox/contract/text/t";
import { textToHtml } from "#lib/html/html.ts";
import type { mailRuleRuns } from "#db/tables/mail-rules.ts";
import type { Scope } from "#scope.ts";
import { getDraft, keepDraft } from "#features/drafts/drafts.ts";
import { draftReplyTo } from "#features/inbox/assist.ts";
import { readRuleMails } from "#features/mail-facts/read-rule-mails.ts";
import { aliasAmong, askForSender } from "#features/outbox/sender.ts";
import type { LaterResult } from "./call-webhook.ts";

type Run = typeof mailRuleRuns.$inferSelect;

/** Writes a reply with the assistant and keeps it as a draft. It never sends, and never replaces what the user wrote. */
export async function keepReplyDraft(scope: Scope, run: Run, intent: string): Promise<LaterResult> {
  const [mail] = await scope.tx((tx) => readRuleMails(tx, scope, [run.messageId]));
  if (!mail) return { outcome: "skipped", error: t("The mail is gone.") };
  const about = messageDraftName(mail.messageId, mail.id);
  const version = run.id.replaceAll("-", "");
  const { draft } = await getDraft(scope, about);
  // A process may have died between keeping the draft and recording it.
  if (draft?.version === version) return { outcome: "done" };
  if (draft) return { outcome: "skipped", error: t("There is a draft of a reply to this mail already.") };
  // Without knowledge: a kept draft does not show what it used.
  const asked = { tone: "professional", stance: intent, variant: 0, usesKnowledge: false } as const;
  const written = await draftReplyTo(scope, mail.id, asked);
  const facts = await scope.tx((tx) => askForSender(tx, scope));
  const addressed = [...mail.to, ...mail.cc].map(({ address }) => address);
  await keepDraft(scope, about, {
    ...{ version, basedOn: null, intent, tone: "professional", extra: "" },
    ...{ to: (mail.replyTo[0] ?? mail.from).address, cc: "", bcc: "", mailboxId: mail.mailboxId },
    alias: aliasAmong(facts, mail.mailboxId, addressed) ?? "",
    subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
    ...{ bodyHtml: textToHtml(written.draft), followsUp: null, forward: null },
  });
  return { outcome: "done" };
}
