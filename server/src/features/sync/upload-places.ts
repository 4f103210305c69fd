import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { localPrefix } from "#db/tables/folders.ts";
import type { RemotePlaces } from "#outside/mailboxes/mailbox.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import type { PendingMessage } from "./pending-changes.ts";
import { addPlaces, refreshPlaces, removePlaces } from "./places.ts";

/**
 * Stores what the server has done. A place that was changed again meanwhile gets the change that leads from what the server has now
 * to what is wanted here.
 */
export async function storeUploaded(
  tx: Tx,
  key: MailboxKey,
  { id, places }: PendingMessage,
  told: RemotePlaces,
): Promise<void> {
  const { tenantId, userId } = key;
  const added = places.filter(({ pending }) => pending === "add");
  const given = JSON.stringify(
    added.map((one) => ({ folderId: one.folderId, remoteId: told[one.key] ?? one.remoteId })),
  );
  await tx.execute(sql`
    insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread, is_hidden, pending)
    select ${tenantId}, ${userId}, ${key.id}, f.id, m.id, g."remoteId", m.date, m.unread, m.remove_at is not null, 'remove'
    from json_to_recordset(${given}::json) as g ("folderId" uuid, "remoteId" text)
    join folders f on f.tenant_id = ${tenantId} and f.id = g."folderId"
    join messages m on m.tenant_id = ${tenantId} and m.id = ${id}
    on conflict (tenant_id, folder_id, message_id) do update
    set remote_id = excluded.remote_id, pending = nullif(message_folders.pending, 'add')`);
  const removed = sql`${sql.param(placesWith(places, "remove"))}::uuid[]`;
  const isRemoved = sql`tenant_id = ${tenantId} and message_id = ${id} and folder_id = any (${removed})`;
  await tx.execute(sql`delete from message_folders where ${isRemoved} and pending = 'remove'`);
  await tx.execute(sql`
    update message_folders set pending = 'add', remote_id = ${localPrefix} || gen_random_uuid()
    where ${isRemoved} and pending is null`);
  await refreshPlaces(tx, key, [id]);
  // A server that has not told where the message is now (RFC 4315) is asked by the sync, for which the folder must be followed.
  await follow(
    tx,
    key,
    added.flatMap((one) => (told[one.key] === undefined ? one.folderId : [])),
  );
}

/**
 * The message is not in the folder that it was to be moved from: an upload whose result was not stored has moved it, or another
 * program has. The sync looks for it in the folder that it was to be moved to.
 */
export async function storeMissing(tx: Tx, key: MailboxKey, message: PendingMessage): Promise<void> {
  await storeUploaded(tx, key, message, {});
}

/**
 * The message is in the trash instead of the folders with these remote ids, but the server has not told where. The sync looks for it
 * there, and the deletion goes on from there.
 */
export async function storeSought(
  tx: Tx,
  key: MailboxKey,
  messageId: string,
  left: string[],
  trashId: string,
): Promise<void> {
  await removePlaces(tx, key, left);
  await tx.execute(sql`update messages set folder = 'trash' where tenant_id = ${key.tenantId} and id = ${messageId}`);
  await addPlaces(tx, key, [{ messageId, folderId: trashId, remoteId: `${localPrefix}${newId()}` }]);
  await refreshPlaces(tx, key, [messageId]);
  await follow(tx, key, [trashId]);
}

async function follow(tx: Tx, { tenantId }: MailboxKey, folderIds: string[]) {
  if (folderIds.length === 0) return;
  const given = sql`${sql.param(folderIds)}::uuid[]`;
  await tx.execute(
    sql`update folders set is_followed = true where tenant_id = ${tenantId} and id = any (${given}) and not is_followed`,
  );
}

/** Takes the changes back that the server denied. What was changed again meanwhile is uploaded next time. */
export async function takeBack(tx: Tx, key: MailboxKey, { id, places }: PendingMessage): Promise<void> {
  const { tenantId } = key;
  const isOf = (pending: "add" | "remove") =>
    sql`tenant_id = ${tenantId} and message_id = ${id} and pending = ${pending}
      and folder_id = any (${sql.param(placesWith(places, pending))}::uuid[])`;
  await tx.execute(sql`update message_folders set pending = null where ${isOf("remove")}`);
  await tx.execute(sql`delete from message_folders where ${isOf("add")}`);
  await refreshPlaces(tx, key, [id]);
}

/** The ids of those folders. */
export const placesWith = (places: PendingMessage["places"], pending: "add" | "remove") =>
  places.flatMap((one) => (one.pending === pending ? one.folderId : []));
