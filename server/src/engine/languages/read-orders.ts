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
  const shift = mayShift(read, grammar) ? grammar.address : [];
  return {
    ...read,
    said: read.said.map((part) => ({
      ...part,
      text: shift.reduce((text, [third, second]) => text.replace(third, second), part.text),
    })),
  };
}

/** Not after "28.3." or "Dr.", and only before a capital letter, a number or another script. */
const sentencesOf = (text: string) =>
  text
    .split(/(?<=[^\d\s.]{3}[.!?…])\s+(?=[\p{Lu}\p{Lo}¿¡"'(\d])|(?<=[।?])\s+|\n+/u)
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
  if (order.to && read.reader.kind === "unknown" && !read.reader.name) read.reader = readerOf(order.to, grammar);
  const { act, link } = order;
  if (link === "alone") {
    read.said.push({ act, link, text: "", isList: false });
    if (order.thing) read.said.push({ act, link: "thing", text: order.thing, isList: false });
    sayNotes(order.rest, grammar, read);
    return;
  }
  if (order.thing) {
    read.said.push({ act, link, text: order.thing, isList: false });
    sayNotes(order.rest, grammar, read);
    return;
  }
  const [first = "", ...others] = partsOf(order.rest, grammar);
  read.said.push({ act, link, text: first, isList: false });
  for (const part of [...others, ...(order.more ? partsOf(order.more, grammar) : [])]) sayPart(part, grammar, read);
}

function sayPart(part: string, grammar: Grammar, read: ForeignIntent) {
  const text = part.replace(/^[\s,;]+/, "").trim();
  if (!text || grammar.style.test(text.replace(/[.!।]+$/u, ""))) return;
  if (orderIn(text.replace(/[.!।]+$/u, ""), grammar)) readSentence(text, grammar, read);
  else read.said.push({ act: undefined, link: "alone", text, isList: false });
}

/** Notes after "to X:". Three or more short ones become a list. */
function sayNotes(notes: string, grammar: Grammar, read: ForeignIntent) {
  if (!notes) return;
  const items = notes.split(/,\s+|;\s+/).map((item) => item.trim());
  const isList = items.length >= 3 && items.every((item) => item.length < 90);
  if (!isList) for (const part of partsOf(notes, grammar)) sayPart(part, grammar, read);
  else for (const text of items) read.said.push({ act: undefined, link: "alone", text, isList: true });
}

function orderIn(text: string, { orders }: Grammar) {
  for (const { act, link, pattern } of orders) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const { to = "", rest = "", thing = "", more = "" } = groups;
    return { act, link, to: to.trim(), rest: rest.trim(), thing: thing.trim(), more: more.trim() };
  }
  return undefined;
}

/** Splits a text before a further order and before a part that is a sentence of its own. */
function partsOf(text: string, grammar: Grammar): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const joint of text.matchAll(joints)) {
    const next = text.slice(joint.index + joint[0].length);
    const isComma = joint[0].startsWith(",");
    if (!orderIn(next.replace(/[.!।]+$/u, ""), grammar) && !(isComma && grammar.begins.test(next))) continue;
    parts.push(text.slice(from, joint.index));
    from = joint.index + joint[0].length;
    if (parts.length > 20) break;
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter(Boolean);
}

const joints = /,\s+(?:(?:y|e|et|und|aur|और)\s+)?|\s+(?:y|e|et|und|aur|और)\s+/giu;

function readerOf(given: string, { determiner, group, name = (text) => text }: Grammar): ForeignReader {
  const text = name(given.trim());
  if (group.test(text)) return { kind: "group", name: "" };
  if (determiner.test(text) || !isName(text)) return { kind: "unknown", name: text };
  return { kind: "name", name: text };
}

// Latin names have a capital letter, except in notes typed in small letters: a single word then counts, or one before "ji".
const isName = (text: string) =>
  /\p{Lu}|\p{Lo}/u.test(text) ||
  /^\p{Ll}+(?:\s+(?:ji|bhai|sir|madam|sahab|didi))$/u.test(text) ||
  /^\p{Ll}{3,12}$/u.test(text);

/** Words in the third person are about the reader if the reader is known and no other person is named. */
function mayShift({ reader, said }: ForeignIntent, { determiner }: Grammar) {
  if (reader.kind !== "name") return false;
  const text = said.map((part) => part.text).join(" ");
  return !/(?:\b(?:Frau|Herrn?|Mme|Mlle|Sra?|Dra?|Mrs?|Ms)\.?\s\p{Lu}|(?:श्री|श्रीमती|डॉ)\.?\s)/u.test(
    text.replace(determiner, ""),
  );
}
