import type { Selecting } from "#db/kept-statement.ts";
import { and, asc, desc, isNotNull, isNull, type SQL, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { SearchHit } from "#features/search/search.ts";
import { itemColumns, ofSameMailbox } from "./item-columns.ts";

type Page = { filters: SQL | undefined; mark: SearchHit | undefined; limit: number };

/**
 * A page of messages after `mark`. By `date`: newest first. `inbox`: messages that came back from a snooze stand at the time when
 * they did. `snoozed`: the next to come back first.
 */
export function listInOrder(tx: Selecting, order: "date" | "inbox" | "snoozed", { filters, mark, limit }: Page) {
  if (order === "inbox") return inboxPage(tx, { filters, mark, limit });
  if (order === "snoozed")
    return selected(tx, messages.snoozedUntil)
      .where(and(filters, mark && isAfter(messages.snoozedUntil, mark)))
      .orderBy(asc(messages.snoozedUntil), asc(messages.id))
      .limit(limit);
  return selected(tx, messages.date)
    .where(and(filters, mark && isBefore(messages.date, mark)))
    .orderBy(desc(messages.date), desc(messages.id))
    .limit(limit);
}

/**
 * Two index scans of a page of ids each, and the columns of the page after that. An order by coalesce(woken_at, date) alone would
 * need an index on it, which every message fills.
 */
function inboxPage(tx: Selecting, page: Page) {
  return listByIds(tx, "inbox", sql`select page.id from (${inboxRows(tx, page)}) page`, page.limit);
}

/** The place of a message in a list that has it: its id, thread, date and position. */
export const placeColumns = (position: Column) => ({
  id: messages.id,
  threadId: messages.threadId,
  date: messages.date,
  wokenAt: messages.wokenAt,
  position: sql`${position}`.as("position"),
});

export function inboxRows(tx: Selecting, { filters, mark, limit }: Page): SQL {
  const newest = (time: typeof messages.date | typeof messages.wokenAt, which: SQL) =>
    sql`(${tx
      .select(placeColumns(time))
      .from(messages)
      .where(and(filters, which, mark && isBefore(time, mark)))
      .orderBy(desc(time), desc(messages.id))
      .limit(limit)})`;
  return sql`select page.* from (
    ${newest(messages.date, isNull(messages.wokenAt))} union all ${newest(messages.wokenAt, isNotNull(messages.wokenAt))}
  ) page order by page.position desc, page.id desc limit ${limit}`;
}

/** The messages of a subquery of ids, which are few. */
export function listByIds(tx: Selecting, order: "date" | "inbox", ids: SQL, limit: number) {
  const time = positionIn(order);
  return selected(tx, time)
    .where(sql`${messages.id} = any (array(${ids}))`)
    .orderBy(desc(time), desc(messages.id))
    .limit(limit);
}

/** When a message stands in a list. */
export const positionIn = (order: "date" | "inbox") =>
  order === "inbox" ? sql`coalesce(${messages.wokenAt}, ${messages.date})` : messages.date;

type Column = typeof messages.date | typeof messages.wokenAt | typeof messages.snoozedUntil;

const selected = (tx: Selecting, time: Column | SQL) =>
  tx
    .select({
      ...itemColumns,
      mark: markOf(time),
    })
    .from(messages)
    .innerJoin(mailboxes, ofSameMailbox);

export const markOf = (time: Column | SQL) => sql<string>`${time}::text`.as("mark");

const isBefore = (time: Column, { date, id }: SearchHit) =>
  sql`(${time}, ${messages.id}) < (${date}::timestamptz, ${id}::uuid)`;
const isAfter = (time: Column, { date, id }: SearchHit) =>
  sql`(${time}, ${messages.id}) > (${date}::timestamptz, ${id}::uuid)`;
