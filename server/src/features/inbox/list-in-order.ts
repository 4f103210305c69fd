import type { Tx } from "#db/fence.ts";
import { and, asc, desc, isNotNull, isNull, type SQL, sql, unionAll } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { SearchHit } from "#features/search/search.ts";
import { itemColumns, ofSameMailbox } from "./item-columns.ts";

type Page = { filters: SQL | undefined; mark: SearchHit | undefined; limit: number };

/**
 * A page of messages after `mark`. By `date`: newest first. `inbox`: messages that came back from a snooze stand at the time when
 * they did. `snoozed`: the next to come back first.
 */
export function listInOrder(tx: Tx, order: "date" | "inbox" | "snoozed", { filters, mark, limit }: Page) {
  const newest = (time: typeof messages.date | typeof messages.wokenAt, which?: SQL) =>
    selected(tx, time)
      .where(and(filters, which, mark && isBefore(time, mark)))
      .orderBy(desc(time), desc(messages.id))
      .limit(limit);
  if (order === "date") return newest(messages.date);
  if (order === "snoozed")
    return selected(tx, messages.snoozedUntil)
      .where(and(filters, mark && isAfter(messages.snoozedUntil, mark)))
      .orderBy(asc(messages.snoozedUntil), asc(messages.id))
      .limit(limit);
  // Two index scans of a page each. An order by coalesce(woken_at, date) would need an index on it, which every message fills.
  return unionAll(
    newest(messages.date, isNull(messages.wokenAt)),
    newest(messages.wokenAt, isNotNull(messages.wokenAt)),
  )
    .orderBy(sql`position desc, id desc`)
    .limit(limit);
}

type Time = typeof messages.date | typeof messages.wokenAt | typeof messages.snoozedUntil;

const selected = (tx: Tx, time: Time) =>
  tx
    .select({
      ...itemColumns,
      mark: sql<string>`${time}::text`.as("mark"),
      position: sql<unknown>`${time}`.as("position"),
    })
    .from(messages)
    .innerJoin(mailboxes, ofSameMailbox);

const isBefore = (time: Time, { date, id }: SearchHit) =>
  sql`(${time}, ${messages.id}) < (${date}::timestamptz, ${id}::uuid)`;
const isAfter = (time: Time, { date, id }: SearchHit) =>
  sql`(${time}, ${messages.id}) > (${date}::timestamptz, ${id}::uuid)`;
