import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import { carefulIntents } from "#engine/replies/care.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { ask, Unreadable } from "./ask.ts";
import { askBuiltin, signingName, writerOf } from "./builtin.ts";
import { cleanAnswer, cleanLine, linksIn } from "./clean-answer.ts";
import { replyPrompt, subjectPrompt } from "./prompts.ts";
import { readMail } from "./read-mails.ts";

export async function draftReply(
  scope: Scope,
  { emailBody, tone, stance, variant, timeZone }: BodyOf<typeof assistant.draftReply>,
  emit?: Emit,
) {
  const { text, warnings } = await readMail(scope, emailBody);
  const writer = await writerOf(scope, timeZone);
  const known = linksIn(`${text}\n${stance}`);
  return ask<{ reply: string }>(
    scope,
    {
      kind: "reply",
      warnings,
      prompt: replyPrompt(text, tone, await carefulStance(scope, text, stance), variant, writer),
      read: (answer) => ({ reply: orUnreadable(cleanAnswer(answer.replace(/^\W{0,4}subject\s*:.*\n+/i, ""), known)) }),
      builtin: async () => {
        const sender = await signingName(scope);
        const given = { emailBody: text, tone, stance: stance || undefined, now: scope.now(), variant, sender };
        return askBuiltin(scope, "draftReply", [given]);
      },
      shown: ({ reply }) => reply,
      streamed: (show) => show,
    },
    emit,
  );
}

export async function suggestSubject(scope: Scope, { emailBody }: BodyOf<typeof assistant.suggestSubject>) {
  const { text, warnings } = await readMail(scope, emailBody);
  return ask<{ subject: string }>(scope, {
    kind: "subject",
    warnings,
    prompt: subjectPrompt(text),
    read: (answer) => ({
      subject: orUnreadable(
        cleanLine(answer.split("\n").find((line) => line.trim()) ?? "", linksIn(text), 200)
          .replace(/^subject\s*:\s*/i, "")
          .replace(/^["'“](.*)["'”]$/, "$1"),
      ),
    }),
    builtin: async () => ({ subject: await askBuiltin(scope, "suggestSubject", [text]) }),
    shown: ({ subject }) => subject,
  });
}

/** Agreeing by one click to what needs care becomes verifying, before any model is asked. */
async function carefulStance(scope: Scope, text: string, stance: string) {
  if (stance.trim().toLowerCase() !== "accept") return stance;
  const intents = await askBuiltin(scope, "replyIntents", [text, scope.now()]);
  return intents.some((intent) => intent.stance === "verify") ? "verify" : stance;
}

/** Made from the mail's own words by rules: at once, and the same for every provider. */
export async function replyIntents(scope: Scope, { emailBody }: BodyOf<typeof assistant.replyIntents>) {
  const { text, warnings } = await readMail(scope, emailBody);
  if (fromNobody.test(text.slice(0, 4_000))) return { intents: [] };
  if (warnings.length > 0) return { intents: carefulIntents };
  return { intents: await askBuiltin(scope, "replyIntents", [text, scope.now()]) };
}

/** A pasted mail with its header, from an address that takes no answers. */
const fromNobody = /^from:.{0,200}\b(?:no|do-?not)[-_.]?reply\S{0,60}@/im;

function orUnreadable(text: string) {
  if (!text) throw new Unreadable("it was empty");
  return text;
}
