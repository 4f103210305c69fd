import type { Subject } from "#engine/types.ts";
import { cleanLine, linksIn } from "../clean-answer.ts";
import type { SubjectTask } from "../model.ts";
import { subjectPrompt } from "../prompts.ts";
import { requireText } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

export function subjectFormat({ text }: SubjectTask): TextFormat<Subject> {
  return {
    prompt: subjectPrompt(text),
    read: (answer) => ({ subject: requireText(subjectIn(answer, text)) }),
    shown: ({ subject }) => subject,
  };
}

const subjectIn = (answer: string, text: string) =>
  cleanLine(answer.split("\n").find((line) => line.trim()) ?? "", linksIn(text), 200)
    .replace(/^subject\s*:\s*/i, "")
    .replace(/^["'“](.*)["'”]$/, "$1");
