import type { SearchTerm } from "@intellibox/contract/rules/search-query";
import type { MailAddress, ParsedMail } from "#outside/mime/parsed-mail.ts";

/** A search vector holds a megabyte at most; the rest of a longer mail is not worth finding. */
const maxBodyBytes = 256 << 10;
const maxPeople = 200;
const maxWord = 100;

/** What a mail is found by: subject and people by name, then what it says, and people once more by their role. */
export function searchTexts(mail: ParsedMail): { people: string; body: string | null; marks: string[] } {
  const receivers = [...mail.to, ...mail.cc, ...mail.bcc];
  const everybody = [mail.from, ...receivers].slice(0, maxPeople);
  return {
    people: everybody.flatMap((person) => [person.name, ...personWords(person)]).join(" "),
    body: bodyOf(mail),
    marks: [...rolesOf("from", [mail.from]), ...rolesOf("to", receivers)],
  };
}

/** Null where the text says it all: it need not travel twice. */
function bodyOf({ text, attachments }: ParsedMail): string | null {
  if (attachments.length === 0 && text.length * 3 <= maxBodyBytes) return null;
  // A file's name is one word to the database; people remember a part of it.
  const files = attachments.flatMap(({ fileName }) => [fileName, fileName.replaceAll(/[._-]+/g, " ")]);
  return cut(`${text}\n${files.join(" ")}`);
}

/** The terms as the search function takes them. */
export const termsOf = (terms: SearchTerm[]) =>
  JSON.stringify(terms.map((term) => ({ ...term, people: wordsIn(term.text) })));

const rolesOf = (role: "from" | "to", people: MailAddress[]) => [
  ...new Set(people.slice(0, maxPeople).flatMap((person) => personWords(person).map((word) => `${role}:${word}`))),
];

/** priya.nair@acme.test is found by the whole, by its name, its host, and each word of these and of what she calls herself. */
function personWords({ name, address }: MailAddress): string[] {
  const whole = wordsIn(address);
  const parts = whole.flatMap((word) => [...word.split("@"), ...word.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...wordsIn(name), ...whole, ...parts])].filter(Boolean);
}

/** Words as people write names and addresses: only marks that may stand inside of an address stay. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .map((word) =>
      word
        .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
        .slice(0, maxWord)
        .toWellFormed(),
    )
    .filter(Boolean);

function cut(text: string) {
  if (Buffer.byteLength(text) <= maxBodyBytes) return text;
  // Half a character at the cut becomes a replacement mark.
  return Buffer.from(text).subarray(0, maxBodyBytes).toString().toWellFormed();
}
