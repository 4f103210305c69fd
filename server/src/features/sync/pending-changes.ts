import type { FolderRole } from "@intellibox/contract/rules/folders";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { localPrefix } from "#db/tables/folders.ts";
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

/** At most `most` messages of the mailbox, without those in `except`. */
export function findPending(tx: Tx, { key }: SyncClaim, except: string[], most: number): Promise<PendingMessage[]> {
  const { tenantId, id } = key;
  // One index for each kind of change.
  const changed = sql`
    select c.id from messages c
    where c.tenant_id = ${tenantId} and c.mailbox_id = ${id} and (c.pending_unread is not null or c.remove_at is not null)
      and (c.pending_unread is not null or c.remove_at <= now())
    union select c.id from messages c
    where c.tenant_id = ${tenantId} and c.mailbox_id = ${id} and c.pending_starred is not null
    union select p.message_id from message_folders p
    where p.tenant_id = ${tenantId} and p.mailbox_id = ${id} and p.pending is not null`;
  return tx
    .select({
      id: messages.id,
      folder: messages.folder,
      pendingUnread: messages.pendingUnread,
      pendingStarred: messages.pendingStarred,
      isDue,
      places,
    })
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

/** Whether the server has told where the message is in this folder. */
export const isKnown = ({ remoteId }: PendingPlace) => !remoteId.startsWith(localPrefix);

/** The remote ids of the message in the folders that its server has it in, without repeats. */
export const remoteIdsOf = (some: PendingPlace[]) => [...new Set(some.filter(isKnown).map(({ remoteId }) => remoteId))];

/** What `setFolders` needs. */
export const remotePlacesOf = (some: PendingPlace[]): RemotePlaces =>
  Object.fromEntries(some.filter(isKnown).map(({ key, remoteId }) => [key, remoteId]));
