// Moves messages between folders here at once. `uploadLocalChanges` repeats it on the mailbox's server.
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { localPrefix } from "#db/tables/folders.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { refreshPlaces } from "./places.ts";

/** Ids of folders, of the message's own mailbox. */
export type PlaceChange = { messageId: string; add: string[]; remove: string[] };

/** Lock the mailbox first, as `requestSync` does. A change that contradicts one which is not uploaded yet cancels it. */
export async function changePlaces(tx: Tx, key: MailboxKey, changes: PlaceChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { tenantId, userId, id } = key;
  const given = sql`json_to_recordset(${JSON.stringify(changes)}::json) as given ("messageId" uuid, "add" uuid[], "remove" uuid[])`;
  await tx.execute(sql`
    insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread, is_hidden, pending)
    select ${tenantId}, ${userId}, ${id}, f.id, m.id, ${localPrefix} || gen_random_uuid(), m.date, m.unread, m.remove_at is not null, 'add'
    from ${given}
    join messages m on m.tenant_id = ${tenantId} and m.mailbox_id = ${id} and m.id = given."messageId"
    join folders f on f.tenant_id = ${tenantId} and f.mailbox_id = ${id} and f.id = any (given."add")
    on conflict (tenant_id, folder_id, message_id) do update set pending = null where message_folders.pending = 'remove'`);
  await tx.execute(sql`
    delete from message_folders p using ${given}
    where p.tenant_id = ${tenantId} and p.message_id = given."messageId" and p.folder_id = any (given."remove") and p.pending = 'add'`);
  await tx.execute(sql`
    update message_folders p set pending = 'remove' from ${given}
    where p.tenant_id = ${tenantId} and p.message_id = given."messageId" and p.folder_id = any (given."remove")
      and p.pending is null`);
  await refreshPlaces(
    tx,
    key,
    changes.map(({ messageId }) => messageId),
  );
}
