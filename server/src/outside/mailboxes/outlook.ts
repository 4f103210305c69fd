/** A mailbox of Microsoft 365 or Outlook.com, by Microsoft Graph. */
import type { CloudAccount } from "./cloud-account.ts";
import { type Batch, type Mailbox, mailFolders, type SyncOptions, systemFolders, watchNothing } from "./mailbox.ts";
import { byMessageId, folderPaths, graphCall, messagePath, readPages } from "./outlook-calls.ts";
import { advance, type Changes, reachBack } from "./outlook-changes.ts";
import {
  digestOf,
  newFolder,
  type OutlookCursor,
  readOutlookCursor,
  readRemoteId,
  writeOutlookCursor,
} from "./outlook-cursor.ts";
import { fetchWanted } from "./outlook-fetch.ts";

export async function openOutlookMailbox(account: CloudAccount): Promise<Mailbox> {
  await graphCall(account, { path: folderPaths.inbox, query: { $select: "id" } });
  return {
    sync: (cursor, options) => sync(account, cursor, options),
    async setUnread(remoteId, unread) {
      const { id } = readRemoteId(remoteId);
      await graphCall(account, {
        method: "PATCH",
        path: messagePath(id),
        json: { isRead: !unread },
        isRepeatable: true,
      });
    },
    async remove(remoteId) {
      const { folder, id } = readRemoteId(remoteId);
      if (folder === "trash") await graphCall(account, { method: "DELETE", path: messagePath(id) });
      else
        await graphCall(account, {
          method: "POST",
          path: `${messagePath(id)}/move`,
          json: toTrash,
          isRepeatable: true,
        });
    },
    hasSent: (messageId) => hasSent(account, messageId),
    // Exchange stores mail that Graph sends.
    keepSent: async () => undefined,
    watch: watchNothing,
    close: async () => undefined,
  };
}

const toTrash = { destinationId: "deleteditems" };

async function hasSent(account: CloudAccount, messageId: string): Promise<boolean> {
  const [page] = await readPages(account, [byMessageId(folderPaths.sent, messageId)], 1);
  if (!page || page instanceof Error) throw page;
  return page.value.length > 0;
}

const none: Changes = { reset: [], removed: [], changed: [] };
/** The most messages that are queued while a folder is listed, because the queue is written with every batch. */
const mostWaiting = 200;

async function* sync(account: CloudAccount, text: string | null, options: SyncOptions): AsyncGenerator<Batch> {
  const cursor = text === null ? await begin(account, options.limit) : readOutlookCursor(text);
  const current = new Set<string>();
  const behind = (isBelow: boolean) =>
    mailFolders.filter((name) => !current.has(name) && cursor.folders[name].isBelow === isBelow);
  const mayList = () => cursor.wanted.length < mostWaiting;
  let isOlderDue = options.older === true && text !== null;

  const readOn = async (isBelow: boolean): Promise<Batch> => {
    const names = behind(isBelow).filter((name) => mayList() || !cursor.folders[name].isListing);
    const step = await advance(account, cursor, names);
    for (const name of step.current) current.add(name);
    // In the first batch, because after its commit the cursor alone records the request.
    if (isOlderDue) await reachFurther(account, cursor, options.limit);
    isOlderDue = false;
    return { folders: systemFolders(), ...step.changes, arrived: [], ...progressOf(cursor) };
  };
  const mayReadOn = (isBelow: boolean) => behind(isBelow).some((name) => mayList() || !cursor.folders[name].isListing);

  for (;;) {
    if (mayReadOn(false)) yield await readOn(false);
    else if (cursor.wanted.length > 0) {
      const arrived = await fetchWanted(account, cursor);
      yield { ...none, arrived, ...progressOf(cursor) };
    }
    // Reads past older mail that was not asked for, because the delta link comes at the end of the list.
    else if (mayReadOn(true)) yield await readOn(true);
    else return;
  }
}

async function begin(account: CloudAccount, limit: number): Promise<OutlookCursor> {
  const { since, hasOlder } = await reachBack(account, null, limit);
  return { since, hasOlder, wanted: [], folders: { inbox: newFolder(), sent: newFolder(), trash: newFolder() } };
}

async function reachFurther(account: CloudAccount, cursor: OutlookCursor, limit: number) {
  if (cursor.since === 0) return;
  const { since, hasOlder, found } = await reachBack(account, cursor.since, limit);
  const waiting = new Set(cursor.wanted.map(({ folder, id }) => `${folder}/${id}`));
  for (const one of found)
    if (!cursor.folders[one.folder].known.has(digestOf(one.id)) && !waiting.has(`${one.folder}/${one.id}`))
      cursor.wanted.push(one);
  cursor.since = since;
  cursor.hasOlder = hasOlder;
}

const progressOf = (cursor: OutlookCursor) => ({
  cursor: writeOutlookCursor(cursor),
  remaining: cursor.wanted.length,
  hasOlder: cursor.hasOlder,
});
