// Marks and deletions: here at once, on the mailbox's server by its next sync, which is woken.
import type { bulkActions } from "@intellibox/contract/endpoints/inbox";
import { deleteUndoSeconds } from "@intellibox/contract/rules/limits";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { requestSync, wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { markInSearch } from "#features/sync/store-batch.ts";

type Action = (typeof bulkActions)[number];
type Changed = { ids: string[]; undoUntil: Date | null };

export async function markRead(scope: Scope, id: string, read: boolean) {
  const { ids } = await changeMessages(scope, [id], read ? "read" : "unread");
  return { id: firstOr(ids, notFound("Message")), unread: !read };
}

export async function deleteMessage(scope: Scope, id: string, undoSeconds: number) {
  const { ids, undoUntil } = await changeMessages(scope, [id], "delete", undoSeconds);
  return { id: firstOr(ids, notFound("Message")), undoUntil: undoUntil ?? scope.now() };
}

export async function restoreMessage(scope: Scope, id: string) {
  const { ids } = await changeMessages(scope, [id], "restore");
  return { id: firstOr(ids, notFound("Message")) };
}

/** To those of them that are there and the caller's; which ones, it says. */
export const changeMessages = (
  scope: Scope,
  ids: string[],
  action: Action,
  undoSeconds = deleteUndoSeconds,
): Promise<Changed> =>
  scope.tx(async (tx) => {
    const owner = mailboxOwner(scope);
    const mine = and(
      eq(messages.tenantId, owner.tenantId),
      eq(messages.userId, owner.userId),
      inArray(messages.id, ids),
    );
    const boxes = await tx.selectDistinct({ id: messages.mailboxId }).from(messages).where(mine);
    const boxIds = boxes.map(({ id }) => id);
    // First, for its locks: see there. What is restored needs no sync, but the same locks: a sync takes the mailbox before its mail.
    if (action === "restore") await lockMailboxes(tx, owner.tenantId, boxIds);
    else await requestSync(scope, tx, owner, boxIds);
    const changed = await apply(tx, scope, mine, action, undoSeconds);
    if (changed.ids.length > 0)
      await scope.publish(tx, owner, { kind: "messages", data: { action, count: changed.ids.length } });
    if (changed.undoUntil && undoSeconds > 0)
      for (const id of boxIds) await wakeMailbox(scope, tx, { ...owner, id }, changed.undoUntil);
    return changed;
  });

const lockMailboxes = (tx: Tx, tenantId: string, ids: string[]) =>
  tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, tenantId), inArray(mailboxes.id, ids)))
    .orderBy(mailboxes.id)
    .for("update");

async function apply(
  tx: Tx,
  scope: Scope,
  mine: SQL | undefined,
  action: Action,
  undoSeconds: number,
): Promise<Changed> {
  const there = and(mine, isNull(messages.removeAt));
  const returning = { id: messages.id, removeAt: messages.removeAt };
  if (action === "delete") {
    const removeAt = sql`now() + make_interval(secs => ${undoSeconds})`;
    const rows = await tx.update(messages).set({ removeAt }).where(there).returning(returning);
    await markInSearch(
      tx,
      scope.tenantId,
      rows.map(({ id }) => id),
      { isHidden: true },
    );
    return { ids: rows.map(({ id }) => id), undoUntil: rows[0]?.removeAt ?? null };
  }
  if (action === "restore") {
    // Later its server may know already.
    const stillHere = and(mine, sql`${messages.removeAt} > now()`);
    const rows = await tx.update(messages).set({ removeAt: null }).where(stillHere).returning(returning);
    await markInSearch(
      tx,
      scope.tenantId,
      rows.map(({ id }) => id),
      { isHidden: false },
    );
    return { ids: rows.map(({ id }) => id), undoUntil: null };
  }
  const unread = action === "unread";
  const rows = await tx.update(messages).set({ unread, pendingUnread: unread }).where(there).returning(returning);
  await markInSearch(
    tx,
    scope.tenantId,
    rows.map(({ id }) => id),
    { unread },
  );
  return { ids: rows.map(({ id }) => id), undoUntil: null };
}
