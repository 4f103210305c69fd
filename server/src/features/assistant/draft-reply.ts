import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { carefulIntents } from "#engine/replies/care.ts";
import type { MailHeader, ReplyChoices } from "#engine/types.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { findTaskFacts } from "#features/ai-settings/task-facts.ts";
import { replyChoicesFor } from "./builtin-model.ts";
import { findKnowledge } from "./offered-knowledge.ts";
import { isOneClick } from "./prompts.ts";
import { readMail, readMails } from "./read-mails.ts";
import { runModelTask } from "./run-model-task.ts";
import { safeTextOf, type Untrusted } from "./untrusted.ts";
import { writerOf } from "./writer-of.ts";
import { besideSignature, findWritersVoice } from "./writers-voice.ts";

export async function draftReply(
  scope: Scope,
  { emailBody, from, tone, stance, variant, timeZone, usesKnowledge }: BodyOf<typeof assistant.draftReply>,
  emit?: Emit,
  /** The messages of the thread before the mail, oldest first. */
  earlier: { from: string; at: string; body: string }[] = [],
) {
  const facts = findTaskFacts(scope);
  const [mail = nothingRead, ...before] = await readMails(scope, [emailBody, ...earlier.map(({ body }) => body)]);
  const { text, warnings } = mail;
  const safeText = safeTextOf(mail);
  const earlierText = (read: (mail: Untrusted) => string) =>
    earlier
      .map(({ from, at }, index) => `From: ${from}\nDate: ${at}\n\n${read(before[index] ?? nothingRead)}`)
      .join("\n\n---\n\n");
  const answered = withSender(text, from);
  const voice = findWritersVoice(scope, facts, { readers: senderLineOf(answered), about: text });
  const knowledge = usesKnowledge
    ? findKnowledge(scope, `${isOneClick(stance) ? "" : stance}\n${safeText}`, facts)
    : [];
  const preparing = Promise.all([facts, needsVerification(scope, text, stance), voice, knowledge]);
  const task = preparing.then(([known, isUnsafe, used, pieces]) => {
    const written = writerOf(scope, known, timeZone);
    return {
      name: "draftReply",
      emailBody: answered,
      earlier: earlierText((mail) => mail.text),
      tone,
      stance: stance || undefined,
      needsVerification: isUnsafe,
      // Nothing is told to a sender who has to be verified first.
      knowledge: isUnsafe ? [] : pieces,
      now: scope.now(),
      variant,
      ...written,
      ...besideSignature(used, written.writer.signature),
    } as const;
  });
  const withoutSuspects = (asked: Awaited<typeof task>) => ({
    ...asked,
    emailBody: withSender(safeText, from),
    earlier: earlierText(safeTextOf),
  });
  return runModelTask(scope, task, { facts, kind: "reply", warnings, emit, withoutSuspects });
}

const nothingRead: Untrusted = { text: "", warnings: [] };

/** The mail below its sender's header line, so that the reply can greet by name. */
const withSender = (text: string, from: string) =>
  from.trim() ? `From: ${from.replace(/\s+/g, " ").trim()}\n\n${text}` : text;

/** The header line that names the sender, at the top of a mail. */
const senderLineOf = (mail: string) => /^From:[^\n]{0,1000}/i.exec(mail)?.[0] ?? "";

export async function suggestSubject(scope: Scope, { emailBody }: BodyOf<typeof assistant.suggestSubject>) {
  const facts = findTaskFacts(scope);
  const mail = await readMail(scope, emailBody);
  const task = { name: "suggestSubject", text: mail.text } as const;
  const withoutSuspects = () => ({ ...task, text: safeTextOf(mail) });
  return runModelTask(scope, task, { facts, kind: "subject", warnings: mail.warnings, withoutSuspects });
}

/** Whether one click would agree to something that the rules only allow to verify. */
async function needsVerification(scope: Scope, text: string, stance: string) {
  if (stance.trim().toLowerCase() !== "accept") return false;
  const { intents, noAnswer } = await replyChoicesFor(scope, text, { from: "" });
  return noAnswer?.reason === "fraud" || intents.some((intent) => intent.stance === "verify");
}

export async function replyIntents(
  scope: Scope,
  { emailBody, from, message }: BodyOf<typeof assistant.replyIntents>,
): Promise<ReplyChoices> {
  const header = message ? await headerOf(scope, message) : { from };
  const { text, warnings } = await readMail(scope, emailBody);
  const choices = await replyChoicesFor(scope, text, header);
  return warnings.length > 0 && !choices.noAnswer ? { intents: carefulIntents } : choices;
}

/** The header of one of the user's own messages. */
async function headerOf(scope: Scope, id: string): Promise<MailHeader> {
  const { tenantId, user } = scope;
  const rows = await scope.tx((tx) =>
    tx
      .select({ name: messages.fromName, address: messages.fromAddress, headers: messageContents.headers })
      .from(messages)
      .innerJoin(
        messageContents,
        and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
      )
      .where(and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id), eq(messages.id, id))),
  );
  const { name, address, headers } = firstOr(rows, notFound(t("Message not found")));
  return { ...headers, from: name ? `${name} <${address}>` : address };
}
