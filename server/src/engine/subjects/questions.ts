// A subject from a question: "Flat on Harbour Row still available?", "Price of 40 benches".
import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { phraseAt, readable, textOf } from "./noun-phrases.ts";

const price =
  /\b(?:how much (?:is|are|would|will|does|do)|what (?:is|are|would|does|do|'s) (?:the )?(?:price|cost|costs|rate|fee|charge)s?(?: (?:of|for))?)\s+(?=\p{L}|\d)/iu;
/** "What does the statement cost?" */
const costs = /\bwhat (?:do|does|did|will|would) (.{3,60}?) cost(?: (?:me|us|you))?\s*\?/iu;
const opening =
  /^(?:.{0,60}?[:,–]\s+|.{0,60}?\b(?:and|also|or|so|but)\s+)?(?:also,?\s+)?(is|are|was|were|will|does|do|did|has|have|can|could|would|should|may)\s+/iu;
const open =
  /^(?:.{0,60}?[:,–]\s+)?(?:and |also |so )?(?:when|where|who|which|what|why|how(?: long| many| soon| often)?)\b\s*(?:\p{L}+\s+){0,2}?(?:is|are|was|were|will|does|do|did|has|have|can|could|would|should|may|'s)\s+/iu;

/** The subject of a question. Undefined if it only points back ("Is that right?"). */
export function questionIn(sentence: string): string | undefined {
  if (!/\?\s*$/.test(sentence)) return undefined;
  const text = readable(sentence);
  const cost = price.exec(text);
  if (cost) {
    const phrase = phraseAt(tokensOf(text.slice(cost.index + cost[0].length)), 0);
    if (phrase?.isNamed) return `Price of ${textOf(phrase.words)}`;
  }
  const thing = costs.exec(text)?.[1];
  const named = thing ? phraseAt(tokensOf(thing), 0) : undefined;
  if (named?.isNamed) return `Price of ${textOf(named.words)}`;
  const closed = opening.exec(text);
  if (closed) return closedLine(tokensOf(text.slice(closed[0].length)), closed[1]?.toLowerCase() ?? "");
  const asked = open.exec(text);
  if (!asked) return undefined;
  const phrase = phraseAt(tokensOf(text.slice(asked[0].length)), 0);
  return phrase?.isNamed ? textOf(phrase.words) : undefined;
}

function closedLine(tokens: Token[], auxiliary: string): string | undefined {
  if (/^(?:i|we|you|they|he|she)$/i.test(tokens[0]?.text ?? "")) {
    // "Can I get the tablets in one go?": the object is the matter.
    let at = 1;
    while (/^(?:still|also|already|please|actually|to|need|have|want|ADV)$/i.test(tokens[at]?.text ?? "")) at++;
    if (tokens[at]?.pos === "VERB") at++;
    const phrase = phraseAt(tokens, at);
    return phrase?.isNamed ? textOf(phrase.words) : undefined;
  }
  const subject = phraseAt(tokens, 0);
  if (!subject?.isNamed) return undefined;
  const said = tokens.slice(subject.end).filter(({ text }) => !/^(?:[,.?!]|yet)$/.test(text));
  const isState = /^(?:is|are|was|were)$/.test(auxiliary);
  const isShort =
    said.length > 0 &&
    said.length <= 5 &&
    said.every(({ pos, text }) => pos !== "PRON" && !/^(?:if|because|when)$/i.test(text));
  const line = textOf(subject.words);
  if (isState && isShort) return `${line} ${said.map(({ text }) => text).join(" ")}?`;
  return line;
}
