import type { Subject } from "#engine/types.ts";
import { cleanLine, type KnownLinks, linksIn } from "../answers/clean-answer.ts";
import { isWrapperLine, subjectLine } from "../answers/wrappers.ts";
import type { SubjectTask } from "../model.ts";
import { subjectPrompt } from "../prompts.ts";
import { requireText } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

export function subjectFormat({ text }: SubjectTask): TextFormat<Subject> {
  const known = linksIn(text);
  const prompt = subjectPrompt(text);
  return {
    prompt,
    read(answer) {
      known.removed.clear();
      return { subject: requireText(subjectIn(answer, known)) };
    },
    shown: ({ subject }) => subject,
    check: ({ subject }) => ({
      text: subject,
      request: "",
      languageFrom: "",
      given: prompt,
      removedLinks: [...known.removed],
    }),
  };
}

/** The first line that is not about the answer. */
const subjectIn = (answer: string, known: KnownLinks) =>
  cleanLine(answer.split("\n").find((line) => line.trim() && !isWrapperLine(line)) ?? "", known, 200)
    .replace(subjectLine, "")
    .trim()
    .replace(/^["'“](.*)["'”]$/, "$1");
