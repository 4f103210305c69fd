import { type FolderRole, roleNames } from "@intellibox/contract/rules/folders";
import { newId, timeOfId } from "#lib/ids.ts";
import { databaseClock } from "#db/clock.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { folders, messageFolderPlaces } from "#db/tables/folders.ts";
import type { RemoteFolder } from "#outside/mailboxes/mailbox.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";

export type StoredFolder = { id: string; key: string; role: FolderRole | null };

/** The folders of a mailbox by their keys. */
export async function foldersOf(tx: Tx, key: MailboxKey): Promise<Map<string, StoredFolder>> {
  const rows = await tx
    .select({ id: folders.id, key: folders.key, role: folders.role })
    .from(folders)
    .where(isOfMailbox(key));
  return new Map(rows.map((row) => [row.key, row]));
}

/** Folders that are synced without having been asked for. */
const followedRoles = new Set<FolderRole | null>(["inbox", "sent", "trash"]);

/**
 * Makes the stored list equal to the server's. A folder is the same as before if its key or its role is. Returns the ids of the
 * folders that are gone, whose rows are left to the caller, because messages may still be in them. A folder whose id is later
 * than `begunId` is not gone: it may have been created after the server listed its folders. The next list decides. These ids have the
 * database's time, because another process may have created the folder.
 */
export async function storeFolders(
  tx: Tx,
  key: MailboxKey,
  listed: RemoteFolder[],
  begunId = newId(),
): Promise<string[]> {
  const rows = await tx.select().from(folders).where(isOfMailbox(key));
  const left = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const withRole = rows.filter(({ role }) => role !== null);
  const take = ({ key: name, role }: RemoteFolder) => {
    const candidates = [byKey.get(name), ...withRole.filter((row) => row.role === role)];
    const same = candidates.find((row) => row && left.has(row.id));
    if (same) left.delete(same.id);
    return same;
  };
  const fresh: (RemoteFolder & { id: string; isFollowed: boolean })[] = [];
  // Keys first, so that a role that moves to another folder does not take that folder's row.
  const [known, others] = [listed.filter((one) => byKey.has(one.key)), listed.filter((one) => !byKey.has(one.key))];
  for (const one of [...known, ...others]) {
    const before = take(one);
    const { key: name, kind, role, above, isSelectable } = one;
    const after = { key: name, kind, role, name: one.name, above, isSelectable };
    if (!before) fresh.push({ ...after, id: newId(timeOfId(begunId)), isFollowed: followedRoles.has(role) });
    else if (isChanged(before, after))
      await tx
        .update(folders)
        .set(after)
        .where(and(isOfMailbox(key), eq(folders.id, before.id)));
  }
  if (fresh.length > 0) await insertFolders(tx, key, JSON.stringify(fresh));
  const gone = [...left.values()].filter(({ id }) => id < begunId);
  // The upload creates a folder of a role that the server does not have, if mail was filed into it here.
  const madeHere = gone.flatMap((row) => (row.role !== null && row.key === row.role ? row.id : []));
  const wanted = madeHere.length > 0 ? await pendingFolders(tx, key, madeHere) : new Set();
  return gone.flatMap(({ id }) => (wanted.has(id) ? [] : id));
}

async function pendingFolders(tx: Tx, { tenantId }: MailboxKey, ids: string[]): Promise<Set<string>> {
  const { folderId, pending } = messageFolderPlaces;
  const rows = await tx
    .selectDistinct({ id: folderId })
    .from(messageFolderPlaces)
    .where(and(eq(messageFolderPlaces.tenantId, tenantId), inArray(folderId, ids), eq(pending, "add")));
  return new Set(rows.map(({ id }) => id));
}

/** Stores one folder that was just created on the server, and returns its id. It is followed. */
export async function storeFolder(tx: Tx, key: MailboxKey, one: RemoteFolder): Promise<string> {
  const { key: name, kind, role, above, isSelectable } = one;
  const described = { kind, role, name: one.name, above, isSelectable, isFollowed: true };
  const rows = await tx
    .insert(folders)
    .values({
      tenantId: key.tenantId,
      userId: key.userId,
      mailboxId: key.id,
      id: await newFolderId(tx),
      key: name,
      ...described,
    })
    .onConflictDoUpdate({ target: [folders.tenantId, folders.mailboxId, folders.key], set: described })
    .returning({ id: folders.id });
  return only(rows).id;
}

async function newFolderId(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ clock: number }>(sql`select ${databaseClock} as clock`);
  return newId(only(rows).clock);
}

/** One JSON parameter, because a hostile server can list thousands. */
const insertFolders = (tx: Tx, { tenantId, userId, id }: MailboxKey, fresh: string) =>
  tx.execute(sql`
    insert into folders (tenant_id, user_id, mailbox_id, id, key, kind, role, name, above, is_selectable, is_followed)
    select ${tenantId}, ${userId}, ${id}, f.id, f.key, f.kind, f.role, f.name, f.above, f."isSelectable", f."isFollowed"
    from json_to_recordset(${fresh}::json) as f (
      id uuid, key text, kind text, role text, name text, above text[], "isSelectable" boolean, "isFollowed" boolean)`);

/** The folder of a role, which is created if the mailbox has none: a list of its server's folders may not have come yet. */
export async function ensureRole(tx: Tx, key: MailboxKey, role: FolderRole): Promise<StoredFolder> {
  const owner = { tenantId: key.tenantId, userId: key.userId, mailboxId: key.id };
  const found = async () => [...(await foldersOf(tx, key)).values()].find((one) => one.role === role);
  const before = await found();
  if (before) return before;
  await tx
    .insert(folders)
    .values({
      ...owner,
      id: await newFolderId(tx),
      key: role,
      role,
      name: roleNames[role],
      isFollowed: followedRoles.has(role),
    })
    .onConflictDoNothing();
  const after = await found();
  if (!after) throw new Error("A folder was not created");
  return after;
}

export async function deleteFolders(tx: Tx, key: MailboxKey, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(folders).where(and(isOfMailbox(key), inArray(folders.id, ids)));
}

type Described = Pick<RemoteFolder, "key" | "kind" | "role" | "name" | "above" | "isSelectable">;

const isChanged = (before: Described, after: Described) =>
  before.key !== after.key ||
  before.kind !== after.kind ||
  before.role !== after.role ||
  before.name !== after.name ||
  before.above.join("\n") !== after.above.join("\n") ||
  before.isSelectable !== after.isSelectable;

const isOfMailbox = ({ tenantId, id }: MailboxKey) => and(eq(folders.tenantId, tenantId), eq(folders.mailboxId, id));
