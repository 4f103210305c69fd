// Recognizes mail that is stored already, so that a message keeps its id in every folder and after its folder's UIDs changed.
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { keptIdOf, localPrefix, resyncIdOf, unfiledIdOf } from "#db/tables/folders.ts";
import { storedFolders } from "#db/tables/messages.ts";
import type { AnswerMarks, FoundMail, MailStub } from "#outside/mailboxes/mailbox.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { copyFlags } from "./copy-flags.ts";
import { type PreparedMail, storableValue } from "./insert-mail.ts";
import { addPlaces, leaveUnfollowed, type Place } from "./places.ts";
import type { StoredFolder } from "./store-folders.ts";

/** Places that messages have left by steps of the running sync that are not stored yet. */
export type LeftPlaces = { remoteIds: ReadonlySet<string>; folders: ReadonlySet<string> };

/**
 * The ids of those messages that are stored already, by their remote ids. It is the same message if its remote id, or an
 * earlier one, is; or if Message-ID and length are, and the stored one is not in that folder: a folder can hold two copies of a mail.
 * Mail without a Message-ID is compared by length, date, sender and subject.
 * A draft that is saved again may keep both and have other words, so that it is another message. Mail that was sent from here is
 * recognized in Sent by its Message-ID alone, because providers add header fields.
 */
export async function recognize(
  tx: Tx,
  key: MailboxKey,
  stubs: MailStub[],
  folders: Map<string, StoredFolder>,
  left?: LeftPlaces,
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  if (stubs.length === 0) return known;
  const mails = stubs.map((one) => withLocalIds(one, folders));
  const [byRemoteId, byContent] = await Promise.all([findByRemoteId(tx, key, mails), findByContent(tx, key, mails)]);
  const leftFolders = new Set([...(left?.folders ?? [])].flatMap((name) => folders.get(name)?.id ?? []));
  const isIn = (one: StoredCopy, folderId: string) =>
    !leftFolders.has(folderId) &&
    one.places.some(([id, remoteId]) => id === folderId && !left?.remoteIds.has(remoteId));
  const taken = new Set<string>();
  for (const mail of mails) {
    const { remoteId, folders: keys, earlierIds = [] } = mail;
    const wanted = keys.flatMap((name) => folders.get(name)?.id ?? []);
    const isDraft = keys.some((name) => folders.get(name)?.role === "drafts");
    const same = isDraft ? [] : (byContent.get(contentKey(mail) ?? "") ?? []);
    const earlier = [remoteId, ...earlierIds].find((one) => byRemoteId.has(one)) ?? remoteId;
    const free = same.filter((one) => !taken.has(one.id) && !wanted.some((folderId) => isIn(one, folderId)));
    // If there are several copies, the one that left its folder was moved.
    const id = byRemoteId.get(earlier) ?? (free.find(({ places }) => places.length === 0) ?? free[0])?.id;
    if (id === undefined) continue;
    taken.add(id);
    known.set(remoteId, id);
  }
  return known;
}

function withLocalIds(stub: MailStub, folders: Map<string, StoredFolder>): MailStub {
  const { messageId, earlierIds = [] } = stub;
  const isSent = stub.folders.some((name) => folders.get(name)?.role === "sent");
  const sentIds = isSent && messageId !== null ? [unfiledIdOf(messageId), keptIdOf(messageId)] : [];
  return { ...stub, earlierIds: [...earlierIds, ...sentIds, ...[stub.remoteId, ...earlierIds].map(resyncIdOf)] };
}

export const stubOf = ({ remoteId, folders, mail, raw, size = raw.length, date }: PreparedMail): MailStub => ({
  ...{ remoteId, folders },
  messageId: mail.messageId,
  size,
  header: mail.messageId === null ? { date, from: mail.from.address, subject: mail.subject } : undefined,
});

export type KnownMail = Pick<FoundMail, "remoteId" | "folders" | "unread" | "starred" | "isOnlyHere"> &
  AnswerMarks & { id: string; isBare?: boolean };

/** Puts recognized messages into the folders that they were found in. Returns their ids. */
export async function placeKnown(
  tx: Tx,
  key: MailboxKey,
  all: KnownMail[],
  folders: Map<string, StoredFolder>,
): Promise<string[]> {
  const filed = await placedOf(
    tx,
    key,
    all.flatMap((one) => (one.isBare ? one.remoteId : [])),
  );
  const known = all.filter(({ id }) => !filed.has(id));
  const placesOf = ({ id, remoteId, folders: keys }: KnownMail) =>
    keys.flatMap((name): Place[] => {
      const folderId = folders.get(name)?.id;
      return folderId ? [{ messageId: id, folderId, remoteId }] : [];
    });
  await leaveUnfollowed(
    tx,
    key,
    known.flatMap((one) => (one.isOnlyHere ? one.id : [])),
  );
  await addPlaces(tx, key, known.flatMap(placesOf));
  await setFlags(tx, key, known);
  return known.map(({ id }) => id);
}

/** The messages that are in a folder with one of these remote ids. */
async function placedOf(tx: Tx, { tenantId, id }: MailboxKey, remoteIds: string[]): Promise<Set<string>> {
  if (remoteIds.length === 0) return new Set();
  const { rows } = await tx.execute<{ message_id: string }>(sql`
    select message_id from message_folders
    where tenant_id = ${tenantId} and mailbox_id = ${id} and remote_id = any (${sql.param(remoteIds)}::text[])`);
  return new Set(rows.map(({ message_id }) => message_id));
}

/**
 * The flags that the server has now, except those that were changed here and are not uploaded yet. That a message was answered is
 * not forgotten: a server may not keep it.
 */
async function setFlags(tx: Tx, { tenantId }: MailboxKey, known: KnownMail[]) {
  if (known.length === 0) return;
  const given = JSON.stringify(
    known.map(({ id, unread, starred, answered, forwarded }) => ({ id, unread, starred, answered, forwarded })),
  );
  const { rows } = await tx.execute<{ id: string; unread: boolean }>(sql`
    update messages m set unread = coalesce(m.pending_unread, given.unread, m.unread),
      starred = coalesce(m.pending_starred, given.starred, m.starred),
      answered = m.answered or coalesce(given.answered, false), forwarded = m.forwarded or coalesce(given.forwarded, false)
    from json_to_recordset(${given}::json) as given (id uuid, unread boolean, starred boolean, answered boolean, forwarded boolean)
    where m.tenant_id = ${tenantId} and m.id = given.id returning m.id, m.unread`);
  for (const unread of [true, false])
    await copyFlags(
      tx,
      tenantId,
      rows.flatMap((row) => (row.unread === unread ? row.id : [])),
      { unread },
    );
}

/** Its folders, each with its remote id there. */
type StoredCopy = { id: string; places: [folderId: string, remoteId: string][] };

/** Equal for the same mail. Undefined if too little is known of it. */
function contentKey({ messageId, size, header }: Pick<MailStub, "messageId" | "size" | "header">) {
  if (messageId !== null) return JSON.stringify([size, messageId]);
  return header && JSON.stringify([size, header.date, header.from, header.subject], storableValue);
}

async function findByRemoteId(tx: Tx, { tenantId, id }: MailboxKey, mails: MailStub[]) {
  const names = mails.flatMap(({ remoteId, earlierIds = [] }) => [remoteId, ...earlierIds]);
  const { rows } = await tx.execute<{ remote_id: string; message_id: string }>(sql`
    select remote_id, message_id from message_folders
    where tenant_id = ${tenantId} and mailbox_id = ${id} and remote_id = any (${sql.param(names)}::text[])
    union all
    -- Mail that left its last folder, and keeps its remote id in the next one.
    select remote_id, id from messages
    where tenant_id = ${tenantId} and mailbox_id = ${id} and remote_id = any (${sql.param(names)}::text[])
      and not starts_with(remote_id, ${localPrefix})`);
  return new Map(rows.map((row) => [row.remote_id, row.message_id]));
}

async function findByContent(tx: Tx, { tenantId, id }: MailboxKey, mails: MailStub[]) {
  const found = new Map<string, StoredCopy[]>();
  const messageIds = [...new Set(mails.flatMap(({ messageId }) => messageId ?? []))];
  const dates = mails.flatMap(({ header }) => header?.date.toISOString() ?? []);
  if (messageIds.length + dates.length === 0) return found;
  const { rows } = await tx.execute<StoredRow>(sql`
    with same as (
      select id from messages where tenant_id = ${tenantId} and mailbox_id = ${id} and message_id = any (${sql.param(messageIds)}::text[])
      union all
      -- By date, with every folder, so that the index is used: there may be no other mark in a whole mailbox.
      select id from messages where tenant_id = ${tenantId} and mailbox_id = ${id} and message_id is null
        and folder = any (${sql.param([...storedFolders])}::text[]) and date = any (${sql.param(dates)}::timestamptz[])
    )
    select m.id, m.message_id, m.size, m.date, m.from_address, m.subject, coalesce((
      select json_agg(json_build_array(p.folder_id, p.remote_id)) from message_folders p
      -- A message whose remote id in a folder is unknown was moved there by us: what arrives there is that message.
      where p.tenant_id = m.tenant_id and p.message_id = m.id and not starts_with(p.remote_id, ${localPrefix})), '[]') as places
    from same join messages m on m.tenant_id = ${tenantId} and m.id = same.id`);
  for (const { id: messageId, places, ...row } of rows) {
    const header = { date: new Date(row.date), from: row.from_address, subject: row.subject };
    const content = contentKey({ messageId: row.message_id, size: Number(row.size), header });
    if (content) found.set(content, [...(found.get(content) ?? []), { id: messageId, places }]);
  }
  return found;
}

type StoredRow = StoredCopy & {
  message_id: string | null;
  size: string;
  date: string;
  from_address: string;
  subject: string;
};
