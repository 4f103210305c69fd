import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { World } from "#scope.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";
import { copyFlags } from "#features/sync/copy-flags.ts";

type Owner = { tenantId: string; userId: string };

/**
 * Hides the draft that a sent mail finished, and deletes it from its server with the next sync. Does nothing if it is not in a
 * Drafts folder of the sender any more: then it was sent, moved or deleted elsewhere.
 */
export async function removeSentDraft(tx: Tx, { queue }: Pick<World, "queue">, owner: Owner, id: string) {
  const isDraft = and(
    eq(messages.tenantId, owner.tenantId),
    eq(messages.userId, owner.userId),
    eq(messages.id, id),
    eq(messages.folder, "drafts"),
    isNull(messages.removeAt),
  );
  const boxes = await tx.select({ id: messages.mailboxId }).from(messages).where(isDraft);
  if (boxes.length === 0) return;
  // Locks the mailbox first, as a sync does.
  await requestSync(
    queue,
    tx,
    owner,
    boxes.map((box) => box.id),
  );
  const removed = await tx.update(messages).set({ removeAt: sql`now()` }).where(isDraft).returning({ id: messages.id });
  if (removed.length === 0) return;
  await copyFlags(tx, owner.tenantId, [id], { isHidden: true });
  await publish(tx, owner, { kind: "messages", data: { action: "delete", count: 1 } });
}
