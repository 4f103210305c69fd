// Where in a list's line a search was right, so that the screen can show it.
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { snippetLength } from "@intellibox/contract/rules/limits";
import type { SearchTerm } from "@intellibox/contract/rules/search-query";
import { sql } from "drizzle-orm";
import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { termsOf, wordsIn } from "./search-words.ts";

/** So much of a mail is looked through for a telling piece. */
const lookThrough = 20_000;
/** The piece around the first hit that is read closely, and how much of it lies before. */
const [around, before] = [800, 150];
/** What PostgreSQL puts around a hit: characters that no mail keeps, for they are taken out first. */
const [start, stop] = ["\u0001", "\u0002"];

type ListedItem = Omit<ThreadItem, "marks">;
type Span = [number, number];
type Row = { id: string; subject: string; piece: string };

export async function markHits(tx: Tx, scope: Scope, items: ListedItem[], terms: SearchTerm[]): Promise<ThreadItem[]> {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  const inText = wanted.filter(({ field }) => field === "any" || field === "subject");
  const rows = items.length > 0 && inText.length > 0 ? await headlines(tx, scope, items, inText) : [];
  const found = new Map(rows.map((row) => [row.id, row]));
  const people = wanted
    .filter(({ field }) => field !== "to" && field !== "subject")
    .flatMap(({ text }) => wordsIn(text));
  return items.map((item) => {
    const row = found.get(item.id);
    const piece = row ? readMarked(row.piece) : undefined;
    // Without a hit in it the piece is only the mail's beginning, and the snippet tells that better.
    const shown = piece && piece.spans.length > 0 ? cutPiece(piece) : { text: item.snippet, spans: [] };
    const from = item.fromName || item.from;
    return {
      ...item,
      snippet: shown.text,
      marks: {
        from: beginnings(from, people),
        subject: row ? readMarked(row.subject).spans : [],
        snippet: shown.spans,
      },
    };
  });
}

async function headlines(tx: Tx, { tenantId }: Scope, items: ListedItem[], terms: SearchTerm[]): Promise<Row[]> {
  const ids = items.map(({ id }) => id);
  const marks = `StartSel=${start}, StopSel=${stop}`;
  const plain = terms.map((term) => ({ ...term, field: "any" as const }));
  // A headline is made by reading the text word by word: only that piece is read where the first of the words stands.
  const { rows } = await tx.execute<Row>(sql`
    with asked as (
      -- Any of the words is a hit: all of them are seldom in one line.
      select string_agg('(' || q::text || ')', ' | ')::tsquery as q, string_agg(said, ' ') as said from (
        select search_term('any', t->>'text', (t->>'isPhrase')::boolean, '{}') as q, t->>'text' as said
        from jsonb_array_elements(${termsOf(plain)}::jsonb) t
      ) terms where numnode(q) > 0
    ), stems as (
      select tsvector_to_array(to_tsvector('english', asked.said)) as words from asked
    ), mail as (
      select m.id, m.subject, left(c.text, ${lookThrough}::int) as text
      from messages m join message_contents c on c.tenant_id = m.tenant_id and c.id = m.id
      where m.tenant_id = ${tenantId} and m.id = any (${sql.param(ids)}::uuid[])
    ), placed as (
      select mail.*, (select min(nullif(strpos(lower(mail.text), word), 0)) from stems, unnest(stems.words) word) as at from mail
    )
    select id,
      ts_headline('english', translate(subject, ${start + stop}, ''), asked.q, ${`HighlightAll=true, ${marks}`}) as subject,
      ts_headline('english', translate(
          case when at > ${before}::int then regexp_replace(substr(text, at - ${before}::int, ${around}::int), '^\\S*\\s', '') else left(text, ${around}::int) end,
          ${start + stop}, ''), asked.q,
        ${`MaxFragments=1, MaxWords=26, MinWords=12, FragmentDelimiter=…, ${marks}`}) as piece
    from placed, asked
    where asked.q is not null`);
  return rows;
}

/** The text without the marks, and where they were. Adjacent ones are one. */
function readMarked(marked: string): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = "";
  for (const piece of marked.split(start)) {
    const end = piece.indexOf(stop);
    if (end >= 0) spans.push([text.length, text.length + end]);
    text += piece.replaceAll(stop, "");
  }
  return { text, spans };
}

/** One line of at most a snippet's length; spaces shrink, so the marks are counted anew. */
function cutPiece({ text, spans }: { text: string; spans: Span[] }) {
  const marked = spans
    .toReversed()
    .reduce(
      (done, [from, to]) => `${done.slice(0, from)}${start}${done.slice(from, to)}${stop}${done.slice(to)}`,
      text,
    );
  const line = readMarked(marked.replaceAll(/\s+/g, " ").trim());
  const cut = line.text.slice(0, snippetLength).replace(/[\ud800-\udbff]$/, "");
  const kept = line.spans
    .filter(([from]) => from < cut.length)
    .map(([from, to]): Span => [from, Math.min(to, cut.length)]);
  return { text: cut, spans: kept };
}

/** People are found by the beginnings of their words. */
function beginnings(name: string, words: string[]): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of name.matchAll(/[\p{L}\p{N}]+/gu)) {
    const lower = word.toLowerCase();
    const hit = words
      .flatMap((asked) => asked.split(/[^\p{L}\p{N}]+/u))
      .find((asked) => asked && lower.startsWith(asked));
    if (hit) spans.push([index, index + hit.length]);
  }
  return spans;
}
