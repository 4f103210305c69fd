// English noun phrases with the word groups that belong to them: "signed handover for lift 2 by Thursday".
import type { Token } from "../text/parts-of-speech.ts";

const mostWords = 11;
const mostCharacters = 58;

const stop =
  /^(?:[.!?;:(){}[\]"“”–—…|]|\.{2,}|because|so|which|who|whom|that|but|although|while|if|when|unless|whether|where|how|what|why|otherwise|even|though|rather|than|as|please|then|thus|nor|yet|whereas|who'?s|>|<|\/)$/i;
const possessive = /^(?:my|your|our|his|her|their|its)$/i;
const dropped =
  /^(?:also|just|already|still|now|currently|only|really|very|again|both|finally|kindly|urgently|either|exactly|simply|maybe|all)$/i;
const preposition =
  /^(?:of|for|in|on|at|to|with|without|from|by|about|before|after|until|till|since|between|against|per|under|over|during|through|via|into|onto|near|outside|inside|regarding|concerning|within|across|along|behind|above|below|towards?|around|due|plus|instead)$/i;
/** Nouns that name no matter, with or without an adjective. */
const empty =
  /^(?:times?|things?|moment|hand|look|favou?r|way|lot|bit|ones?|rest|people|person|somebody|someone|anything|something|everything|nothing|minutes?|word|idea|sense|mind|chance|case|matters?|problem|questions?|answers?|touch|reply|message|mail|email|couple|points?|days?|weeks?|months?|years?|today|tomorrow|part|decisions?|advantage|guys|everyone|each|help|advice|advance|details|information|info|following|fact|reason|side|end|course|example|hi|hello|options?|kind|regards|sorry|care|concern|yourself|yourselves|hours?|sir|madam|manager|hesitation|inconvenience)$/i;
/** Nouns that name a matter only with an adjective or another noun: "executive summary". */
const weak =
  /^(?:note|place|team|letter|visit|stay|wife|husband|colleague|client|customer|son|daughter|mother|father|boss|summary|copy|contact|number|names?|list|version|call|driver|office|room|house|company|firm|man|woman|child|page|form|text|file|document|action)$/i;

const isNominal = (token: Token | undefined) => token !== undefined && /^(?:NOUN|PROPN|NUM|SYM)$/.test(token.pos);
const isFiniteVerb = (token: Token | undefined) =>
  token !== undefined && (token.pos === "AUX" || (token.pos === "VERB" && !/ing$/.test(token.text)));

export const calendar =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|yesterday|today|tomorrow|tonight|noon|midnight|morning|afternoon|evening|pm|am|o'clock|eod|asap|week|weekend|month|year|easter|christmas)$/i;

/** The noun phrase that begins at a token, in groups: its head, then each preposition with its words. */
export function phraseAt(
  tokens: Token[],
  at: number,
  room = mostCharacters,
): { words: Token[]; end: number; isNamed: boolean } | undefined {
  const groups: Token[][] = [[]];
  let i = at;
  for (; i < tokens.length && i < at + 30; i++) {
    const token = tokens[i];
    const next = tokens[i + 1];
    const group = groups.at(-1);
    if (!token || !group || token.text === "," || (stop.test(token.text) && !isInName(tokens, i) && !isAsOf(tokens, i)))
      break;
    // "at 2.40 this afternoon"
    if (
      group.length > 0 &&
      /^(?:this|that|last|next)$/i.test(token.text) &&
      calendar.test(next?.text ?? "") &&
      !preposition.test(group.at(-1)?.text ?? "")
    )
      break;
    const last = group.at(-1);
    const isAfterOpen = last === undefined || preposition.test(last.text) || /^(?:DET|ADJ|CCONJ)$/.test(last.pos);
    if (possessive.test(token.text) || token.pos === "DET" || /^(?:this|these|those)$/i.test(token.text)) {
      // An article after a whole group begins another phrase: "at four | the first water".
      if (!isAfterOpen && last?.pos !== "PART") break;
      if (groups.length > 1 && group.length > 0) group.push(token);
      continue;
    }
    if (dropped.test(token.text)) {
      if (isNominal(last)) break;
      continue;
    }
    // "the flat | available": an adjective behind its noun begins what is said about it.
    if (token.pos === "ADJ" && isNominal(last) && !isNominal(next) && next?.pos !== "ADJ") break;
    if (/^['’]s?$/.test(token.text) || token.text === "-" || token.text === "%") group.push(token);
    else if (/^(?:and|or|&|\+)$/i.test(token.text)) {
      if (!isJoined(tokens, i + 1)) break;
      groups.push([token]);
    } else if (
      (preposition.test(token.text) || isAsOf(tokens, i)) &&
      !(tokens[i - 1]?.pos === "DET" && isNominal(next))
    ) {
      if (group.length === 0 && groups.length === 1) return undefined;
      if (
        /^(?:PRON|AUX|VERB)$/.test(next?.pos ?? "") &&
        !possessive.test(next?.text ?? "") &&
        !isNounLike(tokens, i + 1)
      )
        break;
      if (!next || next.text === ",") break;
      // "from 8 to 12", "between 8 and 12" is one group.
      const isSpan = /^(?:to|until|till)$/i.test(token.text) && /^(?:from|between)$/i.test(group[0]?.text ?? "");
      if (isSpan || /^(?:instead|as)$/i.test(last?.text ?? "")) group.push(token);
      else groups.push([token]);
    } else if (token.pos === "PRON" || token.pos === "AUX" || token.pos === "INTJ") break;
    else if (token.pos === "VERB") {
      if (!isNounLike(tokens, i)) break;
      group.push(token);
    } else if (token.pos === "ADV" && !isNominal(next) && !calendar.test(token.text) && next?.pos !== "ADJ") break;
    else group.push(token);
  }
  const kept: Token[] = [];
  for (const [nth, group] of groups.entries()) {
    const isOpen = group.every(
      ({ text, pos }) => preposition.test(text) || /^(?:DET|CCONJ|ADJ|ADV)$/.test(pos) || possessive.test(text),
    );
    if (isOpen) break;
    const length = [...kept, ...group].length;
    if (nth > 0 && (length > mostWords || textOf([...kept, ...group]).length > room)) break;
    kept.push(...group);
  }
  while (
    kept.length > 0 &&
    /^(?:ADP|CCONJ|DET|PART|SCONJ|PUNCT)$/.test(kept.at(-1)?.pos ?? "") &&
    !/^['’]s$/.test(kept.at(-1)?.text ?? "")
  )
    kept.pop();
  if (kept.length === 0 || kept.length > mostWords + 3) return undefined;
  const head = groups[0] ?? [];
  const content = head.filter(
    ({ pos, text }) =>
      /^(?:NOUN|PROPN|VERB|ADJ)$/.test(pos) && !empty.test(text) && !calendar.test(text) && /\p{L}{2}/u.test(text),
  );
  const isNamed = content.some(
    ({ pos, text }) => pos !== "ADJ" && (!weak.test(text) || content.length > 1 || groups.length > 1),
  );
  return { words: kept, end: i, isNamed };
}

/** The phrase and what the list behind it adds, as far as there is room: "Floor plans, leases of the two shops". */
export function listAt(tokens: Token[], at: number): { text: string; end: number } | undefined {
  const first = phraseAt(tokens, at);
  if (!first?.isNamed) return undefined;
  let text = textOf(first.words);
  let end = first.end;
  for (let nth = 0; nth < 4; nth++) {
    let next = end;
    while (/^(?:[,;]|and|&)$/i.test(tokens[next]?.text ?? "")) next++;
    if (next === end) break;
    const isLast = /^(?:and|&)$/i.test(tokens[next - 1]?.text ?? "");
    const more = phraseAt(tokens, next);
    const after = tokens[more?.end ?? 0]?.text ?? ".";
    if (!more?.isNamed || !/^(?:[,;.!?:(]|and|&|by|before|–|-)$/i.test(after)) break;
    const longer = `${text}${isLast ? " and" : ","} ${textOf(more.words)}`;
    if (longer.length > mostCharacters + 4) break;
    text = longer;
    end = more.end;
  }
  return { text, end };
}

/** "and the photos" continues a phrase; "and the architect told me" is another clause. */
function isJoined(tokens: Token[], at: number): boolean {
  if (!/^(?:NOUN|PROPN|ADJ|NUM|DET)$/.test(tokens[at]?.pos ?? "") && !isNounLike(tokens, at)) return false;
  for (let i = at; i < tokens.length && i < at + 8; i++) {
    if (/^[,.;:!?()]$/.test(tokens[i]?.text ?? "")) return true;
    if (isFiniteVerb(tokens[i]) && !isNounLike(tokens, i)) return false;
  }
  return true;
}

/** A word that the tagger takes for a verb, but whose place is that of a noun or an adjective: "for lift 2", "the signed form". */
function isNounLike(tokens: Token[], i: number): boolean {
  const token = tokens[i];
  const before = tokens[i - 1];
  const next = tokens[i + 1];
  if (token?.pos !== "VERB") return false;
  if (/(?:ed|en|ing|wn)$/.test(token.text) && (isNominal(next) || next?.pos === "ADJ")) return true;
  const isAfterOpen =
    before !== undefined &&
    (/^(?:DET|ADJ|NUM)$/.test(before.pos) ||
      possessive.test(before.text) ||
      (preposition.test(before.text) && before.text.toLowerCase() !== "to" && !/ing$/.test(token.text)));
  return isAfterOpen && !/^(?:PRON|DET|AUX)$/.test(next?.pos ?? "");
}

const isAsOf = (tokens: Token[], i: number) =>
  /^as$/i.test(tokens[i]?.text ?? "") && /^of$/i.test(tokens[i + 1]?.text ?? "");

/** "Mr R. Eastman": the full stop of an initial or a title. */
const isInName = (tokens: Token[], i: number) =>
  tokens[i]?.text === "." &&
  /^(?:\p{Lu}|mr|mrs|ms|dr|st|no)$/iu.test(tokens[i - 1]?.text ?? "") &&
  /^\p{Lu}/u.test(tokens[i + 1]?.text ?? "");

export const textOf = (tokens: Token[]) =>
  tokens
    .map(({ text, start }, i) => (i === 0 || tokens[i - 1]?.end === start ? text : ` ${text}`))
    .join("")
    .replaceAll(hyphen, "-");

/** The tagger splits words at hyphens; this keeps them whole. */
export const hyphen = "xhyphenx";
export const readable = (sentence: string) =>
  sentence
    .slice(0, 400)
    .replace(/\s*\([^()]{0,80}\)/g, "")
    .replace(/["“”]/g, "")
    .replace(
      /(day|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)),\s+(?=(?:the )?\d{1,2}(?:st|nd|rd|th)?\s\p{Lu}|\p{Lu}\p{Ll}+ \d{1,2}\b)/gu,
      "$1 ",
    )
    .replace(/(?<=[\p{L}\d])-(?=\p{L})/gu, hyphen);
