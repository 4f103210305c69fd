/**
 * What somebody typed into the search box, understood: words, "phrases", -not, and operators such as from: and after:. Any text
 * is a query: what looks like an operator but makes no sense is searched for as it stands.
 */
export type SearchField = "any" | "from" | "to" | "subject";

export type SearchTerm = {
  field: SearchField;
  text: string;
  /** Its words must stand side by side. */
  isPhrase: boolean;
  isExcluded: boolean;
};

/** An operator that was understood, for the screen to show, and where it stands in what was typed. */
export type SearchChip = { label: string; start: number; end: number };

export type SearchQuery = {
  terms: SearchTerm[];
  hasAttachment?: boolean;
  unread?: boolean;
  /** A day as YYYY-MM-DD: from its beginning on. */
  after?: string;
  /** A day as YYYY-MM-DD: until its beginning. */
  before?: string;
  chips: SearchChip[];
};

/** Nobody types more; a program that does gets the rest ignored. */
const maxTerms = 24;
const maxLength = 1000;

// -from:"Priya Nair", from:priya, "exact words", -word. A quotation mark that is never closed reaches to the end.
const piece = /(-)?(?:([a-z]+):)?(?:["“”]([^"“”]*)(?:["“”]|$)|(\S+))/giu;

export function parseSearch(typed: string): SearchQuery {
  const query: SearchQuery = { terms: [], chips: [] };
  // No store takes NUL or half of a surrogate pair; neither do they say anything.
  const clean = typed.slice(0, maxLength).replaceAll("\0", " ").toWellFormed();
  for (const match of clean.matchAll(piece)) {
    if (query.terms.length >= maxTerms) break;
    const [whole, minus, name = "", quoted, bare = ""] = match;
    const text = (quoted ?? bare).trim();
    const isExcluded = minus !== undefined;
    const reader = operators[name.toLowerCase()];
    if (reader && text && reader(query, { text, isPhrase: quoted !== undefined, isExcluded })) {
      query.chips.push({ label: whole.trim(), start: match.index, end: match.index + whole.length });
      continue;
    }
    // A name that is no operator belongs to the word: "http://…", "Re:", "12:30".
    const plain = name && quoted === undefined ? `${name}:${bare}` : text;
    if (hasWord(plain)) query.terms.push({ field: "any", text: plain, isPhrase: quoted !== undefined, isExcluded });
  }
  return query;
}

type Given = { text: string; isPhrase: boolean; isExcluded: boolean };
/** Takes the operator into the query; false where its value makes no sense. */
type Reader = (query: SearchQuery, given: Given) => boolean;

const inField =
  (field: SearchField): Reader =>
  (query, given) => {
    if (!hasWord(given.text)) return false;
    query.terms.push({ field, ...given });
    return true;
  };

const operators: Record<string, Reader | undefined> = Object.assign(Object.create(null), {
  from: inField("from"),
  to: inField("to"),
  subject: inField("subject"),
  has: (query, { text, isExcluded }) => {
    if (!/^attachments?$/i.test(text)) return false;
    query.hasAttachment = !isExcluded;
    return true;
  },
  is: (query, { text, isExcluded }) => {
    if (!/^(?:un)?read$/i.test(text)) return false;
    query.unread = (text.toLowerCase() === "unread") !== isExcluded;
    return true;
  },
  // "Not after" is before, the day itself included or not: nobody means that finely.
  after: (query, given) => takeDay(query, given, given.isExcluded ? "before" : "after"),
  before: (query, given) => takeDay(query, given, given.isExcluded ? "after" : "before"),
} satisfies Record<string, Reader>);

function takeDay(query: SearchQuery, { text }: Given, side: "after" | "before"): boolean {
  const [, year = "", month = "", date = ""] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const read = new Date(`${day}T00:00:00Z`);
  // The calendar has no February 30; `Date` would make it March.
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day) return false;
  query[side] = day;
  return true;
}

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Whether anything is asked for at all. */
export const isEmptySearch = (query: SearchQuery) =>
  query.terms.length === 0 &&
  query.hasAttachment === undefined &&
  query.unread === undefined &&
  !query.after &&
  !query.before;
