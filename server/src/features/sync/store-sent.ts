import { publish } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import type { World } from "#scope.ts";
import { findMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { applyBatch } from "./apply-batch.ts";
import { lockThreads, prepareBatch } from "./store-batch.ts";

/**
 * Stores the copy of a sent mail here only, for a mailbox that cannot take it: POP3 has no Sent folder, and Graph would import it
 * as a draft. Storing it again changes nothing.
 */
export async function storeSentCopy(
  world: World,
  key: MailboxKey,
  { messageId, raw }: { messageId: string; raw: Buffer },
) {
  const receivedAt = world.outside.now();
  const copy = {
    remoteId: `sent/${messageId}`,
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
    await lockThreads(tx, key);
    await applyBatch(tx, key, batch, prepared);
    await publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
  });
}
