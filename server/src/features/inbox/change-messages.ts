// Marks and deletes messages here at once, and requests a sync that uploads the change to the mailbox's server.
import type { bulkActions } from "@intellibox/contract/endpoints/inbox";
import { deleteUndoSeconds } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull, type SQL, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { deleteForGood } from "#features/actions/apply-action.ts";
import { restoreLost } from "#features/actions/undo-action.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { requestSync, wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { copyFlags } from "#features/sync/copy-flags.ts";

type Action = (typeof bulkActions)[number];
type ChangedMessages = { ids: string[]; undoUntil: Date | null };

export async function markRead(scope: Scope, id: string, read: boolean) {
  const { ids } = await changeMessages(scope, [id], read ? "read" : "unread");
  return { id: firstOr(ids, notFound(t("Message not found"))), unread: !read };
}

export async function deleteMessage(scope: Scope, id: string, undoSeconds: number) {
  const { ids, undoUntil } = await changeMessages(scope, [id], "delete", undoSeconds);
  return { id: firstOr(ids, notFound(t("Message not found"))), undoUntil: undoUntil ?? scope.now() };
}

export async function restoreMessage(scope: Scope, id: string) {
  const { ids } = await changeMessages(scope, [id], "restore");
  return { id: firstOr(ids, notFound(t("Message not found"))) };
}

/** Changes those of the messages that exist and belong to the caller, and returns their ids. */
export const changeMessages = (
  scope: Scope,
  ids: string[],
  action: Action,
  undoSeconds?: number,
): Promise<ChangedMessages> => scope.tx((tx) => changeMessagesIn(tx, scope, ids, action, undoSeconds));

/** The same in a transaction of the caller. */
export async function changeMessagesIn(
  tx: Tx,
  scope: Scope,
  ids: string[],
  action: Action,
  undoSeconds = deleteUndoSeconds,
): Promise<ChangedMessages> {
  const owner = mailboxOwner(scope);
  const isChosen = and(
    eq(messages.tenantId, owner.tenantId),
    eq(messages.userId, owner.userId),
    inArray(messages.id, ids),
  );
  const boxes = await tx.selectDistinct({ id: messages.mailboxId }).from(messages).where(isChosen);
  const boxIds = boxes.map(({ id }) => id);
  // First, because it locks the mailboxes, as a sync does before their messages.
  await requestSync(scope, tx, owner, boxIds);
  const changed =
    action === "delete"
      ? await remove(tx, scope, ids, isChosen, undoSeconds)
      : action === "restore"
        ? await restore(tx, scope, isChosen)
        : await mark(tx, scope, isChosen, action === "unread");
  if (changed.ids.length > 0)
    await scope.publish(tx, owner, { kind: "messages", data: { action, count: changed.ids.length } });
  if (changed.undoUntil && undoSeconds > 0)
    for (const id of boxIds) await wakeMailbox(scope, tx, { ...owner, id }, changed.undoUntil);
  return changed;
}

export const lockMailboxes = (tx: Tx, tenantId: string, ids: string[]) =>
  tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, tenantId), inArray(mailboxes.id, ids)))
    .orderBy(mailboxes.id)
    .for("update");

const returning = { id: messages.id, removeAt: messages.removeAt };
const isShown = (isChosen: SQL | undefined) => and(isChosen, isNull(messages.goneAt), isNull(messages.removeAt));

/** Into the trash, or for good if the mailbox says so or the message is in the trash already. */
async function remove(
  tx: Tx,
  scope: Scope,
  ids: string[],
  isChosen: SQL | undefined,
  undoSeconds: number,
): Promise<ChangedMessages> {
  const lost = await deleteForGood(tx, scope, ids, undoSeconds);
  const removeAt = sql`now() + make_interval(secs => ${undoSeconds})`;
  const rows = await tx.update(messages).set({ removeAt }).where(isShown(isChosen)).returning(returning);
  const hidden = rows.map(({ id }) => id);
  await copyFlags(tx, scope.tenantId, hidden, { isHidden: true });
  return { ids: [...lost.ids, ...hidden], undoUntil: lost.undoUntil ?? rows[0]?.removeAt ?? null };
}

async function restore(tx: Tx, scope: Scope, isChosen: SQL | undefined): Promise<ChangedMessages> {
  // Later it may already be deleted on the server.
  const isUndoable = and(isChosen, sql`${messages.removeAt} > now()`);
  const rows = await tx.update(messages).set({ removeAt: null }).where(isUndoable).returning(returning);
  const ids = rows.map(({ id }) => id);
  await copyFlags(tx, scope.tenantId, ids, { isHidden: false });
  await restoreLost(tx, scope, ids);
  return { ids, undoUntil: null };
}

async function mark(tx: Tx, scope: Scope, isChosen: SQL | undefined, unread: boolean): Promise<ChangedMessages> {
  const set = { unread, pendingUnread: unread };
  const rows = await tx.update(messages).set(set).where(isShown(isChosen)).returning(returning);
  const ids = rows.map(({ id }) => id);
  await copyFlags(tx, scope.tenantId, ids, { unread });
  return { ids, undoUntil: null };
}
