import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { activity, activityCounts, type activityKinds } from "#db/tables/activity.ts";
import { type Bucket, slicesOf } from "./periods.ts";

export type ActivityKind = (typeof activityKinds)[number];
export type ActivityCount = { bucket: string; owner: string; kind: ActivityKind; amount: number };

export const mailKinds: ActivityKind[] = ["sent", "received"];
export const aiKinds: ActivityKind[] = ["compose", "reply", "subject", "summarize", "tasks", "rewrite", "translate"];

/** One person's counts, or all that the transaction can see: in total, or by user or tenant. */
type CountedOwner = { userId: string } | { by?: "user" | "tenant" };

/**
 * Counts the activity in each bucket. One statement, so that rows which `fold` moves meanwhile are counted once. How much it reads
 * depends on the length of the buckets and the number of people, not on how much they did.
 */
export async function countActivity(tx: Tx, buckets: Bucket[], owned: CountedOwner = {}): Promise<ActivityCount[]> {
  const slices = buckets
    .flatMap(slicesOf)
    .map(({ name, span, starts, ends }) => sql`(${name}, ${span}, ${starts}::timestamptz, ${ends}::timestamptz)`);
  const isOwned = "userId" in owned ? sql`and c.user_id = ${owned.userId}` : sql``;
  const owner = "by" in owned && owned.by ? sql.raw(`c.${owned.by}_id::text`) : sql`''`;
  const { rows } = await tx.execute<ActivityCount & { amount: string }>(sql`
    with slices (bucket, span, starts, ends) as (values ${sql.join(slices, sql`, `)}),
    found as (
      select s.bucket, ${owner} as owner, c.kind, c.amount
      from slices s join ${activityCounts} c on c.span = 'day' and c.at >= s.starts and c.at < s.ends
      where s.span = 'day' ${isOwned}
      union all
      select s.bucket, ${owner}, c.kind, c.amount
      from slices s join ${activityCounts} c on c.span = 'quarter' and c.at >= s.starts and c.at < s.ends
      where s.span = 'quarter' ${isOwned}
      union all
      select s.bucket, ${owner}, c.kind, c.amount
      from slices s join ${activity} c on c.at >= s.starts and c.at < s.ends
      where true ${isOwned}
    )
    select bucket, owner, kind, sum(amount) as amount from found group by bucket, owner, kind`);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** Sums the counts of these kinds, of one bucket and one owner if given. */
export function sumOf(
  counts: ActivityCount[],
  kinds: ActivityKind[],
  { bucket, owner }: { bucket?: string; owner?: string } = {},
) {
  const wanted = counts.filter(
    (count) =>
      kinds.includes(count.kind) &&
      (bucket === undefined || count.bucket === bucket) &&
      (owner === undefined || count.owner === owner),
  );
  return wanted.reduce((sum, { amount }) => sum + amount, 0);
}

export async function hasActivity(tx: Tx, { userId }: { userId?: string } = {}) {
  const isOwned = userId ? sql`where c.user_id = ${userId}` : sql``;
  const { rows } = await tx.execute<{ any: boolean }>(sql`
    select exists (select from ${activityCounts} c ${isOwned}) or exists (select from ${activity} c ${isOwned}) as any`);
  return rows[0]?.any ?? false;
}
