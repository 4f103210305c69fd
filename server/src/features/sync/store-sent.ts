import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { keptIdOf, unfiledIdOf } from "#db/tables/folders.ts";
import type { World } from "#scope.ts";
import { findMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { applyBatch } from "./apply-batch.ts";
import { lockThreads, prepareBatch } from "./store-batch.ts";

type SentCopy = {
  messageId: string;
  raw: Buffer;
  /** The mailbox's server gets a copy too, which the sync recognizes as this message. */
  isFiledThere: boolean;
};

/**
 * Stores the copy of a sent mail here, so that its sender sees it in Sent and in its thread at once, and also if the mailbox cannot
 * take a copy: POP3 has no Sent folder, and Graph would import it as a draft. Storing it again changes nothing.
 */
export async function storeSentCopy(world: World, key: MailboxKey, { messageId, raw, isFiledThere }: SentCopy) {
  const receivedAt = world.outside.now();
  const copy = {
    remoteId: isFiledThere ? unfiledIdOf(messageId) : keptIdOf(messageId),
    folders: ["sent"],
    unread: false,
    starred: false,
    raw,
    receivedAt,
    isPartial: false,
  };
  const none = { reset: [], removed: [], changed: [], cursor: "", remaining: 0, hasOlder: false };
  const { batch, prepared } = await prepareBatch(world, key, { ...none, arrived: [copy] });
  await fencedTransaction(world.db, key, async (tx) => {
    // Locks the mailbox first, as a sync does; otherwise the two deadlock.
    if (!(await findMailbox(tx, key, { lock: true }))) return;
    // The sync was faster, or an earlier run of this job was cut off.
    if (await isInSent(tx, key, messageId)) return;
    await lockThreads(tx, key);
    await applyBatch(tx, { key }, batch, prepared);
    await publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
  });
}

async function isInSent(tx: Tx, { tenantId, id }: MailboxKey, messageId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from messages m
    join message_folders p on p.tenant_id = m.tenant_id and p.message_id = m.id
    join folders f on f.tenant_id = p.tenant_id and f.id = p.folder_id and f.role = 'sent'
    where m.tenant_id = ${tenantId} and m.mailbox_id = ${id} and m.message_id = ${messageId} limit 1`);
  return rows.length > 0;
}
