import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { sendCounts } from "#db/tables/send-counts.ts";

export const unlimited = -1;

/** The calendar month a mail counts in. UTC: tenants have no time zone, and a month must begin once for everybody in one. */
export const monthOf = (date: Date) => date.toISOString().slice(0, 7);

type Count = { tenantId: string; quota: number; now: Date };

/**
 * Counts one more mail, or refuses it. The row stays locked until the transaction ends, so that of fifty mails at once exactly
 * as many pass as there is room for; call it last, to hold the lock briefly.
 */
export async function countMail(tx: Tx, { tenantId, quota, now }: Count) {
  const month = monthOf(now);
  const counted = await tx
    .insert(sendCounts)
    .values({ tenantId, month, accepted: 1 })
    .onConflictDoUpdate({
      target: [sendCounts.tenantId, sendCounts.month],
      set: { accepted: sql`${sendCounts.accepted} + 1` },
      setWhere: quota === unlimited ? undefined : sql`${sendCounts.accepted} < ${quota}`,
    })
    .returning({ accepted: sendCounts.accepted });
  if (counted.length === 0) throw quotaExceeded(quota, now);
}

/** A mail that was taken back does not count. */
export async function uncountMail(tx: Tx, { tenantId, month }: { tenantId: string; month: string }) {
  await tx
    .update(sendCounts)
    .set({ accepted: sql`greatest(${sendCounts.accepted} - 1, 0)` })
    .where(and(eq(sendCounts.tenantId, tenantId), eq(sendCounts.month, month)));
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
