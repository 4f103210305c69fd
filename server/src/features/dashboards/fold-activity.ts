import { sql } from "drizzle-orm";
import { z } from "zod";
import { job } from "#db/queue.ts";
import type { Visitor, World } from "#scope.ts";
import { dayMs } from "./periods.ts";

export const foldActivity = job("fold-activity", z.object({}), { retryLimit: 0, policy: "singleton" });

const atOnce = 20_000;
/** Half a year of months, whichever zone they are of, and some days to spare; before that, whole days are all that is asked for. */
const quarterDays = 200;

/**
 * Moves what happened into the counts. In one transaction a batch, so that whoever reads, and whatever is killed, finds each
 * happening in one of the two places. As platform: of all companies.
 */
export async function fold(_world: World, _data: object, platform: Visitor, signal: AbortSignal) {
  while (!signal.aborted && (await foldBatch(platform)) === atOnce);
}

const oldestQuarter = (platform: Visitor) => new Date(platform.now().getTime() - quarterDays * dayMs);

const foldBatch = (platform: Visitor) =>
  platform.platformTx(async (tx) => {
    const { rows } = await tx.execute<{ taken: number }>(sql`
      with taken as (
        delete from activity where id in (select id from activity order by id limit ${atOnce}) returning *
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

/** Counts by the quarter of an hour that no dashboard reads any more; the days stay. */
export async function purgeQuarters(_world: World, _data: object, platform: Visitor, signal: AbortSignal) {
  while (!signal.aborted && (await purgeBatch(platform)) === atOnce);
}

const purgeBatch = (platform: Visitor) =>
  platform.platformTx(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from activity_counts where ctid in (
        select ctid from activity_counts where span = 'quarter' and at < ${oldestQuarter(platform)} limit ${atOnce})`);
    return rowCount ?? 0;
  });
