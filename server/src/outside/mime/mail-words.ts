// The search index entry of a mail, as the text form of a tsvector: subject (weight A), people (B), body and file names, and marks
// such as `from:` and `to:`.
import { eachWord, fold, keyOf, stemOf } from "#lib/tokenize.ts";
import type { IndexedMail, MailAddress, ParsedMail } from "./parsed-mail.ts";
import { readMail } from "./read-mail.ts";

/** The rest of a longer body is not indexed. */
export const maxBody = 256 << 10;
const maxPeople = 200;
/** PostgreSQL's limits: 1 MB for a tsvector, shared by words and marks, and 16,383 for a position. */
const maxBytes = 700_000;
const maxMarkBytes = 300_000;
const maxPosition = 16_383;

export type Findable = Pick<ParsedMail, "subject" | "from" | "to" | "cc" | "bcc" | "text" | "attachments"> &
  Partial<Pick<ParsedMail, "htmlText">>;

export function readIndexedMail(raw: Buffer, tag: string): IndexedMail {
  const mail = readMail(raw);
  return { mail, words: mailWords(mail, tag) };
}

/** Every word is prefixed with the owner's tag, so that the shared index keeps each owner's words together. */
export function mailWords(mail: Findable, tag: string): string {
  const vector = new Vector(tag);
  const { subject, people, text, htmlText, files } = searchedTexts(mail);
  const receivers = [...mail.to, ...mail.cc, ...mail.bcc];
  vector.read(subject, "A");
  vector.read(people, "B");
  vector.read(text, "");
  vector.read(htmlText, "");
  vector.read(files, "");
  if (hasFiles(mail)) vector.mark("has", "attachment");
  // Stop words are included, because in a subject they can matter ("IT", "The Who").
  for (const word of keysIn(subject)) vector.mark("subject", word);
  for (const word of personWords([mail.from])) vector.mark("from", word);
  for (const word of personWords(receivers)) vector.mark("to", word);
  return vector.toString();
}

/** The searched texts. A phrase does not match across two of them. */
export function searchedTexts(mail: Findable) {
  const everybody = [mail.from, ...mail.to, ...mail.cc, ...mail.bcc].slice(0, maxPeople);
  return {
    subject: mail.subject,
    people: everybody.map(({ name, address }) => `${name} ${address}`).join("\n"),
    text: mail.text.slice(0, maxBody),
    htmlText: mail.htmlText?.slice(0, maxBody) ?? "",
    files: mail.attachments.map(({ fileName }) => fileName).join("\n"),
  };
}

function keysIn(text: string): Set<string> {
  const keys = new Set<string>();
  eachWord(text, (word) => void keys.add(keyOf(word)));
  return keys;
}

/** Whether the mail has attachments other than inline pictures. */
export const hasFiles = ({ attachments }: Pick<ParsedMail, "attachments">) => attachments.some(({ inline }) => !inline);

/** Words with their positions, and marks without. */
class Vector {
  readonly #tag: string;
  readonly #positions = new Map<string, string>();
  #marks = "";
  #position = 0;
  #bytes = 0;
  #markBytes = 0;

  constructor(tag: string) {
    this.#tag = tag;
  }

  read(text: string, weight: "A" | "B" | "") {
    const positions = this.#positions;
    eachWord(text, (word) => {
      const stem = stemOf(word);
      const position = ++this.#position;
      if (stem === undefined) return false;
      const before = positions.get(stem);
      if (before === undefined) {
        this.#bytes += stem.length * 3 + 16;
        positions.set(stem, `${Math.min(position, maxPosition)}${weight}`);
      } else if (position <= maxPosition) {
        this.#bytes += 2;
        positions.set(stem, `${before},${position}${weight}`);
      }
      return this.#bytes > maxBytes;
    });
    // A gap, so that a phrase does not match across two texts.
    this.#position++;
  }

  mark(role: string, word: string) {
    const mark = `${this.#tag}${role}:${word}`;
    this.#markBytes += Buffer.byteLength(mark);
    // A mail that the database refuses would block the sync of all later ones.
    if (this.#markBytes <= maxMarkBytes) this.#marks += ` ${lexeme(mark)}`;
  }

  toString() {
    let text = "";
    for (const [word, positions] of this.#positions) text += `${this.#tag}${word}:${positions} `;
    return text + this.#marks;
  }
}

/** Quotes a lexeme of a tsvector or tsquery that has more than letters. */
export const lexeme = (word: string) => `'${word.replaceAll(/['\\]/g, "$&$&")}'`;

/**
 * Searches for people match prefixes of these: each word of the name, and the address from each of its words on. A word that is a
 * prefix of another one is left out.
 */
function personWords(people: MailAddress[]): string[] {
  const words = new Set<string>();
  for (const { name, address } of people.slice(0, maxPeople)) {
    eachWord(name, (word) => void words.add(word));
    for (const word of addressWords(address)) words.add(word);
  }
  const sorted = [...words].sort();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}

/** priya.nair@acme.test, nair@acme.test, acme.test. The last word alone is left out, unless it is the only one. */
function addressWords(address: string): string[] {
  const whole = plainAddress(address);
  const begins = [...whole.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ index }) => index);
  return begins.slice(0, Math.max(1, begins.length - 1)).map((at) => whole.slice(at, at + maxAddress));
}

const maxAddress = 100;

/** Keeps the characters of an address, without accents. */
export const plainAddress = (text: string) =>
  text
    .slice(0, 320)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}@._+-]+/gu, " ")
    .replaceAll(/[^ -~]+/g, fold)
    .trim();
