// Finds stored mail, so that a sync does not download it again.
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { folders } from "#db/tables/folders.ts";
import type { Batch, MailStub } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { recognize } from "./known-messages.ts";
import { foldersOf } from "./store-folders.ts";

/** The keys of the folders whose mail is wanted; undefined before the first list of folders has come. */
export async function followedKeys(world: World, key: MailboxKey): Promise<ReadonlySet<string> | undefined> {
  const rows = await fencedTransaction(world.db, key, (tx) =>
    tx
      .select({ key: folders.key, isFollowed: folders.isFollowed, role: folders.role })
      .from(folders)
      .where(and(eq(folders.tenantId, key.tenantId), eq(folders.mailboxId, key.id))),
  );
  // Sent and Trash of an account are synced once, if its folders are connected as several mailboxes.
  const isSecond = await fencedTransaction(world.db, key, (tx) => hasElder(tx, key));
  if (rows.length === 0) return isSecond ? new Set(["inbox"]) : undefined;
  const isWanted = (row: (typeof rows)[number]) =>
    row.isFollowed && !(isSecond && (row.role === "sent" || row.role === "trash"));
  return new Set(rows.flatMap((row) => (isWanted(row) ? row.key : [])));
}

/** Whether an earlier mailbox is the same account with another folder as its inbox. */
async function hasElder(tx: Tx, { tenantId, userId, id }: MailboxKey): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from mailboxes own join mailboxes other on other.tenant_id = own.tenant_id and other.user_id = own.user_id
      and other.kind = own.kind and lower(other.host) = lower(own.host) and lower(other.username) = lower(own.username)
      and (other.created_at, other.id) < (own.created_at, own.id)
    where own.tenant_id = ${tenantId} and own.user_id = ${userId} and own.id = ${id} and own.kind = 'imap' limit 1`);
  return rows.length > 0;
}

/**
 * Which mail is stored, for one run. The next mail is asked for while earlier steps are not stored yet, so what those take out of
 * folders is remembered by `note`.
 */
export function storedMail(world: World, key: MailboxKey) {
  const left = { remoteIds: new Set<string>(), folders: new Set<string>() };
  return {
    note({ removed, reset }: Batch) {
      for (const remoteId of removed) left.remoteIds.add(remoteId);
      for (const folder of reset) left.folders.add(folder);
    },
    isStored: (mails: MailStub[]): Promise<ReadonlySet<string>> =>
      fencedTransaction(world.db, key, async (tx) => {
        const known = await recognize(tx, key, mails, await foldersOf(tx, key), left);
        return new Set(known.keys());
      }),
  };
}
