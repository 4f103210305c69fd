import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, type SQL, sql } from "#db/orm.ts";
import { ownPlanId } from "#db/plan-of.ts";
import { plans } from "#db/tables/plans.ts";
import { sendCounts } from "#db/tables/send-counts.ts";
import { tenants } from "#db/tables/tenants.ts";

export const unlimited = -1;

/** The calendar month in which a mail counts. In UTC, because tenants have no time zone of their own. */
export const monthOf = (date: Date) => date.toISOString().slice(0, 7);

/** Rows among which a tenant without a limit spreads its count, to avoid contention for one lock. */
const shards = 16;

/** The row that counts the next mails. A tenant with a limit has one row, whose lock makes the count exact. */
export const shardFor = (quota: number) => (quota === unlimited ? 1 + Math.floor(Math.random() * shards) : 0);

type Counted = { tenantId: string; quota: number; now: Date };

/**
 * Call it after the mail was counted, once for each recipient, in the same transaction. Throws if the count exceeds the quota; the
 * rollback then undoes the count. The row of the count is locked, so that of fifty parallel mails exactly as many pass as the
 * quota allows.
 */
export async function refuseOverQuota(tx: Tx, { tenantId, quota, now }: Counted) {
  if (quota === unlimited) return;
  const month = and(eq(sendCounts.tenantId, tenantId), eq(sendCounts.month, monthOf(now)));
  if ((await countAccepted(tx, month)) > quota) throw quotaExceeded(quota, now);
}

/** Sums all shards: some may be from earlier in the month, before the tenant had a limit. */
async function countAccepted(tx: Tx, month: SQL | undefined): Promise<number> {
  const [count] = await tx
    .select({ accepted: sql<number | null>`sum(${sendCounts.accepted})::int` })
    .from(sendCounts)
    .where(month);
  return count?.accepted ?? 0;
}

/** How many mails the plan still allows this month; null without a limit. */
export async function quotaLeft(tx: Tx, { tenantId, quota, now }: Omit<Counted, "quota"> & { quota: number | null }) {
  if (quota === null || quota === unlimited) return null;
  const month = and(eq(sendCounts.tenantId, tenantId), eq(sendCounts.month, monthOf(now)));
  return Math.max(0, quota - (await countAccepted(tx, month)));
}

type Uncounted = { tenantId: string; month: string; recipients: number };

/** Takes a cancelled mail out of the count. */
export const uncountMail = (tx: Tx, { recipients, ...row }: Uncounted) => addTo(tx, { ...row, shard: 0 }, -recipients);

/** Counts a mail to one recipient that does not go through the outbox, and throws if the quota is used up. */
export async function countOneMail(tx: Tx, { tenantId, now }: { tenantId: string; now: Date }) {
  const [plan] = await tx
    .select({ quota: plans.emailQuota })
    .from(tenants)
    .innerJoin(plans, eq(plans.id, ownPlanId))
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
  const day = renewal.toLocaleDateString(formatLocale(), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return new AppError(
    "quota_exceeded",
    t(
      "Your company's plan includes {quota} emails a month, and each recipient counts as one. This mail would be more. Sending renews on {day}.",
      { quota: String(quota), day },
    ),
    { retryAfter: Math.ceil((renewal.getTime() - now.getTime()) / 1000) },
  );
}
