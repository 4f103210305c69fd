import { sql } from "drizzle-orm";
import type { Tx } from "#db/fence.ts";
import { activity, activityCounts, type activityKinds } from "#db/tables/activity.ts";
import { type Bucket, slicesOf } from "./periods.ts";

export type Kind = (typeof activityKinds)[number];
export type Count = { bucket: string; owner: string; kind: Kind; amount: number };

export const mailKinds: Kind[] = ["sent", "received"];
export const aiKinds: Kind[] = ["compose", "reply", "subject", "summarize", "tasks"];

/** Whose counts: one person's, or all that the transaction may see, together or by person or company. */
type Whose = { userId: string } | { by?: "user" | "tenant" };

/**
 * What happened in each bucket. One statement, so that what is moved into the counts meanwhile is seen once; how much it
 * reads depends on the length of the buckets and on how many people there are, not on how much they did.
 */
export async function countActivity(tx: Tx, buckets: Bucket[], whose: Whose = {}): Promise<Count[]> {
  const slices = buckets
    .flatMap(slicesOf)
    .map(({ name, span, starts, ends }) => sql`(${name}, ${span}, ${starts}::timestamptz, ${ends}::timestamptz)`);
  const mine = "userId" in whose ? sql`and c.user_id = ${whose.userId}` : sql``;
  const owner = "by" in whose && whose.by ? sql.raw(`c.${whose.by}_id::text`) : sql`''`;
  const { rows } = await tx.execute<Count & { amount: string }>(sql`
    with slices (bucket, span, starts, ends) as (values ${sql.join(slices, sql`, `)}),
    found as (
      select s.bucket, ${owner} as owner, c.kind, c.amount
      from slices s join ${activityCounts} c on c.span = 'day' and c.at >= s.starts and c.at < s.ends
      where s.span = 'day' ${mine}
      union all
      select s.bucket, ${owner}, c.kind, c.amount
      from slices s join ${activityCounts} c on c.span = 'quarter' and c.at >= s.starts and c.at < s.ends
      where s.span = 'quarter' ${mine}
      union all
      select s.bucket, ${owner}, c.kind, c.amount
      from slices s join ${activity} c on c.at >= s.starts and c.at < s.ends
      where true ${mine}
    )
    select bucket, owner, kind, sum(amount) as amount from found group by bucket, owner, kind`);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** How many of these kinds, in a bucket and of an owner where they are named. */
export function sumOf(counts: Count[], kinds: Kind[], { bucket, owner }: { bucket?: string; owner?: string } = {}) {
  const wanted = counts.filter(
    (count) =>
      kinds.includes(count.kind) &&
      (bucket === undefined || count.bucket === bucket) &&
      (owner === undefined || count.owner === owner),
  );
  return wanted.reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether anything ever happened there. */
export async function hasActivity(tx: Tx, { userId }: { userId?: string } = {}) {
  const mine = userId ? sql`where c.user_id = ${userId}` : sql``;
  const { rows } = await tx.execute<{ any: boolean }>(sql`
    select exists (select from ${activityCounts} c ${mine}) or exists (select from ${activity} c ${mine}) as any`);
  return rows[0]?.any ?? false;
}
