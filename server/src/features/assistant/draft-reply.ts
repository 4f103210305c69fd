import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { ask, Unreadable } from "./ask.ts";
import { loadBuiltin, signingName } from "./builtin.ts";
import { cleanAnswer, cleanLine } from "./clean-answer.ts";
import { replyPrompt, subjectPrompt } from "./prompts.ts";
import { readUntrusted } from "./untrusted.ts";

export function draftReply(
  scope: Scope,
  { emailBody, tone, stance, variant }: BodyOf<typeof assistant.draftReply>,
  emit?: Emit,
) {
  const { text, warnings } = readUntrusted(emailBody);
  const known = `${text}\n${stance}`;
  return ask<{ reply: string }>(
    scope,
    {
      kind: "reply",
      warnings,
      prompt: replyPrompt(text, tone, stance, variant),
      read: (answer) => ({ reply: orUnreadable(cleanAnswer(answer.replace(/^\W{0,4}subject\s*:.*\n+/i, ""), known)) }),
      builtin: async () => {
        const sender = await signingName(scope);
        const given = { emailBody: text, tone, stance: stance || undefined, now: scope.now(), variant, sender };
        return (await loadBuiltin()).draftReply(given);
      },
      shown: ({ reply }) => reply,
      streamed: (show) => show,
    },
    emit,
  );
}

export function suggestSubject(scope: Scope, { emailBody }: BodyOf<typeof assistant.suggestSubject>) {
  const { text, warnings } = readUntrusted(emailBody);
  return ask<{ subject: string }>(scope, {
    kind: "subject",
    warnings,
    prompt: subjectPrompt(text),
    read: (answer) => ({
      subject: orUnreadable(
        cleanLine(answer.split("\n").find((line) => line.trim()) ?? "", text, 200)
          .replace(/^subject\s*:\s*/i, "")
          .replace(/^["'“](.*)["'”]$/, "$1"),
      ),
    }),
    builtin: async () => ({ subject: (await loadBuiltin()).suggestSubject(text) }),
    shown: ({ subject }) => subject,
  });
}

/** Made from the mail's own words by rules: at once, and the same for every provider. */
export async function replyIntents(scope: Scope, { emailBody }: BodyOf<typeof assistant.replyIntents>) {
  const { replyIntents: intentsOf } = await loadBuiltin();
  return { intents: intentsOf(readUntrusted(emailBody).text, scope.now()) };
}

function orUnreadable(text: string) {
  if (!text) throw new Unreadable("it was empty");
  return text;
}
