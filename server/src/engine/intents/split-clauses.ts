import type { Token } from "../text/parts-of-speech.ts";
import { isBullet, sentencesOf, splitTyped, unwrap } from "../text/sentences.ts";
import { isOrderAt } from "./directive.ts";
import { jottingsOf } from "./jottings.ts";
import { ownActs, readStatement } from "./statement.ts";
import { isDirection } from "./style.ts";
import { verbRule } from "./verbs.ts";
import { finiteVerb, isSubjectPronoun, isVerbal, lowerOf, textOf, wordsIn } from "./words.ts";

/** A sentence of the user, or a part of one that is realized on its own. `isListed` marks a bullet or a jotting. */
export type Part = { text: string; isListed: boolean };

/** Splits a text into clauses: at lines, bullets, sentences, semicolons, and where another order or statement begins. */
export function splitClauses(text: string, { areNotes = false } = {}): Part[] {
  const parts: Part[] = [];
  for (const line of unwrap(withLines(text).split("\n"))) {
    const bare = line.replace(/^\s*(?:[-*•·–+]|\(?\d{1,2}[.)])\s+/, "").trim();
    if (isBullet(line)) parts.push({ text: bare, isListed: true });
    else
      for (const sentence of sentencesOf(bare).flatMap((piece) => splitTyped(piece)))
        for (const piece of sentence.split(/\s*;\s+|\s+\|\s+|\s+[–—]\s+|\s+-\s+(?=\p{L})/u))
          parts.push(
            ...clausesOf(piece)
              .flatMap((clause) => (areNotes ? jottingsOf(clause) : withoutJottings(clause)))
              .map((clause) => ({ text: clause, isListed: false })),
          );
  }
  return parts.flatMap(afterDirection).filter((part) => /[\p{L}\p{N}]/u.test(part.text));
}

/** "don't say that Ben forgot it, new date Monday": only the first part is about the writing. */
function afterDirection(part: Part): Part[] {
  const at = part.text.indexOf(", ");
  const rest = part.text.slice(at + 2);
  if (
    at < 0 ||
    !/^(?:but |and |please )*(?:do not|don['’]?t|never) (?:mention|say|tell|name|write|reveal)/i.test(part.text) ||
    isDirection(rest)
  )
    return [part];
  return [
    { ...part, text: part.text.slice(0, at) },
    { ...part, text: rest },
  ];
}

/** "Ask Aoife three things: 1) is it renewed 2) who signs": a list in one line gets its lines, and its questions their marks. */
function withLines(text: string): string {
  const marks = [...text.matchAll(/(?<=^|[\s:;,])\(?([1-9])[).](?=\s)/g)];
  if (marks.length < 2 || marks.some(([, digit], i) => Number(digit) !== i + 1) || text.length > 2_000) return text;
  const lead = text.slice(0, marks[0]?.index).trim();
  const items = marks.map(({ index, 0: mark }, i) =>
    text
      .slice(index + mark.length, marks[i + 1]?.index)
      .trim()
      .replace(/[,;]$|\s+and$/i, ""),
  );
  const isAsked = /^(?:\p{L}+ ){0,3}?(?:ask|check|questions?|find out)\b/iu.test(lead);
  return [
    lead.replace(
      / (?:the following|these|two|three|four|five|six|some|a few|\d) ?(?:things|questions|points|items|topics)?\s*:?$/i,
      ":",
    ),
    ...items.map((item) => (isAsked && asked.test(item) ? `${item.replace(/[.?]$/, "")}?` : item)),
  ]
    .filter(Boolean)
    .join("\n");
}
const asked =
  /^(?:what|when|where|who|how|which|why|is|are|was|were|do|does|did|can|could|will|would|should|may|has|have|whether|if)\b/i;

/** The statements of an intent that follow each other after commas. A fragment stays with the clause before it. */
function withoutJottings(clause: string): string[] {
  if (subordinators.test((clause.split(/\s/)[0] ?? "").toLowerCase())) return [clause];
  const clauses: string[] = [];
  for (const piece of jottingsOf(clause)) {
    const last = clauses.at(-1);
    const isOwn =
      last === undefined || (readStatement(piece) !== undefined && !/:/.test(last)) || isOrderAt(wordsIn(piece), 0);
    if (isOwn) clauses.push(piece);
    else clauses[clauses.length - 1] = `${last}, ${piece}`;
  }
  return clauses;
}

const beginsQuestion =
  /^(?:is|are|can|could|would|will|do|does|did|have|has|may|shall|should) (?:you|it|there|they|the|we|I|he|she|that|this|your|our|my|anything|anyone|someone|somebody)\b[^,]*\?$/i;
const conditionOf =
  /^(?:if|unless|in case) (?:(?:he|she|they|you|we|I|it|there|anyone|somebody|nobody|the|any)\b)[^,;]{2,60}? (?:(?:he|she|they|you|we|I|it)(?:['’]ll)? (?:should|can|could|must|may|might|will|needs? to|have to|has to|just|['’]ll)|please)\b/i;
const openQuestion = /^(?:whether|if|when|what|how|who|where|which|why|for|about)\s/i;
const ellipses =
  /^(?:need|want|can|can't|cannot|won't|will|would|have|haven't|must|don't|didn't|sorry|happy|unable|looking|hoping)$/;

const subordinators = /^(?:if|unless|when|once|because|since|as|after|before|while|although|in case|until)$/;

/** The clauses of one sentence. */
export function clausesOf(sentence: string): string[] {
  // No one types a sentence of this length; the bound keeps the work linear on hostile text.
  if (sentence.length > 900) return [sentence];
  const tokens = wordsIn(sentence);
  const cuts: number[] = [];
  let from = 0;
  for (let i = 1; i < tokens.length; i++) {
    const skip = boundaryAt(sentence, tokens, i, from);
    if (skip === 0) continue;
    cuts.push(i);
    from = i + skip;
    i = from - 1;
  }
  const pieces: string[] = [];
  let start = 0;
  for (const cut of [...cuts, tokens.length]) {
    pieces.push(textOf(sentence, tokens, start, cut));
    start = cut;
  }
  const bare = pieces
    .map((piece) => piece.replace(/^(?:[,&\s]|(?:and|then|also|plus|so)\b(?! that\b))+\s*/i, "").trim())
    .filter(Boolean)
    .map((piece) => (/^but\s/i.test(piece) && isOrderAt(wordsIn(piece), 1) ? piece.slice(4) : piece));
  // "ask for a date and whether they deliver": the second question has the verb of the first.
  return bare.map((piece, i) =>
    i > 0 &&
    openQuestion.test(piece) &&
    /^(?:\p{L}+ ){0,3}?(?:ask|check|inquire|enquire|find out)/iu.test(bare[0] ?? "")
      ? `ask ${piece}`
      : piece,
  );
}

/** The number of joining words if a clause begins at a token; 0 if none does. */
function boundaryAt(sentence: string, tokens: Token[], at: number, from: number): number {
  const word = lowerOf(tokens[at]);
  const isComma = word === ",";
  if (isInBrackets(tokens, from, at)) return 0;
  if (!isComma && !/^(?:and|but|then|also|plus|so|&)$/.test(word)) return 0;
  let next = at + 1;
  while (
    /^(?:and|but|then|also|plus|so|please|kindly|politely|just|,|maybe|finally|at|the|end)$/.test(
      lowerOf(tokens[next]),
    ) &&
    next < at + 5
  ) {
    if (
      /^(?:at|the|end)$/.test(lowerOf(tokens[next])) &&
      !/^(?:at the end|the end)/.test(textOf(sentence, tokens, next, next + 3).toLowerCase())
    )
      break;
    next++;
  }
  if (next >= tokens.length) return 0;
  // A relative clause stays with its noun: "an apostille, which we can arrange".
  if (isComma && /^(?:which|whose|whom)$/.test(lowerOf(tokens[next])) && !/\?/.test(sentence)) return 0;
  // "…, please check tonight": an order to the reader keeps its "please".
  const before = textOf(sentence, tokens, from, at);
  const beginsSubordinate = subordinators.test(lowerOf(tokens[from])) || /^(?:in case|as soon as)\b/i.test(before);
  // A comma after a leading "if …" belongs to the clause that it introduces.
  if (beginsSubordinate && isComma && !/,/.test(before)) return 0;
  if (
    isComma &&
    lowerOf(tokens[at + 1]) === "please" &&
    (isVerbal(tokens[at + 2]) || verbRule(lowerOf(tokens[at + 2])))
  )
    return 1;
  // "haven't heard back, is there anything missing?"
  if (isComma && at > from && /\?\s*$/.test(sentence) && beginsQuestion.test(textOf(sentence, tokens, next)))
    return next - at;
  // "no reply yet, would he like a call": a question after a note.
  if (
    isComma &&
    at > from &&
    /^(?:would|could|can|will|does|do|is|are|has|have|did|should) (?:he|she|they|you|it)\b/i.test(
      textOf(sentence, tokens, next),
    )
  )
    return next - at;
  // "…, if she needs longer she should say so": a condition with its main clause.
  if (isComma && at > from && conditionOf.test(textOf(sentence, tokens, next)) && hasVerb(tokens, from, at))
    return next - at;
  // "tell Lucy that Martin is away and that she has the keys": two things to tell.
  if (
    word === "and" &&
    lowerOf(tokens[at + 1]) === "that" &&
    isOrderAt(tokens, from) &&
    finiteVerb(tokens, at + 2) >= 0
  )
    return 2;
  if (isComma && isApposed(tokens, at)) return 0;
  const rest = textOf(sentence, tokens, next);
  if (isDirection(rest.split(/,\s|\sand\s/)[0] ?? rest) || isDirection(rest)) return next - at;
  if (isOrderAt(tokens, next) && tokens[next]?.pos !== "PROPN") {
    // "can he check with the shop and tell me by Wednesday?": the second verb of a question is the reader's.
    if (
      word === "and" &&
      /^(?:me|us)$/.test(lowerOf(tokens[next + 1])) &&
      /^(?:can|could|will|would) (?:you|he|she|they|\p{Lu}\p{L}+)\b/iu.test(before) &&
      /\?\s*$/.test(sentence)
    )
      return 0;
    // "review and sign the form": two verbs with one object are one order.
    if (at === from + 1) return 0;
    // "ask if she is still interested and offer a call": the writer offers.
    const isOffered =
      /^(?:offer|propose|suggest)$/.test(lowerOf(tokens[next])) &&
      /^(?:DET|NUM|PRON|PROPN)$/.test(tokens[next + 1]?.pos ?? "") &&
      /^ask\b[^?]*\b(?:if|whether)\b/i.test(before);
    if (isOffered) return next - at;
    const isSpeech = isOrderAt(tokens, next, { speechOnly: true });
    const isReaders = /^(?:instruct|intend|send)$/.test(verbRule(lowerOf(tokens[next]))?.act ?? "");
    // After "ask him to …" or a statement, "and" joins another verb of the same person, unless it is a verb of speech.
    if (!isSpeech && !(isOrderAt(tokens, from) && !hasInfinitive(tokens, from, at)) && (!isComma || isReaders))
      return 0;
    return next - at;
  }
  if (/^(?:if|unless|in)$/.test(lowerOf(tokens[next])) && /^(?:if|unless|in case)\b/i.test(rest) && /,/.test(rest))
    return next - at;
  // "We are sorry, but you did not get the role" is one thought.
  if (word === "but" || lowerOf(tokens[at + 1]) === "but") return 0;
  if (word === "then" || word === "also") return 0;
  // "ask for the price, and when they can deliver"
  if (
    verbRule(lowerOf(tokens[from]))?.act === "ask" &&
    openQuestion.test(`${lowerOf(tokens[next])} `) &&
    !/^(?:if|for|about)$/.test(lowerOf(tokens[next]))
  )
    return next - at;
  if (
    verbRule(lowerOf(tokens[from]))?.act === "ask" &&
    /^(?:if|for|about)$/.test(lowerOf(tokens[next])) &&
    word === "and" &&
    !/,/.test(rest)
  )
    return next - at;
  // A note without its subject: "…, want a refund".
  if (
    isComma &&
    tokens[next]?.pos === "VERB" &&
    ownActs.test(tokens[next]?.text ?? "") &&
    /^(?:NUM|DET|PRON|ADP|PART|NOUN)$/.test(tokens[next + 1]?.pos ?? "")
  )
    return next - at;
  // "…, can't come" is the writer's; "the request is approved, must return the key" goes on about the same thing.
  if (isComma && ellipses.test(lowerOf(tokens[next])) && hasVerb(tokens, from, at))
    return isOrderAt(tokens, from) ||
      /^(?:i|we|my|our)\b/.test(lowerOf(tokens[from])) ||
      tokens[from]?.pos === "VERB" ||
      !/^(?:must|will|can|cannot|can't|would|have)$/.test(lowerOf(tokens[next]))
      ? next - at
      : 0;
  const isWhether = /\b(?:if|whether|that)\b/i.test(before);
  if (finiteVerb(tokens, next) < 0 || subordinators.test(lowerOf(tokens[next]))) return 0;
  const startsSubject =
    isSubjectPronoun(tokens[next]) ||
    /^(?:the|our|my|his|her|their|your|its)$/.test(lowerOf(tokens[next])) ||
    tokens[next]?.pos === "PROPN";
  if (!startsSubject && !(isComma && !/^[^,]*\b(?:and|or)\b/i.test(rest) && hasVerb(tokens, from, at))) return 0;
  // Two statements in a row become two sentences; a question keeps its parts together.
  if (isComma)
    return hasVerb(tokens, from, at) || (isSubjectPronoun(tokens[next]) && !beginsSubordinate) ? next - at : 0;
  return word !== "so" &&
    word !== "&" &&
    !isWhether &&
    hasVerb(tokens, from, at) &&
    isSubjectPronoun(tokens[next]) &&
    isOrderAt(tokens, from)
    ? next - at
    : 0;
}

/** "the book she reserved, The Glass Orchard, is missing": the verb of the noun follows the second comma. */
export function isApposed(tokens: Token[], at: number): boolean {
  const end = tokens.findIndex(({ text }, i) => i > at && text === ",");
  return (
    end > at + 1 &&
    end <= at + 8 &&
    /^\p{L}/u.test(tokens[at + 1]?.text ?? "") &&
    /^(?:is|was|are|were|has|have|had|will|can|cannot|must|should|could|would|needs|does|did)$/.test(
      lowerOf(tokens[end + 1]),
    ) &&
    tokens.slice(at + 1, end).every((token) => !isVerbal(token) && token.pos !== "PRON" && token.pos !== "SCONJ")
  );
}

function isInBrackets(tokens: Token[], from: number, at: number): boolean {
  let depth = 0;
  for (let i = from; i < at; i++)
    depth = Math.max(0, depth + (tokens[i]?.text === "(" ? 1 : tokens[i]?.text === ")" ? -1 : 0));
  return depth > 0;
}

const hasVerb = (tokens: Token[], from: number, to: number) =>
  tokens.slice(from, to).some((token) => isVerbal(token) || isOrderAt(tokens, tokens.indexOf(token)));

/** Whether the order so far asks the reader to do something, so that a verb after "and" is the reader's. */
function hasInfinitive(tokens: Token[], from: number, to: number): boolean {
  for (let i = from + 1; i < to - 1; i++) {
    if (lowerOf(tokens[i]) === "to" && isVerbal(tokens[i + 1])) return true;
    if (/^(?:whether|if|who|when|how|what|that)$/.test(lowerOf(tokens[i]))) return true;
  }
  return false;
}
