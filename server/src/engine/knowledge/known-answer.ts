// Answers a question from facts and answers of the user or the company, if they fit without doubt.
import { sentencesOf } from "../text/sentences.ts";
import { contentStems } from "../text/words.ts";
import type { OfferedPiece } from "./offered-piece.ts";

export type KnownAnswer = { text: string; piece: OfferedPiece };

type Asked = "time" | "price" | "duration" | "person" | "place" | "yes-no" | "other";

/** Words that say only that something is asked. */
const empty = new Set(
  contentStems(
    "please tell know let question ask wonder want need like would kindly could send give advise confirm say hello thanks thank regards currently now today much many long possible us me whether",
  ),
);
/** "When do you open" and "opening hours" ask for the same; so do "cost" and "price". */
const synonyms = new Map(
  [
    ["price", "cost", "fee", "charge", "tariff", "rate"],
    ["open", "opening"],
    ["ship", "deliver", "delivery", "shipping", "shipment", "dispatch"],
    ["guarantee", "warranty"],
    ["phone", "telephone"],
    ["location", "address", "located"],
    ["refund", "reimburse"],
    // "How long does it take" asks for a time.
    ["time", "take", "last"],
  ].flatMap((words) => words.map((word): [string, string] => [stemOf(word), stemOf(words[0] ?? word)])),
);

/**
 * The answer whose question has the same words and asks for the same thing, or the sentence of a fact, page or file that has all words and
 * a value of the asked kind. Undefined if nothing fits, or if two entries say different things.
 */
export function knownAnswer(question: string, pieces: OfferedPiece[]): KnownAnswer | undefined {
  const stems = keyWords(question);
  const asked = askedThing(question);
  if (stems.size === 0) return undefined;
  const answers = pieces.flatMap((piece) => {
    const text = piece.kind === "qa" ? fromAnswer(stems, asked, piece) : fromFact(stems, asked, piece);
    return text ? [{ text, piece }] : [];
  });
  const [first] = answers;
  // Two entries that differ: the user has to decide.
  return first && answers.every(({ text }) => text === first.text) ? first : undefined;
}

const enough = 0.75;
const longestAnswer = 600;

function fromAnswer(asked: Set<string>, thing: Asked, { heading, text }: OfferedPiece): string | undefined {
  const known = keyWords(heading);
  const shared = sharedOf(asked, known);
  const hasEnough = shared >= Math.min(2, asked.size, known.size) && shared > 0;
  const isStrong = shared / asked.size >= enough && shared / known.size >= enough;
  const isOfOneWord = known.size === 1 && asked.size > 1;
  const knownThing = askedThing(heading);
  const fits = thing === knownThing || thing === "other" || knownThing === "other";
  if (!hasEnough || !isStrong || isOfOneWord || !fits || !haveSameNumbers(asked, known)) return undefined;
  return text.length <= longestAnswer ? oneParagraph(text) : undefined;
}

/** A fact may be named as the question names it: "Payment terms". */
function fromFact(asked: Set<string>, thing: Asked, { kind, title, text }: OfferedPiece): string | undefined {
  const isNamed = kind === "fact" && asked.size > 1 && isSame(asked, keyWords(title));
  const isOfKind = [askedThing(title), "other"].includes(thing) || values[thing]?.test(text);
  if (isNamed && isOfKind && text.length <= longestAnswer) return oneParagraph(text);
  if (thing === "other") {
    const sentences = sentencesOf(text);
    return (
      sentences.find((sentence) => isWhole(sentence) && isDefinition(sentence, asked)) ??
      sentences.find((sentence) => (kind === "fact" || isWhole(sentence)) && saysTerm(sentence, asked))
    );
  }
  const value = values[thing];
  if (!value) return undefined;
  if (thing === "time" && isAboutOpening(asked))
    return openingSentence(
      sentencesOf(text).filter((sentence) => kind === "fact" || isWhole(sentence)),
      asked,
    );
  if (asked.size < 2) return undefined;
  // The value says the kind: "Delivery to Norway is within 5 days" need not say "time".
  const needed = new Set([...asked].filter((stem) => stem !== kindWord[thing]));
  const words = needed.size < 2 ? asked : needed;
  return sentencesOf(text).find((sentence) => {
    // Files and pages have lines of tables, headings and cut sentences, too.
    if (kind !== "fact" && !isWhole(sentence)) return false;
    const known = keyWords(sentence);
    return sharedOf(words, known) === words.size && value.test(sentence) && !/\?\s*$/.test(sentence);
  });
}

/** "The minimum order is 100 pieces." says what the minimum order is. */
function isDefinition(sentence: string, asked: Set<string>) {
  const [, thing] = /^((?:The|Our|Your|My) [^,;:.?!]{2,100}?) (?:is|are) /.exec(sentence) ?? [];
  return thing !== undefined && isSame(asked, keyWords(thing));
}

const durationValue =
  /(?:\d|\b(?:one|two|three|four|five|six|seven|ten|twelve)\b)[\s-]*(?:(?:working|business|calendar)[\s-])?(?:minute|hour|day|week|month|year)/i;

/** Terms of trade that are said with a value: what our warranty is, is how long it lasts. */
const termValues: [Set<string>, RegExp][] = [
  [keyWords("warranty validity notice retention"), durationValue],
  [keyWords("deposit discount commission prepayment"), /\d\s?%|\bper ?cent\b/i],
];
/** The sentence may say another value: until when it is claimed, or when it does not hold. */
const otherMatter =
  /\b(?:claim\w*|within|after|before|until|void|except|unless|not|no|without|exten\w+|expires?|repair\w*|if)\b|n['’]t\b|\?\s*$/i;

/** "Boxes have a warranty of 12 months." says what the warranty for boxes is. */
function saysTerm(sentence: string, asked: Set<string>) {
  const value = termValues.find(([terms]) => [...asked].some((stem) => terms.has(stem)))?.[1];
  const isNamed = asked.size > 1 && sharedOf(asked, keyWords(sentence)) === asked.size;
  return isNamed && !!value?.test(sentence) && !otherMatter.test(sentence);
}

const premises = keyWords("shop store office");
const openingWords = new Set([...premises, ...keyWords("open hour business working company")]);
/** "When are you open", "our opening hours": of no place and no day of its own. */
const isAboutOpening = (asked: Set<string>) =>
  [...asked].every((stem) => openingWords.has(stem)) && (asked.has(stemOf("open")) || asked.has(stemOf("hours")));

/** "Our shop is open Monday to Friday from 9 to 6." A warehouse or a single day has hours of its own. */
const opening =
  /^(?:we(?: are|['’]re)? open|(?:our|the) (?:shop|store|office|business|company)s?(?: is| are)? opens?|(?:(?:our|the) )?(?:opening|business|office|working) (?:hours|times)(?: are|:| is)?) /i;

/** The one sentence that says when they are open. The office's hours are not the shop's. */
function openingSentence(sentences: string[], asked: Set<string>): string | undefined {
  const said = sentences.filter((sentence) => opening.test(sentence) && !/\bnot\b|\?\s*$/i.test(sentence));
  const [only, ...others] = said;
  if (!only || others.length > 0 || !/\d.*\d|\bnoon\b|\bmidnight\b/i.test(only)) return undefined;
  const known = keyWords(only);
  const isOfPremises = [...premises].some((stem) => known.has(stem));
  return !isOfPremises || [...premises].every((stem) => !asked.has(stem) || known.has(stem)) ? only : undefined;
}

const longestSentence = 300;
const isWhole = (sentence: string) =>
  sentence.length <= longestSentence && /^["“(]?[\p{Lu}\p{N}].*\p{L}.*[.!]["”)]?$/u.test(sentence);

const money = /(?:[€$£₹¥]|\b(?:rs|inr|eur|usd|gbp|euros?|dollars?|rupees?|pounds?|lakhs?)\b\.?)/i;
/** The pattern that a sentence must match to answer a question of the kind. */
const values: Partial<Record<Asked, RegExp>> = {
  time: /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bnoon\b|\bmidnight\b/i,
  price: new RegExp(`${money.source}\\s?\\d|\\d[\\d.,]*\\s?${money.source}`, "i"),
  duration: durationValue,
};

const kindWord: Partial<Record<Asked, string>> = { duration: stemOf("time"), time: stemOf("hours") };

function askedThing(question: string): Asked {
  const text = question.toLowerCase();
  if (
    /\b(?:delivery|lead|turnaround|processing|response|waiting) times?\b|\bhow long\b|\bhow many (?:days|weeks|months|years|hours)\b/.test(
      text,
    )
  )
    return "duration";
  if (/\bhow much\b|\bwhat\b.{0,60}\b(?:cost|price|fee|charge|rate)s?\b/.test(text)) return "price";
  if (
    /\bwhen\b|\bwhat time\b|\bwhat (?:are|is) .{0,40}\bhours?\b|\bwhat (?:our|the|your) .{0,40}\bhours are\b|\b(?:which|what) days?\b/.test(
      text,
    )
  )
    return "time";
  if (/\bwho(?:m|se)?\b/.test(text)) return "person";
  if (/\bwhere\b/.test(text)) return "place";
  if (
    /^(?:and |also |so |but )?(?:do|does|did|is|are|can|could|will|would|have|has|may|should|whether|if)\b/.test(
      text.trim(),
    )
  )
    return "yes-no";
  return "other";
}

function keyWords(text: string): Set<string> {
  const stems = contentStems(text).filter((stem) => !empty.has(stem));
  return new Set(stems.map((stem) => synonyms.get(stem) ?? stem));
}

function stemOf(word: string): string {
  return contentStems(word)[0] ?? word;
}

/** Whether a text has nearly all words of another, apart from words that only ask. */
export function sharesWords(of: string, text: string): boolean {
  const words = keyWords(of);
  // "How long it lasts" is said by its value.
  if (words.size > 1) words.delete(stemOf("time"));
  return words.size > 0 && sharedOf(words, keyWords(text)) / words.size >= enough;
}

const sharedOf = (some: Set<string>, others: Set<string>) => [...some].filter((stem) => others.has(stem)).length;

const isSame = (some: Set<string>, others: Set<string>) =>
  some.size === others.size && sharedOf(some, others) === some.size;

/** "Pump 500" is not "Pump 600". */
function haveSameNumbers(some: Set<string>, others: Set<string>) {
  const numbers = (stems: Set<string>) => [...stems].filter((stem) => /\d/.test(stem));
  return numbers(some).every((stem) => others.has(stem)) && numbers(others).every((stem) => some.has(stem));
}

const oneParagraph = (text: string) => text.replaceAll(/\s*\n\s*/g, " ").trim();
