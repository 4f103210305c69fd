import { publish } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import type { World } from "#scope.ts";
import { findMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { insertMail } from "./insert-mail.ts";
import { dropGone, lockThreads, prepareBatch } from "./store-batch.ts";

/**
 * The copy of a sent mail, for a mailbox that takes none in: POP3 has no Sent folder, and Graph makes a draft of it. Our store is its only place. Stored again it
 * replaces itself, so there is one of it.
 */
export async function storeSentCopy(
  world: World,
  key: MailboxKey,
  { messageId, raw }: { messageId: string; raw: Buffer },
) {
  const receivedAt = world.outside.now();
  const copy = {
    remoteId: `sent/${messageId}`,
    folder: "sent" as const,
    unread: false,
    raw,
    receivedAt,
    isPartial: false,
  };
  const none = { reset: [], removed: [], changed: [], cursor: "", remaining: 0, hasOlder: false };
  const { batch, prepared } = await prepareBatch(world, key, { ...none, arrived: [copy] });
  await fencedTransaction(world.db, key, async (tx) => {
    // A sync under way locks the mailbox first too.
    if (!(await findMailbox(tx, key, { lock: true }))) return;
    await lockThreads(tx, key);
    await dropGone(tx, key, batch);
    await insertMail(tx, key, prepared);
    await publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
  });
}
