import { z } from "zod";
import { sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import type { Visitor, World } from "#scope.ts";
import { dayMs } from "./periods.ts";

export const foldActivity = job("fold-activity", z.object({}), { retryLimit: 0, policy: "singleton" });

const batchSize = 20_000;
/** Six months in any time zone, with some days to spare. Older quarter-hour counts are not read by any dashboard. */
const quarterDays = 200;

/**
 * Moves rows of `activity` into `activity_counts`. Each batch is one transaction, so that a reader, or a restart after a kill,
 * finds each row in exactly one of the two tables. As platform: for all companies.
 */
export async function fold(_world: World, _data: object, platform: Visitor, signal: AbortSignal) {
  while (!signal.aborted && (await foldBatch(platform)) === batchSize);
}

const oldestQuarter = (platform: Visitor) => new Date(platform.now().getTime() - quarterDays * dayMs);

const foldBatch = (platform: Visitor) =>
  platform.platformTx(async (tx) => {
    const { rows } = await tx.execute<{ taken: number }>(sql`
      with taken as (
        delete from activity where id in (select id from activity order by id limit ${batchSize}) returning *
      ), folded as (
        insert into activity_counts (tenant_id, user_id, kind, span, at, amount)
        select tenant_id, user_id, kind, s.span, s.at, sum(amount)
        from taken cross join lateral (values ('quarter', taken.at), ('day', date_trunc('day', taken.at, 'UTC'))) as s (span, at)
        where s.span = 'day' or s.at >= ${oldestQuarter(platform)}
        group by tenant_id, user_id, kind, s.span, s.at
        order by tenant_id, user_id, s.span, s.at, kind
        on conflict (tenant_id, user_id, span, at, kind) do update set amount = activity_counts.amount + excluded.amount
      )
      select count(*)::int as taken from taken`);
    return rows[0]?.taken ?? 0;
  });

export const purgeActivity = job("purge-activity", z.object({}), { retryLimit: 0, policy: "singleton" });

/** Deletes quarter-hour counts that no dashboard reads any more. Day counts stay. */
export async function purgeQuarters(_world: World, _data: object, platform: Visitor, signal: AbortSignal) {
  while (!signal.aborted && (await purgeBatch(platform)) === batchSize);
}

const purgeBatch = (platform: Visitor) =>
  platform.platformTx(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from activity_counts where ctid in (
        select ctid from activity_counts where span = 'quarter' and at < ${oldestQuarter(platform)} limit ${batchSize})`);
    return rowCount ?? 0;
  });
