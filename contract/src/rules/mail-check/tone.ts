import { sentencesOf } from "./agreement.ts";
import type { CheckedMail, Finding } from "./types.ts";

const casual =
  /\b(?:hey|yo|gonna|wanna|gotta|kinda|lol|lmao|omg|btw|asap pls|pls|plz|thx|cheers mate|dude|buddy|cool beans|awesome|yeah|yep|nope|ya|u r|ur|wtf|crap|damn|sucks)\b|[!?]{2,}|\p{Extended_Pictographic}/giu;
const stiff =
  /\b(?:pursuant to|herewith|hereby|aforementioned|kindly be advised|please be advised|dear sir or madam|yours faithfully|i am writing to inform you|at your earliest convenience|we regret to inform)\b/gi;

/** The words are far from the tone that the writer chose: several slips, not one. */
export function checkTone({ text, tone }: CheckedMail): Finding[] {
  const pattern = tone === "professional" ? casual : tone === "friendly" || tone === "enthusiastic" ? stiff : undefined;
  if (!pattern || sentencesOf(text).length === 0) return [];
  const found = [...new Set([...text.matchAll(pattern)].map(([words]) => words.trim()))];
  if (found.length < 2) return [];
  const words = found.slice(0, 4).join(", ");
  return [
    {
      kind: "tone",
      key: `tone ${words}`,
      words,
      other: tone === "professional" ? "formal" : "friendly",
      isGrave: false,
      fix: { type: "rewrite", as: tone === "professional" ? "formal" : "friendly" },
    },
  ];
}
