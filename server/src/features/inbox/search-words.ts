// What was asked for as a query of PostgreSQL's text search; the other side of what mail is found by.
import type { SearchTerm } from "@intellibox/contract/rules/search-query";
import { eachWord, isHalf, stemOf } from "#lib/words.ts";
import { lexeme, plainAddress } from "#outside/mime/mail-words.ts";

/** Of the words of that tag. Empty where nothing is asked for that tells anything apart. */
export function queryOf(terms: SearchTerm[], tag: string): string {
  return terms
    .flatMap((term) => {
      const { field, text } = term;
      const one = field === "from" || field === "to" ? personQuery(`${tag}${field}`, text) : textQuery(term, tag);
      return one ? [term.isExcluded ? `!(${one})` : `(${one})`] : [];
    })
    .join(" & ");
}

/** People are found by the beginnings of their words: as it was typed, or by each of its words. */
const personQuery = (role: string, text: string) =>
  personWords(text)
    .map((word) => {
      const begins = (beginning: string) => `${lexeme(`${role}:${beginning}`)}:*`;
      const pieces = wordsIn(word);
      return pieces.length > 1 ? `(${begins(word)} | (${pieces.map(begins).join(" & ")}))` : begins(word);
    })
    .join(" & ");

export const personWords = (text: string) =>
  plainAddress(text)
    .split(/ +/)
    .map((word) => word.replaceAll(/^[@._+-]+|[@._+-]+$/g, ""))
    .filter(Boolean);

/** The words of a phrase stand side by side; so do those of what was written without a space, as in 12:30 or order.pdf. */
function textQuery({ text, isPhrase, field }: SearchTerm, tag: string): string {
  const pieces = isPhrase ? [text] : text.split(/\s+/);
  if (field !== "subject") return joined(pieces.map((piece) => sideBySide(piece, tag, "")));
  // The index knows no weights, and would have every mail that has the words read: so those of a subject are marked besides.
  const marked = stemsIn(text).map((word) => `${lexeme(`${tag}subject:${word}`)}${isHalf(word) ? ":*" : ""}`);
  const several = pieces.filter((piece) => stemsIn(piece).length > 1);
  return joined([...marked, ...several.map((piece) => sideBySide(piece, tag, "A"))]);
}

const joined = (queries: string[]) => queries.filter(Boolean).join(" & ");

function sideBySide(text: string, tag: string, weight: "A" | ""): string {
  let query = "";
  let apart = 0;
  eachWord(text, (word) => {
    const stem = stemOf(word);
    apart++;
    if (stem === undefined) return;
    if (query) query += ` <${apart}> `;
    const marks = `${isHalf(stem) ? "*" : ""}${weight}`;
    query += marks ? `${tag}${stem}:${marks}` : tag + stem;
    apart = 0;
  });
  return query && `(${query})`;
}

/** Without those that tell nothing. */
export const stemsIn = (text: string) => wordsIn(text).flatMap((word) => stemOf(word) ?? []);

function wordsIn(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (word) => void found.push(word));
  return found;
}
