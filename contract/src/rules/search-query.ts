import { t } from "../text/t.ts";
import type { MailView } from "./folders.ts";

/**
 * Parses the text of the search box: words, "phrases", -not, and operators such as from: and after:. Any text is a query. An
 * operator with an invalid value is a problem: its search finds nothing and says why.
 */
export type SearchedView = MailView | "anywhere";
export type SearchField = "any" | "from" | "to" | "subject";

export type SearchTerm = {
  field: SearchField;
  text: string;
  /** Its words must be adjacent. */
  isPhrase: boolean;
  isExcluded: boolean;
};

/** A recognized operator for the screen to show, and its position in the typed text. */
export type SearchChip = { label: string; start: number; end: number };

export type SearchQuery = {
  terms: SearchTerm[];
  hasAttachment?: boolean;
  unread?: boolean;
  starred?: boolean;
  /** The list that `in:` names; without it and without `folders`, all mail except spam, trash and drafts. */
  view?: SearchedView;
  /** Lists whose mail is left out. */
  notIn: MailView[];
  /** Folders and labels by their names, which the server looks up. */
  folders: { name: string; isExcluded: boolean }[];
  /** A day as YYYY-MM-DD, included. */
  after?: string;
  /** A day as YYYY-MM-DD, excluded. */
  before?: string;
  chips: SearchChip[];
  /** Sentences for the reader about what cannot be searched for. A query with problems finds nothing. */
  problems: string[];
  /** Pieces without a letter or digit, which are ignored. */
  leftOut: string[];
};

/** A longer query is refused, because ignoring its rest could drop an exclusion. */
const maxTerms = 24;
const maxLength = 1000;

// -from:"Priya Nair", from:priya, "exact words", -word. An unclosed quotation mark reaches to the end.
const piece = /(-)?(?:([a-z][a-z\d_]*):)?(?:["“”]([^"“”]*)(?:["“”]|$)|(\S+))/giu;

export function parseSearch(typed: string): SearchQuery {
  const query: SearchQuery = { terms: [], notIn: [], folders: [], chips: [], problems: [], leftOut: [] };
  if (typed.trim().length > maxLength)
    query.problems.push(t("A search has at most {maxLength} characters.", { maxLength: String(maxLength) }));
  // PostgreSQL accepts neither NUL nor lone surrogates.
  const clean = typed.slice(0, maxLength).replaceAll("\0", " ").toWellFormed();
  for (const match of clean.matchAll(piece)) {
    if (query.terms.length + query.folders.length >= maxTerms) {
      query.problems.push(t("A search has at most {maxTerms} words.", { maxTerms }));
      break;
    }
    const [whole, minus, name = "", quoted, bare = ""] = match;
    const text = (quoted ?? bare).trim();
    const isExcluded = minus !== undefined;
    const operator = operators[(name || /^([a-z]+):$/i.exec(bare)?.[1] || "").toLowerCase()];
    if (operator) {
      const problem = name && text ? operator.read(query, { text, isPhrase: quoted !== undefined, isExcluded }) : true;
      if (problem) query.problems.push(`“${whole.trim()}” cannot be searched for. ${operator.help}`);
      query.chips.push({ label: whole.trim(), start: match.index, end: match.index + whole.length });
      continue;
    }
    const help = text ? foreignOperators[name.toLowerCase()] : undefined;
    if (help) {
      query.problems.push(`“${whole.trim()}” cannot be searched for. ${help}`);
      continue;
    }
    // An unknown operator name is part of the word: "http://…", "Re:", "12:30".
    const plain = name && quoted === undefined ? `${name}:${bare}` : text;
    if (hasWord(plain)) query.terms.push({ field: "any", text: plain, isPhrase: quoted !== undefined, isExcluded });
    else leaveOut(query, whole.trim(), isExcluded);
  }
  if (isEmptySearch(query) && query.problems.length === 0 && clean.trim())
    query.problems.push(`“${clean.trim()}” has no letters or digits to search for.`);
  return query;
}

/** Drops a dash or dot silently. Reports other signs such as ₹, and refuses an exclusion without words. */
function leaveOut(query: SearchQuery, whole: string, isExcluded: boolean) {
  if (!/\p{S}/u.test(whole)) return;
  if (isExcluded) query.problems.push(t("“{whole}” cannot be kept out: it has no letters or digits.", { whole }));
  else query.leftOut.push(whole);
}

type Given = { text: string; isPhrase: boolean; isExcluded: boolean };
type Operator = {
  /** Applies it to the query; true if its value is invalid. */
  read: (query: SearchQuery, given: Given) => boolean;
  /** The syntax, for messages. */
  help: string;
};

const inField = (field: Exclude<SearchField, "any">, example: string): Operator => ({
  read: (query, given) => {
    if (!hasWord(given.text)) return true;
    // Gmail's word for the reader. Here it would only find names that begin so.
    if (field !== "subject" && !given.isPhrase && /^me$/i.test(given.text))
      query.problems.push(t("“{field}:me” cannot be searched for. Write your address after {field}:.", { field }));
    query.terms.push({ field, ...given });
    return false;
  },
  help: t("Write a word after {field}:, such as {field}:{example}.", { field, example }),
});

const writeDay = (name: "after" | "before") => t("Write a day as {name}:YYYY-MM-DD.", { name });

const operators: Record<string, Operator | undefined> = Object.assign(Object.create(null), {
  from: inField("from", "priya"),
  to: inField("to", "priya"),
  subject: inField("subject", "invoice"),
  has: {
    read: (query, { text, isExcluded }) =>
      !/^attachments?$/i.test(text) || isRefused(query, "hasAttachment", !isExcluded, "has:attachment"),
    help: t("Write has:attachment."),
  },
  is: {
    read: (query, { text, isExcluded }) => {
      if (/^starred$/i.test(text)) return isRefused(query, "starred", !isExcluded, "is:starred");
      if (/^snoozed$/i.test(text)) return readView(query, "snoozed", isExcluded);
      return (
        !/^(?:un)?read$/i.test(text) ||
        isRefused(query, "unread", (text.toLowerCase() === "unread") !== isExcluded, "is:unread")
      );
    },
    help: t("Write is:unread, is:read, is:starred or is:snoozed."),
  },
  in: {
    read: (query, given) => {
      const view = given.isPhrase ? undefined : viewNames[given.text.toLowerCase()];
      if (view === "starred") return isRefused(query, "starred", !given.isExcluded, "in:starred");
      return view ? readView(query, view, given.isExcluded) : readFolder(query, given);
    },
    help: t(
      'Write in:inbox, in:sent, in:archive, in:spam, in:trash, in:drafts, in:anywhere or the name of a folder, such as in:"Old projects".',
    ),
  },
  label: {
    read: readFolder,
    help: t('Write the name of a label, such as label:invoices or label:"Old projects".'),
  },
  // The negation of after: is before:, and the reverse.
  after: dayOperator("after"),
  before: dayOperator("before"),
} satisfies Record<string, Operator>);

const writePerson = t("Write a word after {field}:, such as {field}:{example}.", { field: "to", example: "priya" });
const writeOther = t("A search knows from:, to:, subject:, has:, is:, in:, label:, after: and before:.");

/** Operators of Gmail that are not offered here, and what to write instead. */
const foreignOperators: Record<string, string | undefined> = Object.assign(Object.create(null), {
  cc: writePerson,
  bcc: writePerson,
  deliveredto: writePerson,
  older: writeDay("before"),
  older_than: writeDay("before"),
  newer: writeDay("after"),
  newer_than: writeDay("after"),
  filename: writeOther,
  larger: writeOther,
  smaller: writeOther,
  size: writeOther,
  category: writeOther,
  list: writeOther,
  rfc822msgid: writeOther,
} satisfies Record<string, string>);

/** Values of `in:`, by the names that people use. */
const viewNames: Record<string, SearchedView | undefined> = Object.assign(Object.create(null), {
  inbox: "inbox",
  starred: "starred",
  snoozed: "snoozed",
  sent: "sent",
  draft: "drafts",
  drafts: "drafts",
  archive: "archive",
  spam: "junk",
  junk: "junk",
  trash: "trash",
  bin: "trash",
  all: "all",
  anywhere: "anywhere",
} satisfies Record<string, SearchedView>);

function readView(query: SearchQuery, view: SearchedView, isExcluded: boolean): boolean {
  if (isExcluded) {
    if (view === "anywhere" || view === "all") return true;
    query.notIn.push(view);
    return false;
  }
  if (query.view && query.view !== view) query.problems.push(t("Mail is in one place only: write one in:."));
  query.view = view;
  return false;
}

/** More would need a query of its own. */
const maxFolders = 2;

function readFolder(query: SearchQuery, { text, isExcluded }: Given): boolean {
  const name = text
    .split("/")
    .map((part) => part.trim())
    .filter(Boolean)
    .join("/");
  if (!name) return true;
  query.folders.push({ name, isExcluded });
  if (query.folders.filter((one) => !one.isExcluded).length > maxFolders)
    query.problems.push(t("A search has at most {maxFolders} folders or labels.", { maxFolders }));
  return false;
}

/** Contradictory operators are a problem. */
function isRefused(
  query: SearchQuery,
  field: "hasAttachment" | "unread" | "starred",
  value: boolean,
  name: string,
): false {
  if (query[field] === !value) query.problems.push(t("{name} and its contrary find nothing together.", { name }));
  query[field] = value;
  return false;
}

function dayOperator(name: "after" | "before"): Operator {
  const contrary = name === "after" ? "before" : "after";
  return {
    read: (query, { text, isExcluded }) => {
      const day = dayIn(text);
      if (day === undefined) return true;
      const side = isExcluded ? contrary : name;
      const known = query[side];
      // Of two days the narrower one applies.
      if (known === undefined || (side === "after" ? day > known : day < known)) query[side] = day;
      return false;
    },
    help: writeDay(name),
  };
}

function dayIn(text: string): string | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const read = new Date(`${day}T00:00:00Z`);
  // `Date` would turn 30 February into a day in March.
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day ? undefined : day;
}

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** True if the query has no terms and no operators. */
export const isEmptySearch = (query: SearchQuery) =>
  query.terms.length === 0 &&
  query.hasAttachment === undefined &&
  query.unread === undefined &&
  query.starred === undefined &&
  query.view === undefined &&
  query.notIn.length + query.folders.length === 0 &&
  !query.after &&
  !query.before;
