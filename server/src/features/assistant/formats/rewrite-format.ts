import { cleanAnswer, linksIn } from "../answers/clean-answer.ts";
import { withoutOpening, withoutWrappers } from "../answers/wrappers.ts";
import type { RewriteTask, RewrittenText, TranslateTask } from "../model.ts";
import { rewritePrompt, translatePrompt } from "../rewrite-prompts.ts";
import { requireText } from "../unreadable-answer.ts";
import type { TextFormat } from "./text-format.ts";

export function rewriteFormat(task: RewriteTask): TextFormat<RewrittenText> {
  const { kind, text, instruction, language } = task;
  const prompt = rewritePrompt(task);
  const known = linksIn(`${text}\n${instruction}`);
  return {
    ...textFormat(prompt, text, known),
    check: (result) => ({
      text: result.text,
      request: instruction,
      languageFrom: kind === "own" ? "" : text,
      language: kind === "translate" ? language : undefined,
      kept: { text: kind === "translate" ? withoutNames(text) : text, mayChange: kind === "own" },
      given: prompt,
      removedLinks: [...known.removed],
    }),
  };
}

export function translateFormat(task: TranslateTask): TextFormat<RewrittenText> {
  const { text, language } = task;
  const prompt = translatePrompt(task);
  const known = linksIn(text);
  return {
    ...textFormat(prompt, text, known),
    check: (result) => ({
      text: result.text,
      request: "",
      languageFrom: "",
      language,
      kept: { text: withoutNames(text), mayChange: false },
      given: prompt,
      removedLinks: [...known.removed],
    }),
  };
}

function textFormat(prompt: string, text: string, known: ReturnType<typeof linksIn>) {
  // A text of the user may itself end with "Let me know if you want changes".
  const looksWrapped = cleaned(withoutWrappers(text)) !== cleaned(text);
  return {
    prompt,
    read(answer: string) {
      known.removed.clear();
      return { text: requireText(cleanAnswer(looksWrapped ? answer : withoutWrappers(answer), known)) };
    },
    shown: (result: RewrittenText) => result.text,
    streamed: withoutOpening,
  };
}

const cleaned = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A translation may write names in its own letters. Names are found by their capitals. */
const withoutNames = (text: string) => text.toLowerCase();
