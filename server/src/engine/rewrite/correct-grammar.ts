import { agreements, days, misspelled, wrongPhrases } from "./grammar-words.ts";
import { mendSentences, phraseReplacer } from "./replace-phrases.ts";

const respell = phraseReplacer([...misspelled, ...wrongPhrases]);
const capitalizeDays = new RegExp(`\\b(?:${days.join("|")})\\b`, "g");
/** "had had" and "that that" can be right. */
const doubled = /\b(?!(?:had|that|is|very|so|no|bye|ha|knock)\b)(\p{L}+)(\s+)\1\b(?![’'])/giu;
const beforeVowel =
  /\b([Aa]) (?=(?:apple|answer|appointment|agenda|agreement|amount|email|employee|error|estimate|event|example|exception|extra|idea|important|invoice|invitation|issue|item|offer|office|old|online|open|opportunity|option|order|other|overview|early|easy|urgent|update|upgrade|unexpected|unusual|hour|honest)\b)/g;
const beforeConsonant =
  /\b([Aa])n (?=(?:user|unit|university|united|european|one|unique|useful|call|contract|customer|day|meeting|message|mail|new|problem|proposal|question|report|reply|request|short|team|week|year)\b)/g;

/** Corrects common mistakes in a line of English. A word that the lists do not name is left alone: it may be a name or a term. */
export function correctGrammar(line: string): string {
  const spaced = line
    .replaceAll(/\s+([,.;:!?])(?=\s|$)/g, "$1")
    .replaceAll(/([\p{L})]),(?=\p{L})/gu, "$1, ")
    .replaceAll(/(\p{Ll}{2})([.!?])(?=\p{Lu}\p{Ll})/gu, "$1$2 ");
  const spelled = respell(spaced.replaceAll(doubled, "$1")).replaceAll(
    /(?<![\p{L}\p{N}.'’-])i(?=['’\s,;]|$)(?!\.)/gu,
    "I",
  );
  const agreeing = agreements.reduce((text, [wrong, right]) => text.replaceAll(wrong, right), spelled);
  return mendCase(
    agreeing
      .replaceAll(capitalizeDays, (day) => day.charAt(0).toUpperCase() + day.slice(1))
      .replaceAll(beforeVowel, "$1n ")
      .replaceAll(beforeConsonant, "$1 "),
  );
}

/** A line may begin in the middle of a sentence, so only sentences after another one get a capital, and lines that end as sentences. */
function mendCase(line: string): string {
  const isSentence = /[.!?]["”)]?$/.test(line.trim());
  const first = line.charAt(0);
  const mended = mendSentences(line.replaceAll(/\b(e\.g|i\.e|etc|vs|no|approx|incl|ca)\. (?=\p{Ll})/giu, "$1\uE003 "));
  const kept = isSentence ? mended : first + mended.slice(1);
  return kept.replaceAll("\uE003", ".");
}
