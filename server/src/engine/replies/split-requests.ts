// Divides a request into its tasks, without purposes and reasons.
import { startsWithTaskVerb } from "../actions/verbs.ts";
import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { withoutStatement } from "../text/second-clause.ts";

/** A word that begins the object of a verb, so that the word before it is no noun. */
export const objectWord =
  /^(?:me|us|it|them|him|her|the|this|that|these|those|your|my|our|a|an|all|any|both|each|every|anything|everything|something|what|whatever)$/i;

/** Splits "stop the work, and send me a statement" at verbs in their base form. */
export function tasksOf(order: string): string[] {
  const text = cut(order.replace(/\s+/g, " ").trim());
  const tokens = tokensOf(text.slice(0, 600));
  if (tokens.length === 0 || !beginsTask(tokens, 0)) return [];
  const starts = [0];
  for (let i = 1; i < tokens.length; i++) if (opensTask(tokens, i)) starts.push(tokens[i]?.start ?? 0);
  const tasks = starts.map((start, i) =>
    text
      .slice(start, starts[i + 1] ?? text.length)
      .replace(/\s+(?:though|too|as well|by the way)[\s.!]*$/i, (end) => (/too|well/i.test(end) ? end : ""))
      .replace(/[\s,;.!?]+$/, "")
      .replace(/[,;]?\s+(?:and|or|and then|and also|and please|but)$/i, "")
      .replace(/[\s,;.!?]+$/, ""),
  );
  // "ring him and tell us by the 15th" is one task.
  const told = tasks.length === 2 && onlyTells.test(tasks[1] ?? "");
  // "review and sign the contract" is one task with two verbs.
  return told || (tasks.some((task) => !task.includes(" ")) && tasks.length > 1)
    ? [text.replace(/[\s,;.!?]+$/, "")]
    : tasks;
}

const onlyTells =
  /^(?:tell|let|inform|update|write(?: to)?|get back to|report(?: back)? to) (?:me|us)(?: know)?(?: (?:by|before|until|on|today|tomorrow|asap|as soon)\b.*)?$/i;

const beginsTask = (tokens: Token[], at: number) => {
  const token = tokens[at];
  if (!token) return false;
  // "You kindly said you'd cover for me" tells.
  if (
    at === 0 &&
    /^(?:said|told|gave|sent|offered|agreed|promised|helped|lent|let)$/i.test(token.text) &&
    token.lemma !== token.text.toLowerCase()
  )
    return false;
  // "Three changes please: territory should include Wales" states a wish.
  if (/^(?:should|shall|is|are|must|will|would|can|could)$/i.test(tokens[at + 1]?.text ?? "")) return false;
  return (
    ((/^(?:VERB|AUX|NOUN)$/.test(token.pos) || startsWithTaskVerb(token.text)) &&
      !/^(?:be|been|not|is|are|was|were|will|would|can|could|have|has|had|do|does|know|think|see|believe|remember|like|want|prefer)$/i.test(
        token.text,
      )) ||
    (token.pos === "PROPN" && objectWord.test(tokens[at + 1]?.text ?? "")) ||
    (/^(?:have|do|see)$/i.test(token.text) && at === 0)
  );
};

function opensTask(tokens: Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!before || !token || !/^(?:and|,|;|then|also|please)$/i.test(before.text)) return false;
  if (!startsWithTaskVerb(token.text) || /^(?:have|do|let|work|order|plan|view)$/i.test(token.text)) return false;
  if (after !== undefined && objectWord.test(after.text)) return true;
  if (token.pos !== "VERB" || token.lemma !== token.text.toLowerCase()) return false;
  return after !== undefined && /^(?:DET|PRON|NOUN|PROPN|ADJ|NUM|ADP|PART|ADV|SCONJ)$/.test(after.pos);
}

/** "write it by 1 July because …, and send it to her": a reason in the middle does not end the request. */
export const innerReason =
  /\s+(?:because|since|as) (?:the|we|i|it|he|she|they|my|our|this)\b[^.;,]*(?=,\s+and\s+(?:please\s+|also\s+)?\p{Ll}+\s+(?:it|them|me|us|him|her|the|a|an|your|this|that)\b)/iu;
const aside =
  /,\s+(?:last (?:time|week|month|year)|otherwise|usually|normally|apparently|unfortunately|sorry|so far)\b.*$/iu;

/** "tell reception so they move the patients": what is to be told is no mere purpose. */
const tellsPurpose = /^(?:tell|inform|notify|remind)\s+(?:\S+\s+){1,3}so (?:that )?(?:they|he|she)\b[^,;]*$/i;

/** The purpose and the threat behind a request are not part of the promise. */
export const cut = (text: string) =>
  tellsPurpose.test(text)
    ? text.replace(aside, "")
    : withoutStatement(text.replace(aside, "")).replace(
        /(?:,|\s+[–-])?\s+(?:so (?:that\b|i\b|we\b|the\b|it\b|he\b|she\b|they\b|\p{L}+ (?:doesn't|can|does|is)\b)|otherwise\b|because\b|since (?:we|i|it|the)\b|as (?:otherwise|we|i|it|this)\b|in order\b|or else\b|or (?:the|we|i|it|they) \p{L}+\b|or (?:do|does|should|shall|will|can) (?:we|i|you)\b|before our (?:opinion)\b|and (?:i|we)(?:'ll| will)\b|(?<=[,–-]\s)thanks\b|thanks[ !.]*$|(?<!to )thank you\b|please\b\W*$).*$|,\s+(?:we|i|they|he|she|it|this|that)(?:'ll|'s| will| can| have| has| is| are| was| need)\b.*$|,\s+(?:his|her|their|its|\p{Lu}\p{Ll}+)\s(?:\p{L}+ )?(?:is|was|are|were|has|will)\b.*$|,\s+(?:the|my|our|your|there)\s(?:\p{L}+ ){0,3}?(?:is|was|are|were|has|have|will|went|got|came|meets?|needs?|comes?|closes?|starts?|ends?|leaves?)\b.*$/iu,
        "",
      );
