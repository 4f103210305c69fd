import { withArticle } from "../drafts/grammar.ts";
import { isFirstName } from "../intents/first-names.ts";
import { verbRule } from "../intents/verbs.ts";
import { isDateWord, lowerOf, wordsIn } from "../intents/words.ts";
import type { PlainPart } from "./plain-notes.ts";

const mostWords = 4;
const empty =
  /^(?:anything|something|nothing|everything|time|times|day|price|photos?|thing|things|same|one|ones|cost|people|someone|somebody|way|lot|bit|kid)$/i;

/** The noun phrase with which a part begins: "hearing was moved to" → "hearing". */
export function matterOf(text: string): string {
  const tokens = wordsIn(text.replace(/^(?:please|could you|can you|I|we|unfortunately,?)\b.*$/i, ""));
  let end = 0;
  while (
    end < tokens.length &&
    end < mostWords &&
    (/^(?:NOUN|PROPN|ADJ|DET)$/.test(tokens[end]?.pos ?? "") ||
      /^(?:of|for)$/i.test(tokens[end]?.text ?? "") ||
      tokens[end]?.pos === "NUM") &&
    !isDateWord(tokens[end]?.text ?? "")
  )
    end++;
  // "wedding cake Hobbs 14 September", "balance 220": a date or an amount is no name.
  if (
    end > 0 &&
    (isDateWord(tokens[end]?.text ?? "") || /^[€$£₹]?\d{2,3}$/.test(tokens[end - 1]?.text ?? "")) &&
    tokens[end - 1]?.pos === "NUM"
  )
    end--;
  while (end > 0 && !/^(?:NOUN|PROPN|NUM)$/.test(tokens[end - 1]?.pos ?? "")) end--;
  const first = tokens[0];
  const last = tokens[end - 1];
  const next = tokens[end];
  if (
    verbRule(lowerOf(first)) ||
    /^(?:no|all|any|every|both|each)$/.test(lowerOf(first)) ||
    /^\d+(?:st|nd|rd|th)$/.test(first?.text ?? "") ||
    (next && /^(?:NOUN|PROPN)$/.test(next.pos) && !isDateWord(next.text))
  )
    return "";
  if (
    !first ||
    !last ||
    (first.pos === "NUM" && tokens[1]?.pos !== "NOUN") ||
    end < 1 ||
    tokens.slice(0, end).every((token) => empty.test(token.text) || token.pos === "NUM")
  )
    return "";
  if (
    tokens.slice(0, end).every((token) => token.pos === "PROPN" && isFirstName(token.text)) ||
    isFirstName(first.text)
  )
    return "";
  return text.slice(first.start, last.end);
}

/** "I am writing about the keys pickup and the boiler part." from the parts of a plain mail; a lead of the points if no noun tells its matter. */
export function purposeOf(parts: PlainPart[], isPlural: boolean, items: number): string {
  const topics = parts.filter(({ as }) => as === "topic").map(({ text }) => text);
  const facts = parts.filter(({ as }) => as === "fact").map(({ text }) => matterOf(text));
  const matters = (topics.length > 0 ? topics : facts.slice(0, 1)).filter(Boolean);
  if (matters.length === 0) return items > 1 ? "Please note the following points:" : "";
  return `${isPlural ? "We are" : "I am"} writing about ${matters.map((matter) => withArticle(lowered(matter))).join(" and ")}.`;
}

const lowered = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) && !/^\p{Lu}\p{Ll}+ \p{Lu}/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
