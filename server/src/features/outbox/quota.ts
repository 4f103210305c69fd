import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { sendCounts } from "#db/tables/send-counts.ts";

export const unlimited = -1;

/** The calendar month a mail counts in. UTC: tenants have no time zone, and a month must begin once for everybody in one. */
export const monthOf = (date: Date) => date.toISOString().slice(0, 7);

type Count = { tenantId: string; quota: number; now: Date; mails: number };

/** How far plans without a limit spread their counting. */
const shards = 16;

/**
 * Counts so many more mails, or refuses them all. With a limit its row stays locked until the transaction ends, so that of
 * fifty mails at once exactly as many pass as there is room for; call it last, to hold the lock briefly.
 */
export async function countMails(tx: Tx, { tenantId, quota, now, mails }: Count) {
  const month = monthOf(now);
  if (quota === unlimited) return addTo(tx, { tenantId, month, shard: 1 + Math.floor(Math.random() * shards) }, mails);
  await tx.insert(sendCounts).values({ tenantId, month, shard: 0, accepted: 0 }).onConflictDoNothing();
  // What was counted without a limit earlier in the month counts too.
  const elsewhere = sql`(select coalesce(sum(s.accepted), 0) from send_counts s
    where s.tenant_id = ${tenantId} and s.month = ${month} and s.shard <> 0)`;
  const counted = await tx
    .update(sendCounts)
    .set({ accepted: sql`${sendCounts.accepted} + ${mails}` })
    .where(
      and(
        eq(sendCounts.tenantId, tenantId),
        eq(sendCounts.month, month),
        eq(sendCounts.shard, 0),
        sql`${sendCounts.accepted} + ${elsewhere} + ${mails} <= ${quota}`,
      ),
    )
    .returning({ accepted: sendCounts.accepted });
  if (counted.length === 0) throw quotaExceeded(quota, now);
}

/** A mail that was taken back does not count. */
export const uncountMail = (tx: Tx, { tenantId, month }: { tenantId: string; month: string }) =>
  addTo(tx, { tenantId, month, shard: 0 }, -1);

async function addTo(tx: Tx, row: { tenantId: string; month: string; shard: number }, more: number) {
  await tx
    .insert(sendCounts)
    .values({ ...row, accepted: more })
    .onConflictDoUpdate({
      target: [sendCounts.tenantId, sendCounts.month, sendCounts.shard],
      set: { accepted: sql`${sendCounts.accepted} + ${more}` },
    });
}

function quotaExceeded(quota: number, now: Date) {
  const renewal = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const day = renewal.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return new AppError(
    "quota_exceeded",
    `Your company has sent all ${quota} emails that its plan includes this month. Sending renews on ${day}.`,
    { retryAfter: Math.ceil((renewal.getTime() - now.getTime()) / 1000) },
  );
}
