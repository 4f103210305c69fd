import { privateValuesIn } from "@intellibox/contract/rules/private-values";
import { languageOf } from "../text/language.ts";
import { ownTextOf, wordCount } from "./own-text.ts";

export const mostExamples = 3;
const longestExample = 600;
const fewestWords = 8;
const hidden = "[…]";

/** Own mails as examples of style in a language: only the writer's words, without secrets, links and addresses. */
export function styleExamples(bodies: string[], writer: string, language: string): string[] {
  const examples: string[] = [];
  for (const body of bodies) {
    if (examples.length >= mostExamples) break;
    const own = ownTextOf(body, writer, new Set());
    if (!own || wordCount(own.text) < fewestWords) continue;
    const whole = [own.greeting, own.text, [own.closing, own.name].filter(Boolean).join("\n")]
      .filter(Boolean)
      .join("\n\n");
    if (languageOf(whole) !== language) continue;
    const example = shortened(withoutPrivate(whole));
    if (!examples.includes(example)) examples.push(example);
  }
  return examples;
}

const contact = /https?:\/\/\S+|www\.\S+|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+|(?<!\w)\+?\d[\d ()./-]{6,}\d/gu;

function withoutPrivate(text: string): string {
  let rest = text;
  for (const { value, index } of privateValuesIn(text).reverse())
    rest = rest.slice(0, index) + hidden + rest.slice(index + value.length);
  return rest.replaceAll(contact, hidden);
}

const shortened = (text: string) =>
  text.length <= longestExample ? text : `${text.slice(0, longestExample).replace(/\s+\S*$/u, "")} …`;
