import { isGroupWord, isInstitution, isPluralNoun, isRole } from "../intents/addressee.ts";
import { isThingAt } from "../intents/directive.ts";
import type { Reader } from "../intents/reader.ts";
import { verbRule } from "../intents/verbs.ts";
import { isDateWord, isVerbal, lowerOf, wordsIn } from "../intents/words.ts";
import type { Token } from "../text/parts-of-speech.ts";

/** Why a sentence must not be sent as it is. */
export type Fault = "order" | "pronoun" | "reader" | "join";

type Surroundings = {
  reader: Pick<Reader, "name" | "isPerson">;
  /** The text of the mail before the sentence. */
  before: string;
};

/** Returns the fault that makes a finished sentence wrong or doubtful. Words in brackets and quotation marks are not checked. */
export function faultOf(sentence: string, { reader, before }: Surroundings): Fault | undefined {
  const text = bare(sentence);
  const tokens = wordsIn(text);
  if (tokens.length === 0) return undefined;
  if (isOrder(text, tokens)) return "order";
  if (broken.some((pattern) => pattern.test(text))) return "join";
  if (namesReader(text, reader)) return "reader";
  return hasLonePronoun(tokens, wordsIn(bare(before))) ? "pronoun" : undefined;
}

/** The text without quotations, blanks and merge tokens. */
const bare = (text: string) =>
  text.replace(/"[^"\n]*"|“[^”\n]*”|\[[^\]\n]*\]/g, (part) => (part.startsWith("[") ? "" : "this")).trim();

// Verbs that begin a polite sentence of the writer to the reader.
const polite =
  /^(?:please|thank|thanks|let|welcome|congratulations|happy|see|note|wish|best|dear|hope|looking|sorry|could|can|would|will|do|does|did|is|are|was|were|have|has|may|shall|should)$/;
const speech =
  "(?:ask|tell|remind|inform|notify|push|press|chase|nudge|urge|warn|assure|thank|invite|congratulate|convince|persuade|apologi[sz]e to|write(?: to)?|reply to|mail|e-?mail|explain to|confirm to|report to|forward to|refer to)";
const innerOrder = new RegExp(
  `(?:^|[,;:–-] |(?:^|[,;:.] ?)(?:and|but|then|also|so|maybe|or) )${speech} (?:him|her|them|you|\\p{Lu}\\p{L}+|the \\p{L}+ (?:that|to|if|whether|for|about))(?![\\p{L}])`,
  "u",
);
const joinedOrder = new RegExp(`\\b(?:and|then) ${speech} you\\b`, "u");

/** An order that the writer was given: "Push him to …", "own it: …", "To all managers.". */
function isOrder(text: string, tokens: Token[]): boolean {
  if (/^(?:to|for|from) (?:all|the|our|my|every\p{L}*)\s[^,.:]{2,40}[.:]$/iu.test(text)) return true;
  if (/^(?:to|for) (?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}-]+ (?:that|if|whether|about)\b/iu.test(text)) return true;
  if (joinedOrder.test(text) && !/^(?:I|we)\b/i.test(text)) return true;
  if (/^thank you\b/i.test(text)) return false;
  // "We went with another roofer, but keep you warm": no modal before the verb, so that the order is the writer's.
  const toReader =
    /,? (?:but|and|then) (\p{Ll}+) you\b(?! (?:are|were|can|could|will|would|have|should|must|may|did|do)\b)/u.exec(
      text,
    );
  if (
    toReader?.[1] &&
    verbal(toReader[1]) &&
    !/\b(?:will|would|can|could|may|might|must|should|shall|to|please|not|let|['’]ll|['’]d)\b/i.test(
      text.slice(0, toReader.index),
    )
  )
    return true;
  // After "Could you please" an inner order is the reader's: "check the list and tell Anna".
  if (
    innerOrder.test(text.charAt(0).toLowerCase() + text.slice(1)) &&
    !/^(?:Could|Can|Would|Please|I would like to ask you)\b/.test(text)
  )
    return true;
  return beginsWithOrder(tokens);
}

const verbal = (word: string) => {
  const [, token] = wordsIn(`to ${word} it`);
  return token !== undefined && token.text === word && token.pos === "VERB" && token.lemma === word;
};

/** A sentence begins with a capital letter, a noun in notes does not. */
const lowered = ([first, ...rest]: Token[]): Token[] =>
  first ? [{ ...first, text: first.text.toLowerCase() }, ...rest] : [];

function beginsWithOrder(tokens: Token[]): boolean {
  let at = 0;
  while (/^(?:and|but|then|also|so|maybe|just|perhaps|first|firstly|finally|,)$/.test(lowerOf(tokens[at]))) at++;
  const first = tokens[at];
  const next = tokens[at + 1];
  const word = lowerOf(first);
  if (!first || polite.test(word) || isThingAt(lowered(tokens), at)) return false;
  if (/^(?:don't|never)$/.test(word)) return true;
  // "own it", "book them": a verb, whatever the tagger takes it for.
  const actsOn =
    /^(?:him|them|it)$/.test(lowerOf(next)) &&
    /^(?:ADJ|NOUN|PROPN|VERB)$/.test(first.pos) &&
    !isConjugated(first) &&
    !isConjugated(tokens[at + 2] ?? first);
  const isBase = actsOn || (word === first.lemma && (first.pos === "VERB" || verbRule(word) !== undefined));
  if (!isBase || !next || next.pos === "PUNCT") return isBase && next?.text === "!";
  // "Order 5590." is a thing.
  if (/\d/.test(next.text) && (tokens[at + 2] === undefined || tokens[at + 2]?.pos === "PUNCT")) return false;
  if (isVerbal(next) || /^(?:of|from|was|is|by)$/.test(lowerOf(next))) return false;
  if (verbRule(word)?.isSpeech) return true;
  const takesObject =
    /^(?:DET|PRON|SCONJ|PART)$/.test(next.pos) || /^(?:my|our|your|his|her|their|all|every)$/.test(lowerOf(next));
  // "Work stops at five" and "answer to Holm is due" are statements, "merge freeze from noon" is a thing.
  return (
    takesObject ||
    (!(verbRule(word) === undefined && next.pos === "NOUN") && !tokens.slice(at + 1, at + 12).some(isConjugated))
  );
}

const isConjugated = (token: Token) =>
  token.pos === "AUX" || (token.pos === "VERB" && token.text.toLowerCase() !== token.lemma && !/ing$/.test(token.text));

// Joins that no sentence has: an article before a verb or another article, a request for a wish, a doubled word.
const broken = [
  /\b(?:[Tt]he|an?) (?:but|and|or|if|that|because|is|are|was|were|has|have|will|can|could|would|should|must|to|for|from|with|he|she|they|we|I|you|him|them|then|not|when|until|before|who|which|the|a|an|my|our|your|his|their|this|these|no)\b(?! (?:one|longer|time|first))/,
  /\b(?:Could|Can|Would) you (?:please )?(?:want|need|wish|hope|am|are|is|was|the|a|an|your|be (?:able|sorry|angry)|have to|should|must|will|not)\b/i,
  /\b(?:Could|Would) you (?:please )?(?:let|tell) (?:me|us) (?:(?:the|a|an) )?(?:then|now|also|again|too|know)\?/i,
  /\byou (?:is|was|has|does|wants|needs|hasn't|isn't|wasn't|doesn't|says|asks|thinks|gets|pays|goes|comes|owes|keeps)\b/i,
  /(?<![\w-])(I|we|you|he|she|they|to|the|a|an|of|for|and|is|are|was|at|with) \1\b/i,
  /\b(?:apologize|apologies|sorry|thank you) (?:very much )?for (?:the |that )?(?:but|if|he|she|they|we|I)\b/i,
  /\bask for (?:no|not|if|whether|that|him|her|them|you)\b/i,
  /\b(?:to|for|with|from|at|of|the|a|an|and|or|but|because|whether|my|our|your)[.?!;]/i,
  /\bI do not (?:mix|contact|scan|mention|forget|use|bring)\b/i,
  /[,;:]\s*[,;:.]|\(\s*\)/,
  // A verb that was lost: "You by 212.40", "We apologize for and say", "about no to Marcus re."
  /^(?:You|We|I) (?:by|of|for|with|from|at|than)\b/,
  /\b(?:for|about|of|from) and\b/i,
  // Forms of hurried typing and labels that were not read.
  /(?<!\p{L})(?:cld|shd|frm|attn|fao|w\/out|w\/|cust)(?!\p{L})/iu,
  /\babout (?:no|yes) to\b|\bre[.!?]/,
];

/** The greeted person is spoken of as if they did not read the mail. */
function namesReader(text: string, { name, isPerson }: Surroundings["reader"]): boolean {
  if (!isPerson || name === "" || name.startsWith("{")) return false;
  const names = name.split(/\s+/).filter((word) => /^\p{Lu}\p{Ll}/u.test(word) && !titled.test(word));
  return names.some((word) => {
    const found = new RegExp(`(?<![\\p{L}@.-])${word.replace(/[^\p{L}]/gu, ".")}(?:['’]s)?(?![\\p{L}@-])`, "u").exec(
      text,
    );
    if (!found) return false;
    // "Ana Petrov" is another person than the greeted "Mr Petrov"; "Petrov GmbH" is a firm; "Nina, could you" calls the reader.
    const previous = text.slice(0, found.index).trimEnd().split(/\s+/).at(-1) ?? "";
    const after = text.slice(found.index + found[0].length);
    const isOther = /^\p{Lu}\p{Ll}+$/u.test(previous) && !titled.test(previous) && !/[.!?]$/.test(previous);
    return !isOther && !/^,/.test(after) && !/^ (?:\p{Lu}|[&])/u.test(after);
  });
}
const titled =
  /^(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Lord|Lady|Sir|Madam|Miss|Rev|Father|Captain|Chef|Coach|The|Our|And)\.?$/;

/** "he", "her" or "they" without anybody before it who is meant. */
function hasLonePronoun(tokens: Token[], before: Token[]): boolean {
  let person = before.some((token, i) => isPerson(token, before[i - 1]));
  let group = person || before.some(isGroup);
  for (const [i, token] of tokens.entries()) {
    const word = lowerOf(token);
    if (/^(?:he|she|him|her|his|hers|himself|herself|(?:he|she)'(?:s|ll|d))$/.test(word) && !person) return true;
    if (/^(?:they|them|their|theirs|themselves|they'(?:re|ll|ve|d))$/.test(word) && !group) return true;
    person ||= isPerson(token, tokens[i - 1]);
    group ||= person || isGroup(token);
  }
  return false;
}

const human =
  /^(?:(?:grand)?(?:father|mother|son|daughter|child)|brother|sister|husband|wife|uncle|aunt|dad|mum|mom|parent|baby|boy|girl|kid|man|woman|guy|lady|gentleman|person|dog|cat|horse|cow|puppy|kitten|nephew|niece|cousin|toddler|resident|visitor|who|whoever|someone|somebody|anyone|anybody|everyone|everybody|nobody)$/i;

const isPerson = (token: Token, previous: Token | undefined) =>
  (token.pos === "PROPN" && /^\p{Lu}[\p{L}'’.-]*\p{Ll}/u.test(token.text) && !isDateWord(token.text)) ||
  human.test(token.text) ||
  (token.pos === "NOUN" && isRole(token.text) && !isInstitution(token.text)) ||
  (token.pos === "NOUN" &&
    /(?:ist|ian|ee|man|woman|eur)$/i.test(token.text) &&
    /^(?:DET|PRON|NOUN|ADJ)$/.test(previous?.pos ?? "") &&
    /^(?:the|a|an|my|our|your|this|new)$/.test(lowerOf(previous)));

const isGroup = (token: Token) =>
  isGroupWord(token.text) ||
  isInstitution(token.text) ||
  (token.pos === "NOUN" && isPluralNoun(token.text)) ||
  /^\p{Lu}{2,}$/u.test(token.text);

/** Numbers, names and dates of the writer's words that the draft does not hold. */
export function missingFacts(words: string, draft: string): string[] {
  const there = normal(draft);
  const numbers = words.match(/\d+(?:[.,:/]\d+)*/g) ?? [];
  const names = (words.match(/(?<=[\p{L}\d,)] )\p{Lu}[\p{L}'’-]*\p{Ll}[\p{L}-]*/gu) ?? []).map((name) =>
    name.replace(/['’]s$|-+$/, ""),
  );
  return [...new Set([...numbers, ...names])].filter((fact) => {
    const wanted = normal(fact);
    const start = /^\d/.test(wanted) ? "(?<!\\d)" : "(?<!\\p{L})";
    return !new RegExp(
      `${start}${wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}${/\d$/.test(wanted) ? "(?!\\d)" : ""}`,
      "u",
    ).test(there);
  });
}

const normal = (text: string) => text.toLowerCase().replace(/’/g, "'").replace(/\s+/g, " ");

/** Sentences that say again what an earlier one said. */
export function hasDoubledSentence(sentences: string[]): boolean {
  const seen = sentences.map((sentence) => new Set(normal(sentence).match(/[\p{L}\d]{3,}/gu) ?? []));
  return seen.some(
    (words, at) =>
      words.size >= 5 &&
      seen
        .slice(0, at)
        .some(
          (earlier) => earlier.size >= 5 && [...words].filter((word) => earlier.has(word)).length >= words.size * 0.85,
        ),
  );
}
