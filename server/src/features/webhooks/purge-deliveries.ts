import { deliveryDays } from "@intellibox/contract/rules/webhooks";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { World } from "#scope.ts";

const batchSize = 5_000;

/** Called every hour, as platform, which sees only ids and times. In batches, because a busy company has many. */
export async function purgeDeliveries(world: World): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize && !world.stopping.aborted; )
    deleted = await fencedTransaction(world.db, "platform", async (tx) => {
      const { rowCount } = await tx.execute(sql`
        delete from webhook_deliveries where (tenant_id, id) in (
          select tenant_id, id from webhook_deliveries where created_at < now() - make_interval(days => ${deliveryDays})
          limit ${batchSize})`);
      return rowCount ?? 0;
    });
}
