// Which folders the messages of a mailbox are in, and what that makes of their `folder`.
import { type FolderRole, type MessageFolder, placeOrder } from "@intellibox/contract/rules/folders";
import type { Tx } from "#db/fence.ts";
import { type SQL, sql } from "#db/orm.ts";
import { localPrefix } from "#db/tables/folders.ts";
import type { MailChange } from "#outside/mailboxes/mailbox.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { hidePlaces } from "./copy-flags.ts";
import type { StoredFolder } from "./store-folders.ts";

/** The place of a message that is in all of these folders. */
export const placeOf = (folders: { role: FolderRole | null }[]): MessageFolder =>
  placeOrder.find((place) => folders.some(({ role }) => (role ?? "other") === place)) ?? "other";

/**
 * Takes messages out of the folders, and returns the ids of those messages. Call `refreshPlaces` with them afterwards. Local changes
 * that are not uploaded yet stay, so that mail which was moved here does not come back with the folder's new remote ids.
 */
export async function emptyFolders(tx: Tx, { tenantId }: MailboxKey, folderIds: string[]): Promise<string[]> {
  if (folderIds.length === 0) return [];
  const { rows } = await tx.execute<{ message_id: string }>(sql`
    delete from message_folders
    where tenant_id = ${tenantId} and folder_id = any (${sql.param(folderIds)}::uuid[]) and pending is null returning message_id`);
  await tx.execute(sql`
    update message_folders set remote_id = ${localPrefix} || gen_random_uuid()
    where tenant_id = ${tenantId} and folder_id = any (${sql.param(folderIds)}::uuid[]) and pending = 'remove'`);
  return rows.map(({ message_id }) => message_id);
}

/** As `emptyFolders`, of folders that are gone. A message that was to be moved into one of them stays in the folder that it was in. */
export async function loseFolders(tx: Tx, { tenantId }: MailboxKey, folderIds: string[]): Promise<string[]> {
  if (folderIds.length === 0) return [];
  const { rows } = await tx.execute<{ message_id: string; pending: string | null }>(sql`
    delete from message_folders
    where tenant_id = ${tenantId} and folder_id = any (${sql.param(folderIds)}::uuid[]) returning message_id, pending`);
  const unmoved = rows.flatMap(({ message_id, pending }) => (pending === "add" ? message_id : []));
  if (unmoved.length > 0)
    await tx.execute(sql`
      update message_folders set pending = null
      where tenant_id = ${tenantId} and message_id = any (${sql.param(unmoved)}::uuid[]) and pending = 'remove'`);
  return rows.map(({ message_id }) => message_id);
}

/** Takes the messages out of all of their folders. */
export async function emptyPlaces(tx: Tx, { tenantId }: MailboxKey, ids: string[]): Promise<void> {
  await tx.execute(
    sql`delete from message_folders where tenant_id = ${tenantId} and message_id = any (${sql.param(ids)}::uuid[])`,
  );
}

/** Takes the messages with these remote ids out of their folders, and returns their ids. */
export async function removePlaces(tx: Tx, { tenantId, id }: MailboxKey, remoteIds: string[]): Promise<string[]> {
  if (remoteIds.length === 0) return [];
  const { rows } = await tx.execute<{ message_id: string }>(sql`
    delete from message_folders
    where tenant_id = ${tenantId} and mailbox_id = ${id} and remote_id = any (${sql.param(remoteIds)}::text[]) returning message_id`);
  return rows.map(({ message_id }) => message_id);
}

/**
 * As `removePlaces`, for what the server reports. A removal that is not uploaded yet stays: a later step of the same sync may find the
 * message in that folder again, with another remote id, and it must not come back. `leaveUnfound` deletes what was not found.
 */
export async function reportRemoved(tx: Tx, key: MailboxKey, remoteIds: string[]): Promise<string[]> {
  if (remoteIds.length === 0) return [];
  const { tenantId, id } = key;
  const { rows } = await tx.execute<{ message_id: string }>(sql`
    update message_folders set remote_id = ${localPrefix} || gen_random_uuid()
    where tenant_id = ${tenantId} and mailbox_id = ${id} and remote_id = any (${sql.param(remoteIds)}::text[])
      and pending = 'remove' returning message_id`);
  return [...rows.map(({ message_id }) => message_id), ...(await removePlaces(tx, key, remoteIds))];
}

/**
 * Takes messages out of the folders that are not followed, whose changes are not read, but not out of those that a local move has
 * still to put them into. Call it before `addPlaces`.
 */
export async function leaveUnfollowed(tx: Tx, { tenantId }: MailboxKey, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    delete from message_folders p using folders f
    where p.tenant_id = ${tenantId} and p.message_id = any (${sql.param(ids)}::uuid[]) and not starts_with(p.remote_id, 'local:')
      and f.tenant_id = p.tenant_id and f.id = p.folder_id and not f.is_followed`);
}

export type Place = { messageId: string; folderId: string; remoteId: string };

/** Puts stored messages into folders, as their server has them. A place that was left here stays left. */
export async function addPlaces(tx: Tx, { tenantId, userId, id }: MailboxKey, places: Place[]): Promise<void> {
  if (places.length === 0) return;
  const rows = JSON.stringify(places);
  await tx.execute(sql`
    insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread, is_hidden)
    select ${tenantId}, ${userId}, ${id}, p."folderId", m.id, p."remoteId", m.date, m.unread, m.remove_at is not null
    from json_to_recordset(${rows}::json) as p ("messageId" uuid, "folderId" uuid, "remoteId" text)
    join messages m on m.tenant_id = ${tenantId} and m.id = p."messageId"
    on conflict (tenant_id, folder_id, message_id) do update
    set remote_id = excluded.remote_id, pending = nullif(message_folders.pending, 'add')`);
}

/**
 * Computes `folder` from the folders that these messages are in. A message in none is `gone`. An IMAP message in the trash or spam
 * that has a copy in another folder counts as being there. A deletion under way keeps the folder that it deletes from. A snooze ends
 * when its message is found in another folder than the inbox. One that is gone keeps it, because it may come back to the inbox with
 * another UID.
 */
export async function refreshPlaces(tx: Tx, { tenantId, id: mailboxId }: MailboxKey, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const order = sql`${sql.param([...placeOrder])}::text[]`;
  const role = sql`coalesce(f.role, 'other')`;
  const first = (isCounted: SQL) => sql`min(array_position(${order}, ${role})) filter (where ${isCounted})`;
  const isCopied = sql`bool_or(f.id is not null and ${role} not in ('trash', 'junk', 'drafts'))
    and exists (select from mailboxes b where b.tenant_id = ${tenantId} and b.id = ${mailboxId} and b.kind = 'imap')`;
  const place = sql`case when m.remove_at is not null and m.folder = any (places.roles) then m.folder
    when places.place = 'inbox' and m.snoozed_until is not null then 'snoozed' else places.place end`;
  const { rows } = await tx.execute<{ id: string; folder: string }>(sql`
    with places as (
      select given.id, array_agg(${role}) filter (where f.id is not null) as roles,
        coalesce((${order})[case when ${isCopied} then ${first(sql`f.id is not null and ${role} not in ('trash', 'junk')`)}
          else ${first(sql`f.id is not null`)} end], 'gone') as place
      from unnest(${sql.param([...new Set(ids)])}::uuid[]) as given (id)
      left join message_folders p
        on p.tenant_id = ${tenantId} and p.message_id = given.id and p.pending is distinct from 'remove'
      left join folders f on f.tenant_id = p.tenant_id and f.id = p.folder_id
      group by given.id
    )
    update messages m
    set folder = ${place}, gone_at = case when places.place = 'gone' then now() end,
      snoozed_until = case when places.place in ('inbox', 'gone') then m.snoozed_until end,
      woken_at = case when places.place in ('inbox', 'gone') then m.woken_at end
    from places where m.tenant_id = ${tenantId} and m.id = places.id and m.folder <> ${place}
    returning m.id, m.folder`);
  await hidePlaces(tx, tenantId, ids);
  if (rows.length === 0) return;
  await tx.execute(sql`
    update message_search s set folder = given.folder
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, folder text)
    where s.tenant_id = ${tenantId} and s.id = given.id`);
}

/**
 * Sets all folders of messages that keep one remote id in every folder, except local changes that are not uploaded yet. Returns the
 * ids of those messages.
 */
export async function movePlaces(
  tx: Tx,
  key: MailboxKey,
  changed: MailChange[],
  folders: Map<string, StoredFolder>,
): Promise<string[]> {
  const moves = changed.flatMap(({ remoteId, folders: keys }) =>
    keys ? [{ remoteId, folderIds: keys.flatMap((name) => folders.get(name)?.id ?? []) }] : [],
  );
  if (moves.length === 0) return [];
  const { tenantId, userId, id } = key;
  const given = sql`json_to_recordset(${JSON.stringify(moves)}::json) as given ("remoteId" text, "folderIds" uuid[])`;
  const { rows } = await tx.execute<{ message_id: string }>(sql`
    with found as materialized (
      select coalesce(
          (select p.message_id from message_folders p
            where p.tenant_id = ${tenantId} and p.mailbox_id = ${id} and p.remote_id = given."remoteId" limit 1),
          -- Mail that has left its last folder.
          (select m.id from messages m
            where m.tenant_id = ${tenantId} and m.mailbox_id = ${id} and m.remote_id = given."remoteId" limit 1)) as message_id,
        given."remoteId" as remote_id, given."folderIds" as folder_ids
      from ${given}
    ), left_behind as (
      delete from message_folders p using found
      where p.tenant_id = ${tenantId} and p.message_id = found.message_id and p.folder_id <> all (found.folder_ids)
        and p.pending is distinct from 'add'
    ), gained as (
      insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread, is_hidden)
      select ${tenantId}, ${userId}, ${id}, folder_id, m.id, found.remote_id, m.date, m.unread, m.remove_at is not null
      from found join messages m on m.tenant_id = ${tenantId} and m.id = found.message_id, unnest(found.folder_ids) as folder_id
      on conflict (tenant_id, folder_id, message_id) do update set remote_id = excluded.remote_id, pending = null
      where message_folders.pending = 'add' or message_folders.pending is null and starts_with(message_folders.remote_id, 'local:')
    )
    select message_id from found where message_id is not null`);
  return rows.map(({ message_id }) => message_id);
}
