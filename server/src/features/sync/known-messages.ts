// Recognizes mail that is stored already, so that a message keeps its id in every folder and after its folder's UIDs changed.
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { copyFlags } from "./copy-flags.ts";
import type { PreparedMail } from "./insert-mail.ts";
import { addPlaces, type Place } from "./places.ts";
import type { StoredFolder } from "./store-folders.ts";

type Sorted = { fresh: PreparedMail[]; known: { id: string; mail: PreparedMail }[] };

/**
 * Splits mail into what is stored already and what is not. It is the same message if its remote id is; or if Message-ID and length
 * are, and the stored one is not in that folder: a folder can hold two copies of a mail.
 */
export async function sortKnown(
  tx: Tx,
  key: MailboxKey,
  mails: PreparedMail[],
  folders: Map<string, StoredFolder>,
): Promise<Sorted> {
  if (mails.length === 0) return { fresh: [], known: [] };
  const [byRemoteId, byContent] = await Promise.all([findByRemoteId(tx, key, mails), findByContent(tx, key, mails)]);
  const sorted: Sorted = { fresh: [], known: [] };
  const taken = new Set<string>();
  for (const mail of mails) {
    const wanted = mail.folders.flatMap((name) => folders.get(name)?.id ?? []);
    const same = byContent.get(contentKey(mail.mail.messageId, mail.raw.length)) ?? [];
    const id =
      byRemoteId.get(mail.remoteId) ??
      same.find((one) => !taken.has(one.id) && !wanted.some((folder) => one.folders.includes(folder)))?.id;
    if (id === undefined) sorted.fresh.push(mail);
    else {
      taken.add(id);
      sorted.known.push({ id, mail });
    }
  }
  return sorted;
}

/** Puts recognized messages into the folders that they were found in. */
export async function placeKnown(
  tx: Tx,
  key: MailboxKey,
  known: Sorted["known"],
  folders: Map<string, StoredFolder>,
): Promise<string[]> {
  const places = known.flatMap(({ id, mail }) =>
    mail.folders.flatMap((name): Place[] => {
      const folderId = folders.get(name)?.id;
      return folderId ? [{ messageId: id, folderId, remoteId: mail.remoteId }] : [];
    }),
  );
  await addPlaces(tx, key, places);
  await setFlags(tx, key, known);
  return known.map(({ id }) => id);
}

/** The flags that the server has now, except those that were changed here and are not uploaded yet. */
async function setFlags(tx: Tx, { tenantId }: MailboxKey, known: Sorted["known"]) {
  if (known.length === 0) return;
  const given = JSON.stringify(known.map(({ id, mail: { unread, starred } }) => ({ id, unread, starred })));
  const { rows } = await tx.execute<{ id: string; unread: boolean }>(sql`
    update messages m set unread = coalesce(m.pending_unread, given.unread), starred = coalesce(m.pending_starred, given.starred)
    from json_to_recordset(${given}::json) as given (id uuid, unread boolean, starred boolean)
    where m.tenant_id = ${tenantId} and m.id = given.id returning m.id, m.unread`);
  for (const unread of [true, false])
    await copyFlags(
      tx,
      tenantId,
      rows.flatMap((row) => (row.unread === unread ? row.id : [])),
      { unread },
    );
}

const contentKey = (messageId: string | null, size: number) => `${size} ${messageId}`;

async function findByRemoteId(tx: Tx, { tenantId, id }: MailboxKey, mails: PreparedMail[]) {
  const names = mails.map(({ remoteId }) => remoteId);
  const { rows } = await tx.execute<{ remote_id: string; message_id: string }>(sql`
    select remote_id, message_id from message_folders
    where tenant_id = ${tenantId} and mailbox_id = ${id} and remote_id = any (${sql.param(names)}::text[])
    union all
    -- Mail that left its last folder, and keeps its remote id in the next one.
    select remote_id, id from messages
    where tenant_id = ${tenantId} and mailbox_id = ${id} and remote_id = any (${sql.param(names)}::text[])`);
  return new Map(rows.map((row) => [row.remote_id, row.message_id]));
}

async function findByContent(tx: Tx, { tenantId, id }: MailboxKey, mails: PreparedMail[]) {
  const found = new Map<string, { id: string; folders: string[] }[]>();
  const messageIds = [...new Set(mails.flatMap(({ mail }) => mail.messageId ?? []))];
  if (messageIds.length === 0) return found;
  const { rows } = await tx.execute<{ id: string; message_id: string; size: string; folders: string[] }>(sql`
    select m.id, m.message_id, m.size, array(
      select p.folder_id::text from message_folders p where p.tenant_id = m.tenant_id and p.message_id = m.id) as folders
    from messages m
    where m.tenant_id = ${tenantId} and m.mailbox_id = ${id} and m.message_id = any (${sql.param(messageIds)}::text[])`);
  for (const row of rows) {
    const content = contentKey(row.message_id, Number(row.size));
    found.set(content, [...(found.get(content) ?? []), row]);
  }
  return found;
}
