import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { plans } from "#db/tables/plans.ts";
import { sendCounts } from "#db/tables/send-counts.ts";
import { tenants } from "#db/tables/tenants.ts";

export const unlimited = -1;

/** The calendar month a mail counts in. UTC: tenants have no time zone, and a month must begin once for everybody in one. */
export const monthOf = (date: Date) => date.toISOString().slice(0, 7);

/** How far plans without a limit spread their counting. */
const shards = 16;

/** Where the next mails of a tenant are counted: with a limit all in one row, whose lock makes the count exact. */
export const shardFor = (quota: number) => (quota === unlimited ? 1 + Math.floor(Math.random() * shards) : 0);

type Counted = { tenantId: string; quota: number; now: Date };

/**
 * A mail counts once for each recipient. Refuses what was counted in this transaction, where it is more than the plan has room for; rolled back, it was not counted.
 * The row of the count is locked since, so that of fifty mails at once exactly as many pass as there is room for.
 */
export async function refuseOverQuota(tx: Tx, { tenantId, quota, now }: Counted) {
  if (quota === unlimited) return;
  const month = and(eq(sendCounts.tenantId, tenantId), eq(sendCounts.month, monthOf(now)));
  // What was counted without a limit earlier in the month counts too.
  const [count] = await tx
    .select({ accepted: sql<number>`sum(${sendCounts.accepted})::int` })
    .from(sendCounts)
    .where(month);
  if (count && count.accepted > quota) throw quotaExceeded(quota, now);
}

type Uncounted = { tenantId: string; month: string; recipients: number };

/** A mail that was taken back does not count. */
export const uncountMail = (tx: Tx, { recipients, ...row }: Uncounted) => addTo(tx, { ...row, shard: 0 }, -recipients);

/** Counts a mail to one recipient that does not go through the outbox, and refuses it where the plan has no room. */
export async function countOneMail(tx: Tx, { tenantId, now }: { tenantId: string; now: Date }) {
  const [plan] = await tx
    .select({ quota: plans.emailQuota })
    .from(tenants)
    .innerJoin(plans, eq(plans.id, tenants.planId))
    .where(eq(tenants.id, tenantId));
  const quota = plan?.quota ?? unlimited;
  await addTo(tx, { tenantId, month: monthOf(now), shard: shardFor(quota) }, 1);
  await refuseOverQuota(tx, { tenantId, quota, now });
}

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
    `Your company's plan includes ${quota} emails a month, and each recipient counts as one. This mail would be more. Sending renews on ${day}.`,
    { retryAfter: Math.ceil((renewal.getTime() - now.getTime()) / 1000) },
  );
}
