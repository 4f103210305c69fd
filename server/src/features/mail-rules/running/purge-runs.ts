import { fencedTransaction } from "#db/fence.ts";
import { type SQL, sql } from "#db/orm.ts";
import type { World } from "#scope.ts";

/** How long the history is kept. */
export const historyDays = 90;
/** Longer than what a template is held back for. */
const replyDays = 7;
/** Rows of one transaction: short locks, and a stop loses one batch at most. */
const batchSize = 2_000;

/** Called every hour, as platform. */
export async function purgeRuns(world: World): Promise<void> {
  await purge(world, { table: sql`mail_rule_runs`, key: sql`tenant_id, id` }, historyDays);
  await purge(world, { table: sql`mail_rule_replies`, key: sql`tenant_id, user_id, address, day` }, replyDays);
}

async function purge(world: World, { table, key }: { table: SQL; key: SQL }, days: number) {
  const before = new Date(world.outside.now().getTime() - days * 86_400_000).toISOString();
  for (let deleted = batchSize; deleted === batchSize && !world.stopping.aborted; )
    deleted = await fencedTransaction(world.db, "platform", async (tx) => {
      const { rowCount } = await tx.execute(sql`
        delete from ${table} where (${key}) in (
          select ${key} from ${table} where at < ${before}::timestamptz limit ${batchSize})`);
      return rowCount ?? 0;
    });
}
