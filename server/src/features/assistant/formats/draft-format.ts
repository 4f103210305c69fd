import type { Draft } from "#engine/types.ts";
import { cleanAnswer, cleanLine, type KnownLinks, linksIn } from "../clean-answer.ts";
import type { DraftTask } from "../model.ts";
import { draftPrompt } from "../prompts.ts";
import { UnreadableAnswer } from "../unreadable-answer.ts";
import type { Show, TextFormat } from "./text-format.ts";

export function draftFormat(task: DraftTask): TextFormat<Draft> {
  const known = linksIn(`${task.intent}\n${task.context}`);
  return {
    prompt: draftPrompt(task),
    read: (answer) => readDraft(answer, known),
    shown: ({ body }) => body,
    streamed: bodyOnly,
  };
}

function readDraft(answer: string, known: KnownLinks): Draft {
  const found = /^\W{0,4}subject\W{0,4}:\W{0,4}(.+)\n+([\s\S]+)$/i.exec(withoutCodeFence(answer));
  const [, subject = "", body = ""] = found ?? [];
  const draft = { subject: cleanLine(subject, known, 200), body: cleanAnswer(body, known) };
  if (!draft.subject || !draft.body) throw new UnreadableAnswer("the subject line or the body is missing");
  return draft;
}

/** Some models wrap the whole answer in a code block. */
const withoutCodeFence = (answer: string) =>
  answer
    .trim()
    .replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1")
    .trim();

/** Passes on the body as it is written, without the subject line before it. */
function bodyOnly(emit: Show): Show {
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
