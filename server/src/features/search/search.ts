import type { MessageFolder } from "@intellibox/contract/endpoints/inbox";
import type { SearchQuery } from "@intellibox/contract/rules/search-query";
import { momentOf } from "@intellibox/contract/rules/wall-time";
import { sql } from "drizzle-orm";
import { sqlStateOf } from "#db/violations.ts";
import type { Scope } from "#scope.ts";
import type { SearchPlan } from "./build-tsquery.ts";
import { checkHits } from "./check-hits.ts";

/** A person who searches does not wait longer; what is found of the newest mail until then is better than nothing. */
const patienceSeconds = 0.6;

/** The statement took longer than it may. */
const statementTimeout = "57014";

type Filter = {
  mailbox: string | undefined;
  folders: MessageFolder[];
  limit: number;
  mark: Hit | undefined;
  timeZone: string;
};
/** A message and its place in the order. The date as the database writes it: a `Date` has milliseconds, the database microseconds. */
export type Hit = { id: string; date: string };

/** `next`: from where on there may be more. */
type Found = { hits: Hit[]; partial: boolean; next: Hit | undefined };

/** The beginning of a day as the search box has it, where its reader is. Nobody has mail from before the year 1000. */
export const dayOf = (day: string, timeZone: string) =>
  (day >= "1000" ? momentOf(day, timeZone) : null) ?? new Date("1000-01-01T00:00:00Z");

/** The newest messages that match. */
export async function searchIds(scope: Scope, asked: SearchQuery, plan: SearchPlan, filter: Filter): Promise<Found> {
  if (plan.checks.length > 0) return searchAndCheck(scope, asked, plan, filter);
  const { hits, partial } = await searchIndex(scope, asked, plan.query, { ...filter, limit: filter.limit + 1 });
  return { ...cut(hits, filter.limit), partial };
}

const cut = (hits: Hit[], limit: number) => ({
  hits: hits.slice(0, limit),
  next: hits.length > limit ? hits[limit - 1] : undefined,
});

/** So much is checked for one page: the next page goes on from there, if it is not full. */
const checked = { candidates: 200, rounds: 10, characters: 8 << 20 };

async function searchAndCheck(scope: Scope, asked: SearchQuery, plan: SearchPlan, filter: Filter): Promise<Found> {
  const found: Hit[] = [];
  let mark = filter.mark;
  let left = checked.characters;
  let isPartial = false;
  for (let round = 0; round < checked.rounds && left > 0; round++) {
    const page = await searchIndex(scope, asked, plan.query, { ...filter, mark, limit: checked.candidates });
    isPartial ||= page.partial;
    const most = { hits: filter.limit + 1 - found.length, characters: left };
    const { hits, seen, characters } = await checkHits(scope, page.hits, plan.checks, most);
    found.push(...hits);
    left -= characters;
    mark = page.hits[seen - 1] ?? mark;
    if (found.length > filter.limit) return { ...cut(found, filter.limit), partial: isPartial };
    if (seen === page.hits.length && seen < checked.candidates)
      return { hits: found, next: undefined, partial: isPartial };
  }
  return { hits: found, next: mark, partial: isPartial };
}

async function searchIndex(scope: Scope, asked: SearchQuery, query: string, filter: Filter) {
  try {
    return { hits: await callSearch(scope, asked, query, filter, false), partial: false };
  } catch (error) {
    if (sqlStateOf(error) !== statementTimeout) throw error;
    return { hits: await callSearch(scope, asked, query, filter, true), partial: true };
  }
}

/** By the search function inside the fence. */
const callSearch = (scope: Scope, asked: SearchQuery, query: string, filter: Filter, newestOnly: boolean) =>
  scope.tx(
    async (tx) => {
      const { mailbox = null, folders, limit, mark, timeZone } = filter;
      const [after, before] = [asked.after, asked.before].map((day) =>
        day ? dayOf(day, timeZone).toISOString() : null,
      );
      const { rows } = await tx.execute<Hit>(sql`
        select id, date::text as date from search_messages(
          ${query}::tsquery, ${mailbox}::uuid, ${sql.param(folders)}::text[],
          ${asked.hasAttachment ?? null}::boolean, ${asked.unread ?? null}::boolean,
          ${after}::timestamptz, ${before}::timestamptz,
          ${mark?.date ?? null}::timestamptz, ${mark?.id ?? null}::uuid, ${limit}::int, ${newestOnly}::boolean
        )`);
      return rows;
    },
    { statementSeconds: patienceSeconds },
  );
