import type { Clause } from "./clause.ts";
import { isThingAt } from "./directive.ts";
import { verbRule } from "./verbs.ts";
import { lowerOf, wordsIn } from "./words.ts";

/** Whether the text speaks to the reader itself: after "Olu, …" every order is the reader's, after "mail to Olu: …" those without speech. */
export type Directness = "called" | "told" | false;

/** "please check hair tonight" is the reader's action; "refund please" is a request for a thing. */
export function pleaseOrder(part: string): Clause | undefined {
  const thing = /^(\p{L}+(?: \p{L}+){0,2}),? please[.!]?$/iu.exec(part)?.[1];
  if (thing) return { act: "request", form: "thing", content: thing, source: part };
  const action = /^(?:and |so |but )?please (\p{L}+ .+)$/isu.exec(part)?.[1];
  const [first, second] = wordsIn(action ?? "");
  // "please credit the two missing ones": the tagger takes the verb for a noun.
  if (
    action &&
    first &&
    second &&
    !verbRule(lowerOf(first)) &&
    first.pos === "NOUN" &&
    /^(?:the|a|an|my|our|your|all|any|it|them|this|these|those|both|us|me)$/.test(lowerOf(second))
  )
    return { act: "instruct", form: "to", content: action.replace(/[.,;:!]+$/, ""), source: part, isDirect: true };
  const rule = verbRule(lowerOf(first));
  const isAction =
    first &&
    second &&
    !rule?.isSpeech &&
    (rule?.act === "instruct" ||
      first.pos === "VERB" ||
      /^do (?:it|so|this|that)\b/i.test(action ?? "") ||
      /^(?:check|confirm|note|book|order|report|contact)$/.test(lowerOf(first)));
  return action &&
    isAction &&
    !/^(?:write|draft|compose|keep|make|be|decline|cancel|offer|propose|suggest|request|invite)$/.test(lowerOf(first))
    ? { act: "instruct", form: "to", content: action.replace(/[.,;:!]+$/, ""), source: part, isDirect: true }
    : undefined;
}

/** In a text that speaks to the reader, every order is the reader's. */
export function directOrder(text: string, directness: Directness): Clause | undefined {
  const tokens = wordsIn(text);
  const [first, second] = tokens;
  const rule = verbRule(lowerOf(first));
  if (isThingAt(tokens, 0)) return undefined;
  if (directness === "told" && rule && rule.act !== "instruct" && rule.act !== "intend" && rule.act !== "confirm")
    return undefined;
  // "merge freeze from Thursday" is a thing.
  if (!rule && second?.pos === "NOUN") return undefined;
  if (/^(?:need|want|have|be|hope|wish|thank|apologize)$/.test(lowerOf(first))) return undefined;
  const isVerb =
    first &&
    (verbRule(lowerOf(first)) || (first.pos === "VERB" && lowerOf(first) === first.lemma)) &&
    second &&
    second.pos !== "AUX" &&
    second.pos !== "PUNCT";
  return isVerb
    ? { act: "instruct", form: "to", content: text.replace(/[.,;:!]+$/, ""), source: text, isDirect: true }
    : undefined;
}
