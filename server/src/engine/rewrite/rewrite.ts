import type { RewriteKind } from "@intellibox/contract/rules/rewriting";
import { makeFormal, makeFriendly } from "./change-tone.ts";
import { correctGrammar } from "./correct-grammar.ts";
import { keepsFacts } from "./keeps-facts.ts";
import { withProtected } from "./protect.ts";
import { shorten } from "./shorten.ts";

type Change = (text: string, isSentence?: boolean) => string;
const changes: Partial<Record<RewriteKind, Change>> = {
  shorter: shorten,
  grammar: correctGrammar,
  formal: makeFormal,
  friendlier: makeFriendly,
};

/**
 * Rewrites English by rules. Each line is changed on its own and stays as it was if a number, a name, an address or a negation
 * would be lost. Links, quotations, {tokens} and [blanks] are never changed.
 */
export function rewrite(text: string, kind: RewriteKind): string {
  const change = changes[kind];
  if (!change) return text;
  const isGrammar = kind === "grammar";
  return withProtected(text, (open) => {
    const paragraphs = open.split(/(\n\s*\n)/);
    const changed = paragraphs.map((paragraph, index) =>
      // Every second piece is the empty line between two paragraphs.
      index % 2 === 1 ? paragraph : changeLines(paragraph, change, isGrammar),
    );
    return withoutEmptied(paragraphs, changed);
  });
}

function changeLines(paragraph: string, change: Change, isGrammar: boolean): string {
  const lines = paragraph.split("\n");
  const changed = lines.map((line) => {
    const [, mark = "", words = ""] = /^(\s*(?:[-*•]|\d{1,3}[.)])?\s*)(.*)$/.exec(line) ?? [];
    if (!words.trim()) return line;
    const rewritten = isGrammar ? change(words).trim() : sameCase(words, change(words).trim());
    // Corrections repair names of days and the word "I", which count as names.
    if (isGrammar || keepsFacts(words, rewritten)) return rewritten ? mark + rewritten : "";
    return mark + bySentence(words, change);
  });
  return changed.filter((line, index) => line.trim() || !lines[index]?.trim()).join("\n");
}

/** Changes the sentences of a line that lose nothing. */
const bySentence = (words: string, change: Change) =>
  words
    .split(/(?<=[.!?]["”)]?)(\s+)(?=\S)/)
    .map((sentence, index) => {
      if (index % 2 === 1) return sentence;
      const changed = sameCase(sentence, change(sentence, true).trim());
      return changed && keepsFacts(sentence, changed) ? changed : sentence;
    })
    .join("");

/** Drops the paragraphs of which nothing is left, with the empty line after them. */
function withoutEmptied(before: readonly string[], after: readonly string[]): string {
  const kept = after.filter((_piece, index) => {
    const isGone = (at: number) => !after[at]?.trim() && Boolean(before[at]?.trim());
    return index % 2 === 0 ? !isGone(index) : !isGone(index - 1);
  });
  return kept.join("").replace(/\n\s*\n$/, "");
}

/** The line may begin in the middle of a sentence. */
const sameCase = (before: string, after: string) =>
  /^\p{Ll}/u.test(before) && !/^I\b/.test(after) && !framing.test(after)
    ? after.charAt(0).toLowerCase() + after.slice(1)
    : after;

/** A greeting or a closing on a line of its own. */
const framing = /^(?:Hello|Dear [^.!?]{1,60}|Hi [^.!?]{1,60}|Kind regards|Best wishes|Thank you|Thanks),$/;
