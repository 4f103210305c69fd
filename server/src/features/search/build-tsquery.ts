// Translates a search into a tsquery. The index has no common words such as "the" or "is", except those of subjects. A term with such
// words is searched for without them, and the text of each hit is then checked.
import { isEmptySearch, type SearchQuery, type SearchTerm } from "@intellibox/contract/rules/search-query";
import { eachWord, isHalf, keyOf, stemOf } from "#lib/tokenize.ts";
import { lexeme, plainAddress } from "#outside/mime/mail-words.ts";

/** A phrase that the text must contain, or must not contain. */
export type PhraseCheck = { field: "any" | "subject"; words: string[]; isExcluded: boolean };

export type SearchPlan = {
  /** The tsquery. Empty if no word of the search is in the index. */
  query: string;
  /** Conditions that only the text can decide. */
  checks: PhraseCheck[];
  /** Common words that are not searched for. */
  leftOut: string[];
  /** Whether any other term is searched for. Excluded terms do not count. */
  isAsked: boolean;
};

/** `tag` is the prefix of the owner's words in the index. */
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
    // Mail that was indexed by an earlier version may lack the common words of its subject.
    const isMarked = field === "subject" && words.length === 1 && !isExcluded;
    const isInIndex = isMarked || words.every((word) => stemOf(word) !== undefined);
    if (!isInIndex) plan.checks.push({ field, words: words.map(keyOf), isExcluded });
    // Without its common words an excluded phrase would exclude too much.
    return isExcluded && !isInIndex ? "" : signed(textQuery(field, words, tag), isExcluded);
  });
  return { ...plan, query: joined(queries) };
}

/** True for a term that is not searched for: a common word that is neither quoted nor excluded, or characters without a word. */
export function isLeftOut({ field, text, isPhrase, isExcluded }: SearchTerm): boolean {
  if (isExcluded) return false;
  if (field === "from" || field === "to") return personWords(text).length === 0;
  const [word, ...others] = wordsIn(text);
  return word === undefined || (field === "any" && !isPhrase && others.length === 0 && stemOf(word) === undefined);
}

/** A message for the user: why the search is not run, or which terms are not searched for. */
export function explainSearch(asked: SearchQuery, plan: SearchPlan): { problem?: string; notice?: string } {
  if (asked.problems.length > 0) return { problem: asked.problems.join(" ") };
  const common = plan.leftOut.length > 0 ? `${namesOf(plan.leftOut, "is", "are")} too common` : "";
  const isFiltered = !isEmptySearch({ ...asked, terms: [] });
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

/** Finds people by prefixes: of the whole text as it was typed, or of each of its words. */
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

/** The words of a phrase must be adjacent, and so must those of a text without spaces, such as 12:30 or order.pdf. */
function textQuery(field: PhraseCheck["field"], words: string[], tag: string): string {
  if (field !== "subject") return adjacent(words, tag, "");
  // GIN does not store weights, so that PostgreSQL would recheck every mail with these words. Words of a subject are therefore also
  // indexed with a prefix.
  const marked = words.map((word) => `${lexeme(`${tag}subject:${keyOf(word)}`)}${isHalf(word) ? ":*" : ""}`);
  return joined([...marked, words.length > 1 ? adjacent(words, tag, "A") : ""]);
}

/** A common word, which is not in the index, becomes a gap between its neighbours. */
function adjacent(words: string[], tag: string, weight: "A" | ""): string {
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
