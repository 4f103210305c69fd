import type { Tone } from "@intellibox/contract/rules/choices";

/** Whether a tone speaks with contractions: "I'd", "don't". */
const isRelaxed = (tone: Tone) => tone === "friendly" || tone === "enthusiastic" || tone === "concise";

const short: [RegExp, string][] = [
  [/\b(I) am (?=\p{L})/gu, "$1'm "],
  [/\b(we|you|they) are (?=\p{L})/giu, "$1're "],
  [/\b(it|that) is (?=\p{L})/giu, "$1's "],
  [/\b(I|we|you|they) would (?=(?:like|love|be|urge|suggest|advise|also|appreciate)\b)/gi, "$1'd "],
  [/\b(I|we|you|they|he|she|it) will (?=\p{Ll})/gu, "$1'll "],
  [/\b(I|we|you|they) have (?=(?:attached|been|already)\b)/g, "$1've "],
  [/\bcannot\b/g, "can't"],
  [/\b(do|does|did|is|are|was|were|could|would|should|has|have) not\b/g, "$1n't"],
  [/\bwill not\b/g, "won't"],
];

const long: [RegExp, string][] = [
  [/\b(can)['’]t\b/gi, "$1not"],
  [/\bwon['’]t\b/g, "will not"],
  [/\bWon['’]t\b/g, "Will not"],
  [/\b(do|does|did|is|are|was|were|could|would|should|has|have|had|must)n['’]t\b/gi, "$1 not"],
  [/\bI['’]m\b/g, "I am"],
  [/\b(we|you|they)['’]re\b/gi, "$1 are"],
  [/\b(I|we|you|they)['’]ve\b/gi, "$1 have"],
  [/\b(I|we|you|they|he|she|it)['’]ll\b/gi, "$1 will"],
  [/\b(I|we|you|they|he|she)['’]d (?=(?:like|love|be|rather|prefer|appreciate|need|have to)\b)/gi, "$1 would "],
  [/\b(it|that|he|she)['’]s (?=(?:been|got|had)\b)/giu, "$1 has "],
  [/\b(it|that|there|he|she|what)['’]s (?=\p{L}|\d)/giu, "$1 is "],
];

/** Speaks with or without contractions, as the tone asks. Text in quotation marks, addresses and merge tokens stay as they are. */
export function inTone(text: string, tone: Tone): string {
  return text
    .split(/("[^"\n]*"|“[^”\n]*”|\{[^}\n]*\}|\[[^\]\n]*\]|\S+@\S+|https?:\S+)/)
    .map((part, i) =>
      i % 2 === 1 ? part : (isRelaxed(tone) ? short : long).reduce((said, [from, to]) => said.replace(from, to), part),
    )
    .join("");
}
