// Reads a mailbox again from scratch. No message is deleted for it: each keeps its row, and with it its snooze and its links.
import { syncLimit } from "@intellibox/contract/rules/limits";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { localPrefix, resyncIdOf } from "#db/tables/folders.ts";
import type { World } from "#scope.ts";
import { wantsHistory } from "#features/mailboxes/history.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { renewLease, type SyncClaim } from "./lease.ts";
import { refreshPlaces } from "./places.ts";

/** Mail that came since the last sync is read with what is stored. */
const margin = 500;

/**
 * Forgets the cursor, and marks the places of messages as not found again. A place that the server has gets its remote id back. The
 * mark is in the database, so that another process can go on.
 */
export async function beginResync(world: World, claim: SyncClaim): Promise<void> {
  const { key } = claim;
  const changes = { cursor: null, remaining: 0, isHistoryDone: false, historyBackTo: null, resyncWantedAt: null };
  const limit = await fencedTransaction(
    world.db,
    key,
    async (tx) => {
      const count = await countPlaces(tx, key);
      const wantedOlder = Math.max(syncLimit, count) + margin;
      await renewLease(tx, claim, { ...changes, wantedOlder });
      // A POP3 server has no folders: what was filed here stays there, also if the server has it no more.
      if (claim.row.kind !== "pop3") await markPlaces(tx, key);
      return wantedOlder;
    },
    { statementSeconds: 60 },
  );
  Object.assign(claim, { limit, older: false, isHistory: false, isResync: true });
  claim.row = { ...claim.row, ...changes };
}

async function countPlaces(tx: Tx, { tenantId, id }: MailboxKey): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from message_folders where tenant_id = ${tenantId} and mailbox_id = ${id}`);
  return rows[0]?.count ?? 0;
}

/** Folders that are not followed are not read, so their places stay. So does a change that is not uploaded, and a sent mail without a copy. */
const markPlaces = (tx: Tx, { tenantId, id }: MailboxKey) =>
  tx.execute(sql`
    update message_folders p set remote_id = ${resyncIdOf("")} || p.remote_id from folders f
    where p.tenant_id = ${tenantId} and p.mailbox_id = ${id} and p.pending is null
      and not starts_with(p.remote_id, ${localPrefix}) and not starts_with(p.remote_id, 'sent/<')
      and f.tenant_id = p.tenant_id and f.id = p.folder_id and f.is_followed`);

/**
 * After a whole run: if the server has no more mail than was read, messages leave the folders in which they were not found. If it
 * has older mail that is not loaded, places that were not compared stay as they were.
 */
export async function endResync(tx: Tx, { key, row }: SyncClaim, config: World["config"]): Promise<void> {
  const isAll = !row.hasOlder && row.remaining === 0;
  if (!isAll && wantsHistory(row, config)) return;
  const { rows } = await tx.execute<{ message_id: string }>(isAll ? removed(key) : restored(key));
  if (rows.length === 0) return;
  await refreshPlaces(
    tx,
    key,
    rows.map(({ message_id }) => message_id),
  );
  await publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
}

/** The first condition is that of an index. */
const isMarked = ({ tenantId, id }: MailboxKey) => sql`
  p.tenant_id = ${tenantId} and p.mailbox_id = ${id} and (p.pending is not null or starts_with(p.remote_id, 'local:'))
    and starts_with(p.remote_id, ${resyncIdOf("")})`;

const removed = (key: MailboxKey) => sql`delete from message_folders p where ${isMarked(key)} returning p.message_id`;

const restored = (key: MailboxKey) => sql`
  update message_folders p set remote_id = substr(p.remote_id, ${resyncIdOf("").length + 1}::int)
  where ${isMarked(key)} returning p.message_id`;
