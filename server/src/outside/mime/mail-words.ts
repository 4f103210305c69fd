// What a mail is found by, as a vector of PostgreSQL's text search: subject (A) and people (B), then what it says, and people
// once more by their role.
import { eachWord, fold, keyOf, stemOf } from "#lib/tokenize.ts";
import type { IndexedMail, MailAddress, ParsedMail } from "./parsed-mail.ts";
import { readMail } from "./read-mail.ts";

/** The rest of a longer mail is not worth finding. */
export const maxBody = 256 << 10;
const maxPeople = 200;
/** PostgreSQL's: a vector holds a megabyte, of which marks have their share, and counts no further. */
const maxBytes = 700_000;
const maxMarkBytes = 300_000;
const maxPlace = 16_383;

export type Findable = Pick<ParsedMail, "subject" | "from" | "to" | "cc" | "bcc" | "text" | "attachments">;

export function readIndexedMail(raw: Buffer, tag: string): IndexedMail {
  const mail = readMail(raw);
  return { mail, words: mailWords(mail, tag) };
}

/** All words begin with the tag of whose mail it is: in the index everybody's stand together, and nobody's among others'. */
export function mailWords(mail: Findable, tag: string): string {
  const vector = new Vector(tag);
  const { subject, people, text, files } = searchedTexts(mail);
  const receivers = [...mail.to, ...mail.cc, ...mail.bcc];
  vector.read(subject, "A");
  vector.read(people, "B");
  vector.read(text, "");
  vector.read(files, "");
  if (hasFiles(mail)) vector.mark("has", "attachment");
  // Common words too: in a subject they tell something, as in "IT" or "The Who".
  for (const word of keysIn(subject)) vector.mark("subject", word);
  for (const word of personWords([mail.from])) vector.mark("from", word);
  for (const word of personWords(receivers)) vector.mark("to", word);
  return vector.toString();
}

/** What a search looks at; a phrase does not reach from one of them into the next. */
export function searchedTexts(mail: Findable) {
  const everybody = [mail.from, ...mail.to, ...mail.cc, ...mail.bcc].slice(0, maxPeople);
  return {
    subject: mail.subject,
    people: everybody.map(({ name, address }) => `${name} ${address}`).join("\n"),
    text: mail.text.slice(0, maxBody),
    files: mail.attachments.map(({ fileName }) => fileName).join("\n"),
  };
}

function keysIn(text: string): Set<string> {
  const keys = new Set<string>();
  eachWord(text, (word) => void keys.add(keyOf(word)));
  return keys;
}

/** Pictures within the text are no attachments to look for. */
export const hasFiles = ({ attachments }: Pick<ParsedMail, "attachments">) => attachments.some(({ inline }) => !inline);

/** Words with their places, and marks without. */
class Vector {
  readonly #tag: string;
  readonly #places = new Map<string, string>();
  #marks = "";
  #place = 0;
  #bytes = 0;
  #markBytes = 0;

  constructor(tag: string) {
    this.#tag = tag;
  }

  read(text: string, weight: "A" | "B" | "") {
    const places = this.#places;
    eachWord(text, (word) => {
      const stem = stemOf(word);
      const place = ++this.#place;
      if (stem === undefined) return false;
      const before = places.get(stem);
      if (before === undefined) {
        this.#bytes += stem.length * 3 + 16;
        places.set(stem, `${Math.min(place, maxPlace)}${weight}`);
      } else if (place <= maxPlace) {
        this.#bytes += 2;
        places.set(stem, `${before},${place}${weight}`);
      }
      return this.#bytes > maxBytes;
    });
    // So that a phrase does not reach into the next text.
    this.#place++;
  }

  mark(role: string, word: string) {
    const mark = `${this.#tag}${role}:${word}`;
    this.#markBytes += Buffer.byteLength(mark);
    // One mail that the database does not take would hold up all that come after it.
    if (this.#markBytes <= maxMarkBytes) this.#marks += ` ${lexeme(mark)}`;
  }

  toString() {
    let text = "";
    for (const [word, places] of this.#places) text += `${this.#tag}${word}:${places} `;
    return text + this.#marks;
  }
}

/** As a word of a vector or of a query is written where it has more than letters. */
export const lexeme = (word: string) => `'${word.replaceAll(/['\\]/g, "$&$&")}'`;

/**
 * People are asked for by the beginnings of these: each word of the name, the address from each of its words on. What is the
 * beginning of another one is found by it.
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

/** priya.nair@acme.test, nair@acme.test, acme.test. The last one alone tells nothing, unless it is all there is. */
function addressWords(address: string): string[] {
  const whole = plainAddress(address);
  const begins = [...whole.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ index }) => index);
  return begins.slice(0, Math.max(1, begins.length - 1)).map((at) => whole.slice(at, at + maxAddress));
}

const maxAddress = 100;

/** Only what may stand within an address, and no accents. */
export const plainAddress = (text: string) =>
  text
    .slice(0, 320)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}@._+-]+/gu, " ")
    .replaceAll(/[^ -~]+/g, fold)
    .trim();
