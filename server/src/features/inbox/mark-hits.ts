// Where in a list's line a search was right, so that the screen can show it.
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { snippetLength } from "@intellibox/contract/rules/limits";
import type { SearchTerm } from "@intellibox/contract/rules/search-query";
import { and, eq, sql } from "drizzle-orm";
import { eachWord, isHalf, stemOf } from "#lib/words.ts";
import type { Tx } from "#db/fence.ts";
import { messageContents } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { personWords, stemsIn } from "./search-words.ts";

/** So much of a mail is looked through for a telling piece. */
const lookThrough = 20_000;
/** Shown before the first hit, where there is so much: a line of the list is short, and the hit is to be seen in it. */
const before = 24;

type ListedItem = Omit<ThreadItem, "marks">;
type Span = [number, number];
type IsHit = (word: string) => boolean;

export function markHits(items: ListedItem[], texts: Map<string, string>, terms: SearchTerm[]): ThreadItem[] {
  const wanted = wantedOf(terms);
  const stems = wanted.filter(isInText).flatMap(({ text }) => stemsIn(text));
  const isHit = hitsOf(stems);
  const people = wanted
    .filter(({ field }) => field !== "to" && field !== "subject")
    .flatMap(({ text }) => personWords(text));
  return items.map((item) => {
    // Without a hit in it a piece is only the mail's beginning, and the snippet tells that better.
    const snippet = pieceOf(texts.get(item.id) ?? "", isHit) ?? item.snippet;
    return {
      ...item,
      snippet,
      marks: {
        from: beginnings(item.fromName || item.from, people),
        subject: spansOf(item.subject, isHit),
        snippet: spansOf(snippet, isHit),
      },
    };
  });
}

const wantedOf = (terms: SearchTerm[]) => terms.filter(({ isExcluded }) => !isExcluded);
const isInText = ({ field }: SearchTerm) => field === "any" || field === "subject";

function hitsOf(stems: string[]): IsHit {
  const whole = new Set(stems);
  const halves = stems.filter(isHalf);
  return (word) => whole.has(stemOf(word) ?? "") || halves.some((half) => word.startsWith(half));
}

/** The beginnings of what these mails say, where that is looked through. */
export async function textsOf(
  tx: Tx,
  { tenantId }: Scope,
  ids: string[],
  terms: SearchTerm[],
): Promise<Map<string, string>> {
  if (ids.length === 0 || !wantedOf(terms).some(isInText)) return new Map();
  const rows = await tx
    .select({ id: messageContents.id, text: sql<string>`left(${messageContents.text}, ${lookThrough}::int)` })
    .from(messageContents)
    .where(and(eq(messageContents.tenantId, tenantId), sql`${messageContents.id} = any (${sql.param(ids)}::uuid[])`));
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** One line around the first hit, of a snippet's length. */
function pieceOf(text: string, isHit: IsHit): string | undefined {
  let first = -1;
  eachWord(text, (word, start) => {
    if (isHit(word)) first = start;
    return first >= 0;
  });
  if (first < 0) return undefined;
  const from = Math.max(0, first - before);
  // Not from the middle of a word.
  const lead = text.slice(from, first);
  const piece = (from === 0 ? lead : `… ${lead.replace(/^\S*\s+/, "")}`) + text.slice(first, first + 2 * snippetLength);
  return piece
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, snippetLength)
    .replace(/[\ud800-\udbff]$/, "");
}

/** Hits that touch or overlap are one. */
function spansOf(text: string, isHit: IsHit): Span[] {
  const spans: Span[] = [];
  eachWord(text, (word, start, end) => {
    if (!isHit(word)) return;
    const last = spans.at(-1);
    if (last && last[1] >= start) last[1] = end;
    else spans.push([start, end]);
  });
  return spans;
}

/** People are found by the beginnings of their words. */
function beginnings(name: string, words: string[]): Span[] {
  const asked = words.flatMap((word) => word.split(/[@._+-]+/)).filter(Boolean);
  const spans: Span[] = [];
  eachWord(name, (word, start, end) => {
    const hit = asked.find((beginning) => word.startsWith(beginning));
    if (hit) spans.push([start, Math.min(end, start + hit.length)]);
  });
  return spans;
}
