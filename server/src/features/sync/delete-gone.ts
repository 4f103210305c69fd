import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { World } from "#scope.ts";
import { renewLease, type SyncClaim } from "./lease.ts";

/** Few enough for a short transaction. The next sync goes on. */
const batchSize = 500;

/**
 * Deletes messages that left their last folder a day ago. Until then they are hidden: another program may have moved them into a
 * folder that is synced later, where they are recognized and keep their id.
 */
export const deleteGone = (world: World, claim: SyncClaim): Promise<void> =>
  fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    const { tenantId, id } = claim.key;
    await tx.execute(sql`
      delete from messages where tenant_id = ${tenantId} and id in (
        select id from messages where tenant_id = ${tenantId} and mailbox_id = ${id} and gone_at < now() - interval '1 day' limit ${batchSize})`);
  });
