import { capitalize } from "../text/words.ts";
import type { PlainPart } from "./plain-notes.ts";
import { matterOf, purposeOf } from "./purpose.ts";

/** The paragraphs of a plain mail between its greeting and its closing: sentences first, then what has no verb as a list, then what is asked. */
export function plainParagraphs(parts: PlainPart[], { isPlural }: { isPlural: boolean }): string[] {
  const textsAs = (as: PlainPart["as"]) => parts.filter((part) => part.as === as).map(({ text }) => text);
  const facts = parts.filter(({ as }) => as === "fact");
  const firstItem = facts.findIndex(({ isWhole }) => !isWhole);
  const sentences = firstItem < 0 ? facts : facts.slice(0, firstItem);
  const items = firstItem < 0 ? [] : facts.slice(firstItem).map(({ text }) => text);
  const hasTopic = parts.some(({ as }) => as === "topic");
  const needsPurpose = hasTopic || (sentences.length === 0 && items.length > 0);
  const lead = needsPurpose ? purposeOf(parts, isPlural, items.length) : "";
  const blocks = [
    [...textsAs("opening"), lead, ...sentences.map(({ text }) => closed(text))].filter(Boolean).join(" "),
  ];
  if (items.length === 1)
    blocks[0] = [blocks[0], closed(items[0] ?? "")].filter(Boolean).join(sentences.length > 0 ? " " : "\n\n");
  else if (items.length > 1) blocks.push(items.map((text) => `- ${capitalize(text.replace(/\.$/, ""))}`).join("\n"));
  blocks.push(textsAs("ask").join(" "));
  return blocks.filter(Boolean);
}

const closed = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);

const longestSubject = 64;
/** A subject from the first fact of a plain mail; empty if there is none. */
export function plainSubject(parts: PlainPart[]): string {
  const [first = ""] = [...parts.filter(({ as }) => as === "fact"), ...parts.filter(({ as }) => as === "ask")].map(
    ({ text }) => text,
  );
  const short = first.replace(/^(?:please|unfortunately,?) /i, "").replace(/[.?!]$/, "");
  if (short.length <= longestSubject) return capitalize(short);
  const [clause = ""] = short.split(/, |: | \(/);
  return capitalize(
    clause.length <= longestSubject
      ? clause
      : matterOf(short) || clause.slice(0, clause.lastIndexOf(" ", longestSubject)),
  );
}
