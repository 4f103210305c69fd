import type { Intent } from "../intents/read-intent.ts";
import type { Said } from "./realize.ts";

/** How sure the engine is that a draft says what the user meant, from 0 to 1, and what makes it doubt. */
export type Confidence = { score: number; doubts: string[] };

/** Below it a draft is only a frame around the user's words. */
export const composedFrom = 0.6;

/** States the doubts about an intent that was read and the sentences that were made from it. */
export function confidenceIn(intent: Intent, said: Said[]): Confidence {
  const doubts: [string, number][] = [];
  const doubt = (reason: string, weight: number) => doubts.push([reason, weight]);
  const words = said.filter(({ as }) => as === "words").length;
  if (words > 0) doubt("some words of the intent were not understood", 0.5);
  if (said.every(({ as }) => as === "item" || as === "words")) doubt("the intent states no sentence", 0.5);
  if (intent.clauses.some(({ isUncertain }) => isUncertain))
    doubt("a pronoun may mean the reader or somebody else", 0.45);
  if (intent.otherReaders > 0) doubt("the intent addresses several people", 0.45);
  if (intent.clauses.some(({ content }) => content.split(/\s+/).length > 60))
    doubt("a clause is too long to be read with certainty", 0.45);
  if (
    said.some(
      ({ text }) =>
        /\b(?:tell|remind|inform|notify) (?:him|her|them)\b/i.test(text) ||
        /^(?:ask|tell|remind|inform|notify|email|write) \p{Lu}?/u.test(text),
    )
  )
    doubt("an order to the writer may be left in the text", 0.6);
  return {
    score: Math.max(0, 1 - doubts.reduce((sum, [, weight]) => sum + weight, 0)),
    doubts: doubts.map(([reason]) => reason),
  };
}
