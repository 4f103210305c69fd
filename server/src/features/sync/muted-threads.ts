import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { mutedThreads } from "#db/tables/muted-threads.ts";
import { isMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { changePlaces } from "./pending-places.ts";
import { ensureRole, foldersOf } from "./store-folders.ts";

/** `folder_ids` are the folders that the mail arrived in. */
type ReceivedMail = { id: string; thread_id: string; folder_ids: string[] };

/** Moves mail of muted threads from the inbox to the archive. The next sync, which is requested, does so on the server. */
export async function archiveMuted(tx: Tx, key: MailboxKey, received: ReceivedMail[]): Promise<void> {
  if (received.length === 0) return;
  const rows = await tx
    .select({ threadId: mutedThreads.threadId })
    .from(mutedThreads)
    .where(
      and(
        eq(mutedThreads.tenantId, key.tenantId),
        eq(mutedThreads.userId, key.userId),
        inArray(mutedThreads.threadId, [...new Set(received.map(({ thread_id }) => thread_id))]),
      ),
    );
  const muted = new Set(rows.map(({ threadId }) => threadId));
  if (muted.size === 0) return;
  const archive = await ensureRole(tx, key, "archive");
  const inbox = [...(await foldersOf(tx, key)).values()].find(({ role }) => role === "inbox");
  const changes = received.flatMap(({ id, thread_id, folder_ids }) =>
    muted.has(thread_id)
      ? [{ messageId: id, add: [archive.id], remove: folder_ids.filter((folder) => folder === inbox?.id) }]
      : [],
  );
  await changePlaces(tx, key, changes);
  await tx.update(mailboxes).set({ wantedAt: sql`now()` }).where(isMailbox(key));
}
