import type { MessageFolder } from "@intellibox/contract/endpoints/inbox";
import type { SearchQuery } from "@intellibox/contract/rules/search-query";
import { momentOf } from "@intellibox/contract/rules/wall-time";
import { sql } from "drizzle-orm";
import { tagOf } from "#lib/words.ts";
import { sqlStateOf } from "#db/violations.ts";
import type { Scope } from "#scope.ts";
import { queryOf } from "./search-words.ts";

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

/** The beginning of a day as the search box has it, where its reader is. Nobody has mail from before the year 1000. */
export const dayOf = (day: string, timeZone: string) =>
  (day >= "1000" ? momentOf(day, timeZone) : null) ?? new Date("1000-01-01T00:00:00Z");

/** The newest messages that match, by the search function inside the fence. */
export async function searchIds(
  scope: Scope,
  asked: SearchQuery,
  filter: Filter,
): Promise<{ hits: Hit[]; partial: boolean }> {
  try {
    return { hits: await callSearch(scope, asked, filter, false), partial: false };
  } catch (error) {
    if (sqlStateOf(error) !== statementTimeout) throw error;
    return { hits: await callSearch(scope, asked, filter, true), partial: true };
  }
}

const callSearch = (scope: Scope, asked: SearchQuery, filter: Filter, newestOnly: boolean) =>
  scope.tx(
    async (tx) => {
      const { mailbox = null, folders, limit, mark, timeZone } = filter;
      const [after, before] = [asked.after, asked.before].map((day) =>
        day ? dayOf(day, timeZone).toISOString() : null,
      );
      const { rows } = await tx.execute<Hit>(sql`
        select id, date::text as date from search_messages(
          ${queryOf(asked.terms, tagOf(scope.user.id))}::tsquery, ${mailbox}::uuid, ${sql.param(folders)}::text[],
          ${asked.hasAttachment ?? null}::boolean, ${asked.unread ?? null}::boolean,
          ${after}::timestamptz, ${before}::timestamptz,
          ${mark?.date ?? null}::timestamptz, ${mark?.id ?? null}::uuid, ${limit}::int, ${newestOnly}::boolean
        )`);
      return rows;
    },
    { statementSeconds: patienceSeconds },
  );
