// Finds the hits in the items of a list, so that the screen can highlight them. Its cost grows with the length of the mail, so it may
// run in a thread; see mark-search.ts.
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { snippetLength } from "@intellibox/contract/rules/limits";
import type { SearchField, SearchTerm } from "@intellibox/contract/rules/search-query";
import { eachWord, keyOf } from "#lib/tokenize.ts";
import { isLeftOut, personWords, wordsIn } from "./build-tsquery.ts";
import { eachSequence } from "./word-sequences.ts";

/** Characters before the first hit. Few, so that the hit is visible in a short line. */
const charactersBefore = 24;

export type ListedItem = Omit<ThreadItem, "marks">;
type Span = [number, number];

export function markHits(items: ListedItem[], texts: Map<string, string>, terms: SearchTerm[]): ThreadItem[] {
  const wanted = wantedOf(terms);
  const inText = sequencesOf(wanted, ["any"]);
  const inSubject = sequencesOf(wanted, ["any", "subject"]);
  const people = wanted
    .filter(({ field }) => field !== "to" && field !== "subject")
    .flatMap(({ text }) => personWords(text));
  return items.map((item) => {
    // Without a hit in the text the mail's own snippet is better.
    const snippet = excerptOf(texts.get(item.id) ?? "", inText) ?? item.snippet;
    return {
      ...item,
      snippet,
      marks: {
        from: prefixSpans(item.fromName || item.from, people),
        subject: spansOf(item.subject, inSubject),
        snippet: spansOf(snippet, inText),
      },
    };
  });
}

export const wantedOf = (terms: SearchTerm[]) => terms.filter(({ isExcluded }) => !isExcluded);
/** The adjacent words of each term, without terms that were not searched for. */
const sequencesOf = (terms: SearchTerm[], fields: SearchField[]): string[][] =>
  terms
    .filter((term) => fields.includes(term.field) && !isLeftOut(term))
    .map(({ text }) => wordsIn(text).map(keyOf))
    .filter((words) => words.length > 0);

/** One line around the first hit, as long as a snippet. */
function excerptOf(text: string, sequences: string[][]): string | undefined {
  let first = -1;
  eachSequence(text, sequences, (start) => {
    first = start;
    return true;
  });
  if (first < 0) return undefined;
  const from = Math.max(0, first - charactersBefore);
  // Begins at a whole word.
  const lead = text.slice(from, first);
  const piece = (from === 0 ? lead : `… ${lead.replace(/^\S*\s+/, "")}`) + text.slice(first, first + 2 * snippetLength);
  return piece
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, snippetLength)
    .replace(/[\ud800-\udbff]$/, "");
}

/** Merges hits that touch or overlap. */
function spansOf(text: string, sequences: string[][]): Span[] {
  const found: Span[] = [];
  eachSequence(text, sequences, (start, end) => void found.push([start, end]));
  const spans: Span[] = [];
  for (const [start, end] of found.sort((one, other) => one[0] - other[0])) {
    const last = spans.at(-1);
    if (last && last[1] >= start) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}

/** People are found by prefixes of their words. */
function prefixSpans(name: string, words: string[]): Span[] {
  const asked = words.flatMap((word) => word.split(/[@._+-]+/)).filter(Boolean);
  const spans: Span[] = [];
  eachWord(name, (word, start, end) => {
    const hit = asked.find((beginning) => word.startsWith(beginning));
    if (hit) spans.push([start, Math.min(end, start + hit.length)]);
  });
  return spans;
}
