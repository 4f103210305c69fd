// Reads an intent in another language: the orders in it, their reader, and the user's own sentences.
import type { OrderAct, OrderLanguage, OrderLink } from "../sentences/orders.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import type { Grammar } from "./grammar.ts";
import { hindi } from "./hindi.ts";
import { hinglish } from "./hinglish.ts";
import { portuguese } from "./portuguese.ts";
import { spanish } from "./spanish.ts";

const grammars: Record<OrderLanguage, Grammar> = {
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  hi: hindi,
  hinglish,
};

/** What is said to the reader: an order's act with its rest, or a sentence of the user's own. */
export type Said = { act: OrderAct | undefined; link: OrderLink; text: string; isList: boolean };
export type ForeignReader = { kind: "name" | "group" | "unknown"; name: string };
export type ForeignIntent = { reader: ForeignReader; said: Said[]; hasOrder: boolean };

export function readOrders(intent: string, language: OrderLanguage): ForeignIntent {
  const grammar = grammars[language];
  const read: ForeignIntent = { reader: { kind: "unknown", name: "" }, said: [], hasOrder: false };
  for (const sentence of sentencesOf(intent)) readSentence(sentence, grammar, read);
  const mayTurn = mayShift(read, grammar);
  const shift = mayTurn ? grammar.address : [];
  return {
    ...read,
    said: read.said.map((part) => ({
      ...part,
      text: shift.reduce(
        (text, [third, second]) => text.replace(third, second),
        mayTurn && part.act ? (grammar.clause?.(part.text) ?? part.text) : part.text,
      ),
    })),
  };
}

/** Not after "28.3." or "Dr.", and only before a capital letter, a number or another script. */
const sentencesOf = (text: string) =>
  text
    .split(
      /(?<=[^\d\s.]{3}[.!?…])(?<!(?:Sra|Dra|Mme|Prof|Ing|Lic|Mrs|bzw|ca)\.)\s+(?=[\p{Lu}\p{Lo}¿¡"'(\d])|(?<=[।?])\s+|\n+/u,
    )
    .map((sentence) => sentence.trim())
    .filter(Boolean);

function readSentence(sentence: string, grammar: Grammar, read: ForeignIntent) {
  const bare = sentence.replace(/[.!।]+$/u, "").trim();
  if (grammar.style.test(bare)) return;
  const order = orderIn(bare, grammar);
  if (!order) {
    for (const part of partsOf(sentence.replace(/[.।]+$/u, ""), grammar)) sayPart(part, grammar, read);
    return;
  }
  read.hasOrder = true;
  if (order.to && read.reader.kind === "unknown" && !read.reader.name) read.reader = readerOf(order, grammar);
  const { link } = order;
  if (link === "alone" || order.thing) {
    read.said.push({ act: order.act, link, text: order.thing, isList: false });
    sayNotes(order.rest, grammar, read);
    return;
  }
  // A statement keeps the phrases after it. A question or a noun phrase ends before them.
  const [first = "", ...others] = partsOf(order.rest, grammar, link === "that");
  const act = link === "that" && grammar.wish?.test(first) && order.act !== "thank" ? "request" : order.act;
  read.said.push({ act, link, text: first, isList: false });
  for (const part of [
    ...others,
    ...(order.more ? partsOf(order.more.replace(/^[\s,;]+|^\s*(?:aur|और)\s+/u, ""), grammar) : []),
  ])
    sayPart(part, grammar, read);
}

function sayPart(part: string, grammar: Grammar, read: ForeignIntent) {
  const text = part.replace(/^[\s,;]+/, "").trim();
  if (!text || grammar.style.test(text.replace(/[.!।]+$/u, ""))) return;
  const wished = /^(?:que)\s+(?<rest>.*)$/su.exec(text)?.groups?.rest;
  if (orderIn(text.replace(/[.!।]+$/u, ""), grammar)) readSentence(text, grammar, read);
  else if (wished && grammar.wish?.test(wished))
    read.said.push({ act: "request", link: "that", text: wished, isList: false });
  else read.said.push({ act: undefined, link: "alone", text: asked(text, grammar), isList: false });
}

const asked = (text: string, { question }: Grammar) =>
  question?.test(text) && !/[?!.।]$/u.test(text) ? `${text}?` : text;

/** Notes after "to X:". Three or more phrases without a verb become a list. */
function sayNotes(notes: string, grammar: Grammar, read: ForeignIntent) {
  if (!notes) return;
  const items = notes.split(/,\s+|;\s+/).map((item) => item.trim());
  const phrases = items.filter(
    (item) => item.length < 90 && !isSentence(item, grammar) && !grammar.question?.test(item),
  );
  const isList = phrases.length >= 3 && phrases.length >= items.length - 2 && items.length <= 30;
  if (!isList) for (const part of partsOf(notes, grammar)) sayPart(part, grammar, read);
  else
    for (const item of items.filter((item) => !grammar.style.test(item.replace(/[.!।]+$/u, ""))))
      if (/\?$/.test(item)) read.said.push({ act: undefined, link: "alone", text: item, isList: false });
      else read.said.push({ act: undefined, link: "alone", text: item, isList: true });
}

function orderIn(text: string, { orders, notReader }: Grammar) {
  for (const { act, link, pattern } of orders) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const { to = "", by = "", rest = "", thing = "", more = "" } = groups;
    if (to && (notReader.test(to) || to.trim().split(/\s+/).length > 7)) continue;
    return { act, link, to: to.trim(), by, rest: rest.trim(), thing: thing.trim(), more: more.trim() };
  }
  return undefined;
}

const isSentence = (text: string, { begins, finite, joins }: Grammar) =>
  !joins.test(text) && (begins.test(text) || finite.test(text));

/**
 * Splits a text before a further order, a wish, an instruction about the style and a sentence of its own. A phrase without a verb
 * stays with the sentence before it, except with the first part if that may not grow.
 */
function partsOf(text: string, grammar: Grammar, mayGrow = true): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const joint of text.matchAll(joints)) {
    if (joint.index < from || isInBrackets(text.slice(from, joint.index))) continue;
    const next = text.slice(joint.index + joint[0].length);
    const isComma = joint[0].startsWith(",");
    const phrase = (/^.*?(?=,\s|$)/su.exec(next)?.[0] ?? next).replace(/[.!।]+$/u, "");
    const wished = /^que\s+(?<rest>.*)$/su.exec(next)?.groups?.rest;
    const isNew =
      orderIn(next.replace(/[.!।]+$/u, ""), grammar) ||
      (wished && grammar.wish?.test(wished)) ||
      (isComma &&
        (grammar.style.test(phrase) ||
          isSentence(phrase, grammar) ||
          (grammar.question?.test(phrase) && !grammar.joins.test(phrase)) ||
          (!mayGrow && parts.length === 0 && !grammar.joins.test(phrase))));
    if (!isNew) continue;
    parts.push(text.slice(from, joint.index));
    from = joint.index + joint[0].length;
    if (parts.length > 20) break;
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter(Boolean);
}

const isInBrackets = (text: string) => text.lastIndexOf("(") > text.lastIndexOf(")");

const joints = /,\s+(?:(?:y|e|et|und|aur|और)\s+)?|\s+(?:y|e|et|und|aur|और)\s+/giu;

function readerOf(
  given: { to: string; by: string },
  { determiner, group, article, name = (text) => text }: Grammar,
): ForeignReader {
  const text = name(given.to.trim());
  if (group.test(text)) return { kind: "group", name: "" };
  const isRole = determiner.test(text) || (article?.test(given.by) && !title.test(text)) || /^\p{Lu}{2,4}$/u.test(text);
  // An article inside the preposition ("al seguro", "ao hotel") or a lower-case word after one is a role.
  const isCommon = /^(?:al|au|ao|à|auprès)\s/iu.test(given.by) && !/\p{Lu}/u.test(text) && !title.test(text);
  const isBareWord = /^\p{Ll}+$/u.test(text) && /l['’]$/u.test(given.by);
  if (isRole || isBareWord || (isCommon && !/^à\s/iu.test(given.by)) || !isName(text))
    return { kind: "unknown", name: text };
  return { kind: "name", name: text };
}

const title =
  /^(?:Sra?|Dra?|Don|Doña|D|señora?|doctora?|profesora?|senhora?|doutora?|M|Mme|Monsieur|Madame|Prof|Maître|Herrn?|Frau)(?!\p{L})/iu;

// Latin names have a capital letter, except in notes typed in small letters: a single word then counts, or one before "ji".
const isName = (text: string) =>
  /\p{Lu}|\p{Lo}/u.test(text) ||
  /^\p{Ll}+(?:\s+(?:ji|bhai|sir|madam|sahab|didi))$/u.test(text) ||
  /^\p{Ll}{3,12}$/u.test(text);

/** Words in the third person are about the reader if the reader is known and no other person is named. */
function mayShift({ reader, said }: ForeignIntent, { determiner }: Grammar) {
  const text = said.map((part) => part.text).join(" ");
  // A role is the only person if no name stands inside a sentence.
  if (reader.kind === "group" || (reader.kind === "unknown" && (!reader.name || /\S\s+\p{Lu}\p{Ll}/u.test(text))))
    return false;
  return !/(?:\b(?:Frau|Herrn?|Mme|Mlle|Sra?|Dra?|Mrs?|Ms)\.?\s\p{Lu}|(?:श्री|श्रीमती|डॉ)\.?\s)/u.test(
    text.replace(determiner, ""),
  );
}
