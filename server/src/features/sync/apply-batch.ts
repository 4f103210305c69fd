// Applies a batch to the rows of its mailbox.

import { folderRoles } from "@intellibox/contract/rules/folders";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull, not, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { Batch, MailChange } from "#outside/mailboxes/mailbox.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { copyFlags } from "./copy-flags.ts";
import { insertMail, type PreparedMail } from "./insert-mail.ts";
import { type KnownMail, placeKnown, recognize, stubOf } from "./known-messages.ts";
import { emptyFolders, loseFolders, movePlaces, refreshPlaces, reportRemoved } from "./places.ts";
import { deleteFolders, ensureRole, foldersOf, type StoredFolder, storeFolders } from "./store-folders.ts";

/** A message that was not downloaded, because it was stored, is not stored any more. */
export class StoredMailGone extends Error {}

/** A mailbox, and an id from before its server listed the folders of a batch. */
export type ListedAt = { key: MailboxKey; begunId?: string };

/** Applies all of a batch but its cursor. Returns whether a message left a folder. */
export async function applyBatch(
  tx: Tx,
  { key, begunId }: ListedAt,
  batch: Batch,
  arrived: PreparedMail[],
): Promise<boolean> {
  const lost = batch.folders ? await storeFolders(tx, key, batch.folders, begunId) : [];
  const folders = await foldersOf(tx, key);
  const listed = batch.found ?? [];
  // Before this step takes away the places that have the earlier remote ids.
  const placed = await recognize(
    tx,
    key,
    listed.filter(({ earlierIds }) => earlierIds),
    folders,
  );
  const prepared = await replaceChanged(tx, key, arrived, folders);
  await addSystemFolders(tx, key, folders, [...listed, ...prepared]);
  const left = [
    ...(await loseFolders(tx, key, lost)),
    ...(await emptyFolders(
      tx,
      key,
      batch.reset.flatMap((name) => folders.get(name)?.id ?? []),
    )),
    ...(await reportRemoved(tx, key, batch.removed)),
  ];
  await deleteFolders(tx, key, lost);
  await applyChanges(tx, key, batch.changed);
  const moved = await movePlaces(tx, key, batch.changed, folders);
  const recognized = await recognize(tx, key, [...listed, ...prepared.map(stubOf)], folders);
  const ids = new Map([...placed, ...recognized]);
  if (listed.some(({ remoteId }) => !ids.has(remoteId))) throw new StoredMailGone();
  const isFresh = ({ remoteId }: PreparedMail) => !ids.has(remoteId);
  await insertMail(tx, key, prepared.filter(isFresh), folders);
  const arrivals: Omit<KnownMail, "id">[] = [...listed, ...prepared];
  const known = arrivals.flatMap((one): KnownMail[] => {
    const { remoteId, folders: keys, unread, starred, answered, forwarded, isOnlyHere = false, isBare = false } = one;
    const id = ids.get(remoteId);
    return id ? [{ id, remoteId, folders: keys, unread, starred, answered, forwarded, isOnlyHere, isBare }] : [];
  });
  const found = await placeKnown(tx, key, known, folders);
  await refreshPlaces(tx, key, [...left, ...moved, ...found]);
  return left.length + moved.length > 0;
}

/** Deletes stored drafts whose content has changed. Those that take their places get their ids, so that links stay. */
async function replaceChanged(
  tx: Tx,
  key: MailboxKey,
  arrived: PreparedMail[],
  folders: Map<string, StoredFolder>,
): Promise<PreparedMail[]> {
  const changed = arrived.filter(({ replaces }) => replaces);
  const stubs = changed.map(({ remoteId, folders: keys }) => ({ remoteId, folders: keys, messageId: null, size: 0 }));
  const before = await recognize(tx, key, stubs, folders);
  if (before.size === 0) return arrived;
  await tx
    .delete(messages)
    .where(and(eq(messages.tenantId, key.tenantId), inArray(messages.id, [...new Set(before.values())])));
  return arrived.map((one) => (one.replaces ? { ...one, id: before.get(one.remoteId) ?? one.id } : one));
}

/** For mail in a system folder that is not listed yet. */
async function addSystemFolders(
  tx: Tx,
  key: MailboxKey,
  folders: Map<string, StoredFolder>,
  arrivals: { folders: string[] }[],
) {
  for (const role of folderRoles)
    if (!folders.has(role) && arrivals.some((one) => one.folders.includes(role)))
      folders.set(role, await ensureRole(tx, key, role));
}

/** Local changes that are not uploaded yet win over the server's flags. */
async function applyChanges(tx: Tx, key: MailboxKey, changed: MailChange[]) {
  for (const unread of [true, false]) {
    const names = changed.filter((change) => change.unread === unread).map(({ remoteId }) => remoteId);
    if (names.length === 0) continue;
    const isChosen = and(hasRemoteId(key, names), isNull(messages.pendingUnread));
    const marked = await tx.update(messages).set({ unread }).where(isChosen).returning({ id: messages.id });
    const ids = marked.map(({ id }) => id);
    await copyFlags(tx, key.tenantId, ids, { unread });
  }
  for (const starred of [true, false]) {
    const names = changed.filter((change) => change.starred === starred).map(({ remoteId }) => remoteId);
    if (names.length === 0) continue;
    const isChosen = and(hasRemoteId(key, names), isNull(messages.pendingStarred));
    await tx.update(messages).set({ starred }).where(isChosen);
  }
  for (const mark of ["answered", "forwarded"] as const)
    for (const value of [true, false]) {
      const names = changed.filter((change) => change[mark] === value).map(({ remoteId }) => remoteId);
      if (names.length === 0) continue;
      const isUploaded = not(mark === "answered" ? messages.pendingAnswered : messages.pendingForwarded);
      await tx
        .update(messages)
        .set({ [mark]: value })
        .where(and(hasRemoteId(key, names), isUploaded));
    }
}

const hasRemoteId = ({ tenantId, id }: MailboxKey, names: string[]) =>
  and(
    eq(messages.tenantId, tenantId),
    sql`${messages.id} in (
      select p.message_id from message_folders p
      where p.tenant_id = ${tenantId} and p.mailbox_id = ${id} and p.remote_id = any (${sql.param(names)}::text[]))`,
  );
