// What a sync asks of the store before it downloads mail.
import { fencedTransaction } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
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
      .select({ key: folders.key, isFollowed: folders.isFollowed })
      .from(folders)
      .where(and(eq(folders.tenantId, key.tenantId), eq(folders.mailboxId, key.id))),
  );
  if (rows.length === 0) return undefined;
  return new Set(rows.flatMap((row) => (row.isFollowed ? row.key : [])));
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
