import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { ask, Unreadable } from "./ask.ts";
import { askBuiltin, signingName, writerOf } from "./builtin.ts";
import { cleanAnswer, cleanLine, type KnownLinks, linksIn } from "./clean-answer.ts";
import { draftPrompt } from "./prompts.ts";

type Draft = { subject: string; body: string };

export async function draftEmail(
  scope: Scope,
  { intent, tone, context, variant, timeZone }: BodyOf<typeof assistant.draftEmail>,
  emit?: Emit,
) {
  const writer = await writerOf(scope, timeZone);
  const known = linksIn(`${intent}\n${context}`);
  return ask<Draft>(
    scope,
    {
      kind: "compose",
      prompt: draftPrompt(intent, tone, context, variant, writer),
      read: (answer) => readDraft(answer, known),
      builtin: async () => {
        const sender = await signingName(scope);
        return askBuiltin(scope, "draftEmail", [{ intent, tone, context, variant, sender }]);
      },
      shown: ({ body }) => body,
      streamed: bodyOnly,
    },
    emit,
  );
}

function readDraft(answer: string, known: KnownLinks): Draft {
  const found = /^\W{0,4}subject\W{0,4}:\W{0,4}(.+)\n+([\s\S]+)$/i.exec(unfenced(answer));
  const [, subject = "", body = ""] = found ?? [];
  const draft = { subject: cleanLine(subject, known, 200), body: cleanAnswer(body, known) };
  if (!draft.subject || !draft.body) throw new Unreadable("the subject line or the body is missing");
  return draft;
}

/** Models like to wrap a whole answer as a code block. */
const unfenced = (answer: string) =>
  answer
    .trim()
    .replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1")
    .trim();

/** Shows the body as it is written, without the subject line before it. */
function bodyOnly(emit: Emit): Emit {
  let head: string | undefined = "";
  return (piece) => {
    if (head === undefined) return emit(piece);
    head += piece;
    const end = /^\W{0,8}subject.*\n\s*(?=\S)/i.exec(head);
    if (!end && head.length < 400) return;
    const body = end ? head.slice(end[0].length) : head;
    head = undefined;
    emit(body);
  };
}
