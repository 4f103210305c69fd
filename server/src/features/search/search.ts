import type { MessageFolder } from "@intellibox/contract/rules/folders";
import type { SearchQuery } from "@intellibox/contract/rules/search-query";
import { momentOf } from "@intellibox/contract/rules/wall-time";
import { runNamed } from "#db/fence.ts";
import { sqlStateOf } from "#db/violations.ts";
import type { Scope } from "#scope.ts";
import type { SearchPlan } from "./build-tsquery.ts";
import { checkHits } from "./check-hits.ts";

/** After this time a search of only the newest mail is tried instead. */
const timeoutSeconds = 0.6;

/** PostgreSQL's code for a cancelled statement. */
const statementTimeout = "57014";

type Filter = {
  mailbox: string | undefined;
  folders: MessageFolder[];
  places: SearchedPlaces;
  /** Whether hits have the ids of their threads. */
  withThreads?: boolean;
  /** Threads whose messages are not found. */
  skippedThreads?: string[];
  starred: boolean | undefined;
  limit: number;
  mark: SearchHit | undefined;
  timeZone: string;
};
/** Ids of folders: a message is in one of each list of `within`, and in none of `without`. */
export type SearchedPlaces = { within: string[][]; without: string[] };
/** A message and its position in the order. The date is PostgreSQL's text, which has microseconds; a `Date` has milliseconds. */
export type SearchHit = { id: string; date: string; threadId?: string | null };

/** `next` is the position after which there may be more hits. */
export type SearchPage = { hits: SearchHit[]; partial: boolean; next: SearchHit | undefined };

/** The start of a day in the reader's time zone. Days before the year 1000 count as that year, because no mail is older. */
export const dayOf = (day: string, timeZone: string) =>
  (day >= "1000" ? momentOf(day, timeZone) : null) ?? new Date("1000-01-01T00:00:00Z");

/** Finds the newest messages that match. */
export async function searchIds(
  scope: Scope,
  asked: SearchQuery,
  plan: SearchPlan,
  filter: Filter,
): Promise<SearchPage> {
  if (plan.checks.length > 0) return searchAndCheck(scope, asked, plan, filter);
  const { hits, partial } = await searchIndex(scope, asked, plan.query, { ...filter, limit: filter.limit + 1 });
  return { ...cut(hits, filter.limit), partial };
}

const cut = (hits: SearchHit[], limit: number) => ({
  hits: hits.slice(0, limit),
  next: hits.length > limit ? hits[limit - 1] : undefined,
});

/** The most that is checked for one page. A page that is not full then has a cursor to continue from. */
const checkLimits = { candidates: 200, rounds: 10, characters: 8 << 20 };

async function searchAndCheck(scope: Scope, asked: SearchQuery, plan: SearchPlan, filter: Filter): Promise<SearchPage> {
  const found: SearchHit[] = [];
  let mark = filter.mark;
  let left = checkLimits.characters;
  let isPartial = false;
  for (let round = 0; round < checkLimits.rounds && left > 0; round++) {
    const page = await searchIndex(scope, asked, plan.query, { ...filter, mark, limit: checkLimits.candidates });
    isPartial ||= page.partial;
    const most = { hits: filter.limit + 1 - found.length, characters: left };
    const { hits, seen, characters } = await checkHits(scope, page.hits, plan.checks, most);
    found.push(...hits);
    left -= characters;
    mark = page.hits[seen - 1] ?? mark;
    if (found.length > filter.limit) return { ...cut(found, filter.limit), partial: isPartial };
    if (seen === page.hits.length && seen < checkLimits.candidates)
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

const idsOrNull = (ids: string[] | undefined) => (ids && ids.length > 0 ? ids : null);

/** Calls `find_mail`, which is part of the fence; see sql/mail.sql. */
const callSearch = (scope: Scope, asked: SearchQuery, query: string, filter: Filter, newestOnly: boolean) => {
  const { mailbox, folders, places, skippedThreads, starred, limit, mark, timeZone } = filter;
  const [within, also] = places.within;
  const [after, before] = [asked.after, asked.before].map((day) => (day ? dayOf(day, timeZone).toISOString() : null));
  const values = [
    ...[query, mailbox ?? null, folders, asked.hasAttachment ?? null, asked.unread ?? null, starred ?? null],
    ...[within, also, places.without, skippedThreads].map(idsOrNull),
    ...[after, before, mark?.date ?? null, mark?.id ?? null, limit, newestOnly],
  ];
  const statement = filter.withThreads
    ? { name: "find-mail-threads", text: findMailThreads, values: [...values, scope.tenantId] }
    : { name: "find-mail", text: findMail, values };
  return scope.tx((tx) => runNamed<SearchHit>(tx, statement), {
    statementSeconds: timeoutSeconds,
    keepsPlans: true,
    mayLag: true,
    singleRead: true,
  });
};

const foundMail = `find_mail(
    $1::tsquery, $2::uuid, $3::text[], $4::boolean, $5::boolean, $6::boolean, $7::uuid[], $8::uuid[], $9::uuid[], $10::uuid[],
    $11::timestamptz, $12::timestamptz, $13::timestamptz, $14::uuid, $15::int, $16::boolean)`;
const findMail = `select id, date::text as date from ${foundMail}`;
/** A hit that was deleted meanwhile has no thread. */
const findMailThreads = `
  select found.id, found.date::text as date,
    (select m.thread_id from messages m where m.tenant_id = $17 and m.id = found.id) as "threadId"
  from ${foundMail} found`;
