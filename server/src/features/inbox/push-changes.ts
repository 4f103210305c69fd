// What was done here and its server does not know yet.
import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { messages } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { type Claim, holdLease } from "./lease.ts";
import { markInSearch } from "./store-batch.ts";

const atOnce = 200;

/** Marks and deletions, until none is left. One that fails for a reason of the connection ends the sync, and is tried again. */
export async function pushChanges(world: World, claim: Claim, mailbox: Mailbox): Promise<void> {
  for (;;) {
    const pending = await fencedTransaction(world.db, claim.key, (tx) => findPending(tx, claim));
    for (const change of pending) {
      if (change.isDue) await pushRemoval(world, claim, mailbox, change);
      else if (change.pendingUnread !== null)
        await pushMark(world, claim, mailbox, change.id, change.remoteId, change.pendingUnread);
    }
    if (pending.length < atOnce) return;
  }
}

const isDue = sql<boolean>`coalesce(${messages.removeAt} <= now(), false)`;

function findPending(tx: Tx, { key }: Claim) {
  return tx
    .select({
      id: messages.id,
      remoteId: messages.remoteId,
      folder: messages.folder,
      pendingUnread: messages.pendingUnread,
      isDue,
    })
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, key.tenantId),
        eq(messages.mailboxId, key.id),
        or(isNotNull(messages.pendingUnread), isNotNull(messages.removeAt)),
        or(isNotNull(messages.pendingUnread), isDue),
      ),
    )
    .limit(atOnce);
}
type Pending = Awaited<ReturnType<typeof findPending>>[number];

async function pushMark(world: World, claim: Claim, mailbox: Mailbox, id: string, remoteId: string, unread: boolean) {
  await ifThere(mailbox.setUnread(remoteId, unread));
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await holdLease(tx, claim);
    await tx
      .update(messages)
      .set({ pendingUnread: null })
      // Marked again meanwhile: that one is still to be told.
      .where(and(isMessage(claim, id), eq(messages.pendingUnread, unread)));
  });
}

async function pushRemoval(world: World, claim: Claim, mailbox: Mailbox, { id, remoteId, folder }: Pending) {
  const { key, row } = claim;
  await ifThere(mailbox.remove(remoteId));
  // POP3 has no trash on its server, and what is left there stays: the trash is ours.
  const isKept = row.kind === "pop3" && folder !== "trash";
  await fencedTransaction(world.db, key, async (tx) => {
    await holdLease(tx, claim);
    if (isKept) {
      await tx
        .update(messages)
        .set({ folder: "trash", removeAt: null, pendingUnread: null })
        .where(isMessage(claim, id));
      await markInSearch(tx, key.tenantId, [id], { folder: "trash", isHidden: false });
    } else await tx.delete(messages).where(isMessage(claim, id));
    await publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
  });
}

const isMessage = ({ key }: Claim, id: string) => and(eq(messages.tenantId, key.tenantId), eq(messages.id, id));

/** What is not there any more needs no mark and no removal. */
async function ifThere(change: Promise<void>) {
  await change.catch((error: unknown) => {
    if (!(error instanceof MailboxError) || error.fault !== "gone") throw error;
  });
}
