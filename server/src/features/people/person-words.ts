import { eachWord } from "#lib/tokenize.ts";
import { type SQL, sql } from "#db/orm.ts";

/** More words of a name do not help to find it. */
const maxNameWords = 12;
const maxLength = 254;

/** The words by whose beginning a person is found: each word of the name, the address, each word before its @, and its domain. */
export function wordsOf(name: string, address: string): string[] {
  const words = new Set<string>();
  eachWord(name, (word) => words.add(word).size >= maxNameWords);
  const plain = withoutAccents(address);
  words.add(plain.slice(0, maxLength));
  const [local = "", domain] = splitAddress(plain);
  eachWord(local, (word) => void words.add(word));
  if (domain) words.add(domain.slice(0, maxLength));
  return [...words];
}

/** As a text in which " jos" finds each word that begins with "jos". */
export const searchTextOf = (words: readonly string[]) => ` ${words.join(" ")}`;

const maxTyped = 6;

/** The starts of words in what is typed. All of them must match. */
export function typedStarts(typed: string): string[] {
  const starts = new Set<string>();
  for (const piece of typed.split(/[\s,;<>()"]+/)) {
    const plain = withoutAccents(piece).replace(/^[@.]+/, "");
    // Part of an address or of a domain: it is not split, because "a.b" must not find "b.a".
    if (/[^.]*[@.]./.test(plain) || plain.endsWith("@")) starts.add(plain.slice(0, maxLength));
    else eachWord(plain, (word) => void starts.add(word));
  }
  return [...starts].slice(0, maxTyped);
}

const splitAddress = (address: string) => {
  const at = address.lastIndexOf("@");
  return at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
};

const withoutAccents = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/** A column in lower case and without accents, in SQL. */
export const foldedInSql = (column: string): SQL => sql.raw(foldedText(column));

/** Text without other characters than ASCII, which is the most frequent, is not normalized. */
export const foldedText = (column: string) => `case when ${column} ~ '[^ -~]'
  then replace(normalize(regexp_replace(normalize(lower(${column}), nfkd), '[\\u0300-\\u036f]', '', 'g'), nfc), 'ß', 'ss')
  else lower(${column}) end`;
