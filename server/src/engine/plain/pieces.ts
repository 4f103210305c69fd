import { verbRule } from "../intents/verbs.ts";
import { isDateWord, isVerbal, lowerOf, wordsIn } from "../intents/words.ts";

/** A piece of hurried notes: what stands between two full stops, dashes or line breaks, and commas before a clause of its own. */
export type Piece = { text: string; isQuestion: boolean };

const abbreviated =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|nr|approx|st|tel|ext|incl|excl|fa|e\.g|i\.e|vs|etc|jr|sr|ltd|co|inc|min|max|art|fig|ca)\.$/i;

/** The pieces of a text, in order. A bracket is never cut. */
export function piecesOf(text: string): Piece[] {
  const found: Piece[] = [];
  let current = "";
  const parts = text.split(/((?<=[\p{L}\d)%"'’])[.!?]+(?=\s|$)|[;\n]+|(?<!\d)\s+[-–—]+\s+|\s+[-–—]+\s+(?!\d))/u);
  for (const [i, part] of parts.entries()) {
    if (i % 2 === 0) {
      current += part;
      continue;
    }
    const isOpen = (current.match(/\(/g)?.length ?? 0) > (current.match(/\)/g)?.length ?? 0);
    const isNumber = /(?:^|\s)no$/i.test(current) && /^\s*\d/.test(parts[i + 1] ?? "");
    if (isOpen || (part.startsWith(".") && (isNumber || abbreviated.test(`${current}.`)))) {
      current += part;
      continue;
    }
    push(current, part.includes("?"));
    current = "";
  }
  push(current, false);
  return found;

  function push(words: string, isQuestion: boolean) {
    const commas = clausesOf(words.trim());
    commas.forEach((clause, i) => {
      const bare = clause
        .replace(/^[\s,.:–—*•-]+(?=\S)/, "")
        .replace(/[\s,.:–—-]+$/, "")
        .trim();
      if (bare !== "") found.push({ text: bare, isQuestion: isQuestion && i === commas.length - 1 });
    });
  }
}

/** Splits at commas behind which something of its own begins. */
function clausesOf(text: string): string[] {
  const parts = text.split(/,\s+(?![^()]*\))/);
  const all: string[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last === undefined || begins(part) || (endsBefore(last) && isThing(part))) all.push(part);
    else all[all.length - 1] = `${last}, ${part}`;
  }
  return all;
}

/** After an apology, an order or "cannot", a noun begins what is told next: "sorry cannot make Monday, kid ill". */
const endsBefore = (text: string) =>
  /^(?:sorry|(?:I |we )?(?:can['’]?t|cannot)|(?:please )?(?:bring|send|hire|stop|use|label|fill|ring|reply|confirm|keep|call))\b/i.test(
    text,
  );
const isThing = (part: string) => {
  const [first] = wordsIn(part);
  return (
    first !== undefined && /^(?:NOUN|ADJ|DET|PROPN)$/.test(first.pos) && !isDateWord(first.text) && part.includes(" ")
  );
};

/** A question, an order, a need, or a subject with its verb. */
function begins(part: string): boolean {
  const tokens = wordsIn(part);
  const [first, second] = tokens;
  const word = lowerOf(first);
  if (/\b(?:ok|okay|possible)\??$/i.test(part) && part.includes(" ")) return true;
  if (/^which (?:one|day|time|date)\??$/i.test(part)) return true;
  if (!first || tokens.length < 2) return false;
  if (/^(?:and|or|but not|not|which (?:is|are|was)|who)$/.test(word)) return false;
  if (
    /^(?:please|need|want|can|could|can't|cannot|will|would|shall|must|should|do|does|is|are|when|what|how|sorry|thanks|thank|if|tell|ask)$/.test(
      word,
    )
  )
    return true;
  if (/^(?:which|who|where)$/.test(word)) return !/^(?:is|are|was|were)$/.test(lowerOf(second)) || tokens.length > 5;
  if (
    verbRule(word) &&
    second &&
    !isVerbal(second) &&
    !/^(?:of|from|by|,)$/.test(lowerOf(second)) &&
    first.pos !== "ADJ"
  )
    return true;
  const verb = tokens.findIndex(
    (token, i) => i > 0 && (token.pos === "AUX" || (token.pos === "VERB" && !/(?:ed|ing)$/.test(token.text))),
  );
  return verb > 0 && verb < 6 && /^(?:PRON|DET|NOUN|PROPN|ADJ|NUM)$/.test(first.pos);
}
