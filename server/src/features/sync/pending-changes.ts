import type { FolderRole } from "@intellibox/contract/rules/folders";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { folders, localPrefix } from "#db/tables/folders.ts";
import type { BegunMove } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { RemotePlaces } from "#outside/mailboxes/mailbox.ts";
import type { SyncClaim } from "./lease.ts";

/** A folder that a message is in, was taken out of, or is to be put into. */
export type PendingPlace = {
  folderId: string;
  /** The folder's key. */
  key: string;
  role: FolderRole | null;
  remoteId: string;
  pending: "add" | "remove" | null;
};

/** A message with local changes that are not uploaded yet. */
export type PendingMessage = {
  id: string;
  folder: string;
  pendingUnread: boolean | null;
  pendingStarred: boolean | null;
  pendingAnswered: boolean;
  pendingForwarded: boolean;
  /** Its deletion is due. */
  isDue: boolean;
  places: PendingPlace[];
};

const isDue = sql<boolean>`coalesce(${messages.removeAt} <= now(), false)`;

// Drizzle would not qualify the columns of the only table, and `folders` has columns of the same names.
const places = sql<PendingPlace[]>`coalesce((
  select json_agg(json_build_object('folderId', f.id, 'key', f.key, 'role', f.role, 'remoteId', p.remote_id, 'pending', p.pending))
  from message_folders p join folders f on f.tenant_id = p.tenant_id and f.id = p.folder_id
  where p.tenant_id = messages.tenant_id and p.message_id = messages.id), '[]')`;

const columns = {
  id: messages.id,
  folder: messages.folder,
  pendingUnread: messages.pendingUnread,
  pendingStarred: messages.pendingStarred,
  pendingAnswered: messages.pendingAnswered,
  pendingForwarded: messages.pendingForwarded,
  isDue,
  places,
};

/** At most `most` messages of the mailbox, without those in `except`. */
export function findPending(tx: Tx, { key }: SyncClaim, except: string[], most: number): Promise<PendingMessage[]> {
  const { tenantId, id } = key;
  // One index for each kind of change. Marks of a message that is in no folder wait until the sync finds it in another one.
  const changed = sql`
    select c.id from messages c
    where c.tenant_id = ${tenantId} and c.mailbox_id = ${id} and (c.pending_unread is not null or c.remove_at is not null)
      and (c.pending_unread is not null and c.folder <> 'gone' or c.remove_at <= now())
    union select c.id from messages c
    where c.tenant_id = ${tenantId} and c.mailbox_id = ${id} and c.pending_starred is not null and c.folder <> 'gone'
    union select c.id from messages c
    where c.tenant_id = ${tenantId} and c.mailbox_id = ${id} and (c.pending_answered or c.pending_forwarded) and c.folder <> 'gone'
    union select p.message_id from message_folders p
    where p.tenant_id = ${tenantId} and p.mailbox_id = ${id} and p.pending is not null`;
  return tx
    .select(columns)
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, tenantId),
        sql`${messages.id} in (${changed})`,
        sql`${messages.id} <> all (${sql.param(except)}::uuid[])`,
      ),
    )
    .limit(most);
}

/** The message of a move that was begun, with the places that it had then. Undefined if one of the two is gone. */
export async function findBegun(tx: Tx, { key }: SyncClaim, begun: BegunMove): Promise<PendingMessage | undefined> {
  const { tenantId } = key;
  const rows = await tx
    .select(columns)
    .from(messages)
    .where(and(eq(messages.tenantId, tenantId), eq(messages.id, begun.messageId)));
  const targets = await tx
    .select({ folderId: folders.id, key: folders.key, role: folders.role })
    .from(folders)
    .where(and(eq(folders.tenantId, tenantId), inArray(folders.id, begun.add)));
  const [message] = rows;
  if (!message || targets.length < begun.add.length) return undefined;
  const stays = message.places
    .filter(({ folderId }) => !begun.add.includes(folderId))
    .map((one) => ({ ...one, pending: begun.remove.includes(one.folderId) ? ("remove" as const) : null }));
  const added = targets.map((one) => ({ ...one, remoteId: `${localPrefix}${newId()}`, pending: "add" as const }));
  const before = stays.filter(isKnown);
  return before.length > 0 ? { ...message, places: [...before, ...added] } : undefined;
}

/** Whether the server has told where the message is in this folder. */
export const isKnown = ({ remoteId }: PendingPlace) => !remoteId.startsWith(localPrefix);

/** The remote ids of the message in the folders that its server has it in, without repeats. */
export const remoteIdsOf = (some: PendingPlace[]) => [...new Set(some.filter(isKnown).map(({ remoteId }) => remoteId))];

/** The arguments of `setFolders`. */
export const remotePlacesOf = (some: PendingPlace[]): RemotePlaces =>
  Object.fromEntries(some.filter(isKnown).map(({ key, remoteId }) => [key, remoteId]));
