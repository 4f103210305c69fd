import type { Reply } from "#engine/types.ts";
import { cleanAnswer, linksIn } from "../answers/clean-answer.ts";
import { subjectLine, withoutOpening, withoutWrappers } from "../answers/wrappers.ts";
import { sourcesOf, splitUsed } from "../knowledge-prompt.ts";
import type { ReplyTask } from "../model.ts";
import { isOneClick, replyPrompt } from "../prompts.ts";
import { requireText } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

export function replyFormat(task: ReplyTask): TextFormat<Reply> {
  const offered = task.knowledge ?? [];
  const known = linksIn(`${task.emailBody}\n${task.stance ?? ""}\n${offered.map(({ text }) => text).join("\n")}`);
  const prompt = replyPrompt(task);
  const { stance = "" } = task;
  return {
    prompt,
    read(answer) {
      known.removed.clear();
      const isVoiced = task.voice !== undefined && !task.needsVerification;
      const { text, named } = splitUsed(answer, offered);
      const reply = requireText(cleanAnswer(bodyOf(text), known));
      const given = offered.length > 0 ? replyPrompt({ ...task, knowledge: [] }) : prompt;
      return { reply, ...(isVoiced && { inVoice: true }), ...sourcesOf({ mail: reply, given, offered, named }) };
    },
    shown: ({ reply }) => reply,
    check: ({ reply }) => ({
      text: reply,
      request: isOneClick(stance) ? "" : stance,
      languageFrom: task.emailBody,
      given: task.examples?.length ? replyPrompt({ ...task, examples: [] }) : prompt,
      examples: task.examples?.join("\n\n") ?? "",
      removedLinks: [...known.removed],
    }),
    // A reader who stops a stream would not see what of the knowledge it used.
    ...(offered.length === 0 && { streamed: withoutOpening }),
  };
}

function bodyOf(answer: string) {
  const lines = withoutWrappers(answer).split("\n");
  return subjectLine.test(lines[0] ?? "") ? withoutWrappers(lines.slice(1).join("\n")) : lines.join("\n");
}
