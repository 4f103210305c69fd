import type { Reply } from "#engine/types.ts";
import { cleanAnswer, linksIn } from "../answers/clean-answer.ts";
import { subjectLine, withoutOpening, withoutWrappers } from "../answers/wrappers.ts";
import type { ReplyTask } from "../model.ts";
import { isOneClick, replyPrompt } from "../prompts.ts";
import { requireText } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

export function replyFormat(task: ReplyTask): TextFormat<Reply> {
  const known = linksIn(`${task.emailBody}\n${task.stance ?? ""}`);
  const prompt = replyPrompt(task);
  const { stance = "" } = task;
  return {
    prompt,
    read(answer) {
      known.removed.clear();
      const isVoiced = task.voice !== undefined && !task.needsVerification;
      return { reply: requireText(cleanAnswer(bodyOf(answer), known)), ...(isVoiced && { inVoice: true }) };
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
    streamed: withoutOpening,
  };
}

function bodyOf(answer: string) {
  const lines = withoutWrappers(answer).split("\n");
  return subjectLine.test(lines[0] ?? "") ? withoutWrappers(lines.slice(1).join("\n")) : lines.join("\n");
}
