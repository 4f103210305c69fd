import { fencedTransaction, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { resyncIdOf, unfiledIdOf } from "#db/tables/folders.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { renewLease, type SyncClaim } from "./lease.ts";
import { refreshPlaces } from "./places.ts";
import { endResync } from "./resync.ts";

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
    await endResync(tx, claim, world.config);
    await leaveUnfound(tx, claim.key);
    await tx.execute(sql`
      delete from messages where tenant_id = ${tenantId} and id in (
        select id from messages where tenant_id = ${tenantId} and mailbox_id = ${id} and gone_at < now() - interval '1 day' limit ${batchSize})`);
  });

/**
 * Takes messages out of followed folders that a local move has put them into, if the server did not tell where and the sync that has
 * just ended did not find them there, and forgets removals of what is no longer there. A sent mail stays in Sent, also if its server takes no copy.
 */
async function leaveUnfound(tx: Tx, key: MailboxKey) {
  const { rows } = await tx.execute<{ message_id: string }>(sql`
    delete from message_folders p using folders f
    where p.tenant_id = ${key.tenantId} and p.mailbox_id = ${key.id}
      and (p.pending is not null or starts_with(p.remote_id, 'local:'))
      and p.pending is distinct from 'add' and starts_with(p.remote_id, 'local:')
      and not starts_with(p.remote_id, ${unfiledIdOf("")}) and not starts_with(p.remote_id, ${resyncIdOf("")})
      and f.tenant_id = p.tenant_id and f.id = p.folder_id and (f.is_followed or p.pending = 'remove')
    returning p.message_id`);
  await refreshPlaces(
    tx,
    key,
    rows.map(({ message_id }) => message_id),
  );
}
