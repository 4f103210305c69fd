import type { Reply } from "#engine/types.ts";
import { cleanAnswer, linksIn } from "../clean-answer.ts";
import type { ReplyTask } from "../model.ts";
import { replyPrompt } from "../prompts.ts";
import { requireText } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

export function replyFormat(task: ReplyTask): TextFormat<Reply> {
  const known = linksIn(`${task.emailBody}\n${task.stance ?? ""}`);
  return {
    prompt: replyPrompt(task),
    read: (answer) => ({ reply: requireText(cleanAnswer(answer.replace(/^\W{0,4}subject\s*:.*\n+/i, ""), known)) }),
    shown: ({ reply }) => reply,
    streamed: (emit) => emit,
  };
}
