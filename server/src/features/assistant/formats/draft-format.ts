import type { Draft } from "#engine/types.ts";
import { cleanAnswer, cleanLine, type KnownLinks, linksIn } from "../answers/clean-answer.ts";
import { subjectLine, withoutWrappers } from "../answers/wrappers.ts";
import { sourcesOf, splitUsed } from "../knowledge-prompt.ts";
import type { DraftTask } from "../model.ts";
import { draftPrompt } from "../prompts.ts";
import { UnreadableAnswer } from "../unreadable-answer.ts";
import type { Show, TextFormat } from "./text-format.ts";

export function draftFormat(task: DraftTask): TextFormat<Draft> {
  const offered = task.knowledge ?? [];
  const known = linksIn(`${task.intent}\n${task.context}\n${offered.map(({ text }) => text).join("\n")}`);
  const prompt = draftPrompt(task);
  return {
    prompt,
    read(answer) {
      const { text, named } = splitUsed(answer, offered);
      const draft = readDraft(text, known);
      const given = offered.length > 0 ? draftPrompt({ ...task, knowledge: [] }) : prompt;
      const mail = `${draft.subject}\n${draft.body}`;
      return { ...draft, ...(task.voice && { inVoice: true }), ...sourcesOf({ mail, given, offered, named }) };
    },
    shown: ({ body }) => body,
    check: ({ subject, body }) => ({
      text: `${subject}\n\n${body}`,
      request: task.intent,
      languageFrom: task.intent,
      given: task.examples?.length ? draftPrompt({ ...task, examples: [] }) : prompt,
      examples: task.examples?.join("\n\n") ?? "",
      removedLinks: [...known.removed],
    }),
    // A reader who stops a stream would not see what of the knowledge it used.
    ...(offered.length === 0 && { streamed: bodyOnly }),
  };
}

function readDraft(answer: string, known: KnownLinks): Draft {
  known.removed.clear();
  const lines = answer.trim().split("\n");
  // Some models speak about the mail first: "Sure, here is your email:".
  const at = lines.slice(0, 8).findIndex((line) => subjectLine.test(line));
  const subject = at < 0 ? "" : (lines[at] ?? "").replace(subjectLine, "");
  const body = at < 0 ? "" : lines.slice(at + 1).join("\n");
  const draft = { subject: cleanLine(subject, known, 200), body: cleanAnswer(withoutWrappers(body), known) };
  if (!draft.subject || !draft.body) throw new UnreadableAnswer("the subject line or the body is missing");
  return draft;
}

/** Passes on the body as it is written, without the subject line before it. */
function bodyOnly(emit: Show): Show {
  let head: string | undefined = "";
  return (piece) => {
    if (head === undefined) return emit(piece);
    head += piece;
    const start = head.split("\n").findIndex((line) => subjectLine.test(line));
    const end =
      start < 0
        ? undefined
        : head
            .split("\n")
            .slice(start + 1)
            .join("\n")
            .trimStart();
    if (!end && head.length < 400) return;
    const body = end ?? head;
    head = undefined;
    emit(body);
  };
}
