import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import { carefulIntents } from "#engine/replies/care.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { replyIntentsFor } from "./builtin-model.ts";
import { readMail } from "./read-mails.ts";
import { runModelTask } from "./run-model-task.ts";
import { writerOf } from "./writer-of.ts";

export async function draftReply(
  scope: Scope,
  { emailBody, tone, stance, variant, timeZone }: BodyOf<typeof assistant.draftReply>,
  emit?: Emit,
) {
  const { text, warnings } = await readMail(scope, emailBody);
  const written = await writerOf(scope, timeZone);
  const task = {
    name: "draftReply",
    emailBody: text,
    tone,
    stance: stance || undefined,
    needsVerification: await needsVerification(scope, text, stance),
    now: scope.now(),
    variant,
    ...written,
  } as const;
  return runModelTask(scope, task, { kind: "reply", warnings, emit });
}

export async function suggestSubject(scope: Scope, { emailBody }: BodyOf<typeof assistant.suggestSubject>) {
  const { text, warnings } = await readMail(scope, emailBody);
  return runModelTask(scope, { name: "suggestSubject", text }, { kind: "subject", warnings });
}

/** Whether one click would agree to something that the rules only allow to verify. */
async function needsVerification(scope: Scope, text: string, stance: string) {
  if (stance.trim().toLowerCase() !== "accept") return false;
  const intents = await replyIntentsFor(scope, text);
  return intents.some((intent) => intent.stance === "verify");
}

export async function replyIntents(scope: Scope, { emailBody }: BodyOf<typeof assistant.replyIntents>) {
  const { text, warnings } = await readMail(scope, emailBody);
  if (fromNoReply.test(text.slice(0, 4_000))) return { intents: [] };
  if (warnings.length > 0) return { intents: carefulIntents };
  return { intents: await replyIntentsFor(scope, text) };
}

/** The header of a pasted mail from an address that takes no replies. */
const fromNoReply = /^from:.{0,200}\b(?:no|do-?not)[-_.]?reply\S{0,60}@/im;
