// What was asked for as a query of PostgreSQL's text search; the other side of what mail is found by. The index does not hold
// common words such as "the" or "is" (only those of subjects): what has them is looked for without them, and the text is checked.
import type { SearchQuery, SearchTerm } from "@intellibox/contract/rules/search-query";
import { eachWord, isHalf, keyOf, stemOf } from "#lib/tokenize.ts";
import { lexeme, plainAddress } from "#outside/mime/mail-words.ts";

/** Words side by side that a text must have, or must not have. */
export type Check = { field: "any" | "subject"; words: string[]; isExcluded: boolean };

export type SearchPlan = {
  /** A query of the index. Empty where it can tell nothing apart. */
  query: string;
  /** What the index cannot tell, and the text can. */
  checks: Check[];
  /** Common words that are not looked for. */
  leftOut: string[];
  /** Whether anything else is: what is kept out does not count. */
  isAsked: boolean;
};

/** For the words of that tag. */
export function planSearch(terms: SearchTerm[], tag: string): SearchPlan {
  const plan: SearchPlan = { query: "", checks: [], leftOut: [], isAsked: false };
  const queries = terms.map((term) => {
    const { field, text, isExcluded } = term;
    if (isLeftOut(term)) {
      plan.leftOut.push(text);
      return "";
    }
    plan.isAsked ||= !isExcluded;
    if (field === "from" || field === "to") return signed(personQuery(`${tag}${field}`, text), isExcluded);
    const words = wordsIn(text);
    // Mail that was stored earlier may lack the common words of its subject there: then it must not come in.
    const isMarked = field === "subject" && words.length === 1 && !isExcluded;
    const isInIndex = isMarked || words.every((word) => stemOf(word) !== undefined);
    if (!isInIndex) plan.checks.push({ field, words: words.map(keyOf), isExcluded });
    // Without its common words it would keep out too much.
    return isExcluded && !isInIndex ? "" : signed(textQuery(field, words, tag), isExcluded);
  });
  return { ...plan, query: joined(queries) };
}

/** Whether it is not looked for: a common word that is neither quoted nor kept out, or signs that no word is made of. */
export function isLeftOut({ field, text, isPhrase, isExcluded }: SearchTerm): boolean {
  if (isExcluded) return false;
  if (field === "from" || field === "to") return personWords(text).length === 0;
  const [word, ...others] = wordsIn(text);
  return word === undefined || (field === "any" && !isPhrase && others.length === 0 && stemOf(word) === undefined);
}

/** Why a search is not run at all, or what of it is not looked for; for its reader. */
export function wordsOfSearch(asked: SearchQuery, plan: SearchPlan): { problem?: string; notice?: string } {
  if (asked.problems.length > 0) return { problem: asked.problems.join(" ") };
  const common = plan.leftOut.length > 0 ? `${namesOf(plan.leftOut, "is", "are")} too common` : "";
  const { hasAttachment, unread, after, before } = asked;
  const isFiltered = [hasAttachment, unread, after, before].some((value) => value !== undefined);
  if (common && !plan.isAsked && !isFiltered) return { problem: `${common} to search for alone.` };
  const signs = asked.leftOut.length > 0 ? `${namesOf(asked.leftOut, "has", "have")} no letters or digits` : "";
  const reasons = [common, signs].filter(Boolean).join(", ");
  return reasons ? { notice: `Not searched for: ${reasons}.` } : {};
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

function namesOf(words: string[], one: string, several: string): string {
  const names = [...new Set(words)].map((word) => `“${word}”`);
  return `${list.format(names)} ${names.length > 1 ? several : one}`;
}

const signed = (query: string, isExcluded: boolean) => query && (isExcluded ? `!(${query})` : `(${query})`);
const joined = (queries: string[]) => queries.filter(Boolean).join(" & ");

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
function textQuery(field: Check["field"], words: string[], tag: string): string {
  if (field !== "subject") return sideBySide(words, tag, "");
  // The index knows no weights, and would have every mail that has the words read: so those of a subject are marked besides.
  const marked = words.map((word) => `${lexeme(`${tag}subject:${keyOf(word)}`)}${isHalf(word) ? ":*" : ""}`);
  return joined([...marked, words.length > 1 ? sideBySide(words, tag, "A") : ""]);
}

/** As far as the index holds them; a common word is a gap of its length. */
function sideBySide(words: string[], tag: string, weight: "A" | ""): string {
  let query = "";
  let apart = 0;
  for (const word of words) {
    const stem = stemOf(word);
    apart++;
    if (stem === undefined) continue;
    if (query) query += ` <${apart}> `;
    const marks = `${isHalf(stem) ? "*" : ""}${weight}`;
    query += marks ? `${tag}${stem}:${marks}` : tag + stem;
    apart = 0;
  }
  return query && `(${query})`;
}

export function wordsIn(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (word) => void found.push(word));
  return found;
}
