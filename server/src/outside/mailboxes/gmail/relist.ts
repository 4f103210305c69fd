/** Compares a Gmail mailbox with the stored messages, without its history. */
import type { GmailApi } from "./api.ts";
import { type Changes, compare, forgetLabels, later, type Update } from "./compare.ts";
import { type GmailCursor, type Standing, waitingIn } from "./cursor.ts";
import { type FolderList, readFolders, standingOf } from "./labels.ts";
import { follow, listReached, pagesOf, sinceFloor } from "./reach.ts";

/** Brings the cursor up to date, as far back as the stored messages reach. */
export async function relist(api: GmailApi, cursor: GmailCursor, followed: ReadonlySet<string>): Promise<Update> {
  // Read before the lists: changes during them are then in the history from here on.
  const { historyId } = await api.profile();
  const folders = await readFolders(api);
  forgetLabels(cursor, folders);
  const fresh = follow(cursor, followed, folders);
  const changes = await compareAll(api, cursor, folders);
  const news = new Set<string>();
  for (const reach of cursor.reaches) {
    if (fresh.includes(reach)) continue;
    if (reach.hasOlder && reach.floor === null) {
      // None of its mail has been fetched, so it starts over.
      reach.old = [];
      fresh.push(reach);
    } else for (const id of await listReached(api, reach)) news.add(id);
  }
  for (const id of cursor.news) news.add(id);
  const waiting = waitingIn({ ...cursor, news: [] });
  cursor.news = [...news].filter((id) => !cursor.known.has(id) && !waiting.has(id));
  cursor.history = later(cursor.history, historyId);
  cursor.isOld = false;
  return { changes, folders, fresh };
}

async function compareAll(api: GmailApi, cursor: GmailCursor, folders: FolderList): Promise<Changes> {
  const listed = await listStandings(api, cursor, folders);
  // Archived mail is in no list, and mail may have arrived with an older date.
  const still = await api.about([...cursor.known.keys()].filter((id) => !listed.has(id)));
  const changes: Changes = { removed: [], changed: [] };
  for (const id of [...cursor.known.keys()]) {
    const message = still.get(id);
    compare(cursor, changes, id, listed.get(id) ?? (message && standingOf(message, folders)));
  }
  return changes;
}

const stateLabels = ["INBOX", "SENT", "DRAFT", "TRASH", "SPAM", "UNREAD", "STARRED"];

/**
 * The state of stored messages by the lists of all labels, of which a page costs as much as reading one message. Empty if there are
 * so many pages that reading each message is better.
 */
async function listStandings(api: GmailApi, cursor: GmailCursor, folders: FolderList) {
  const { known, reaches } = cursor;
  const labels = [...stateLabels, ...folders.own];
  let pagesLeft = Math.max(50, known.size / 10);
  const found = new Map<string, string[]>();
  if (labels.length > pagesLeft) return new Map<string, Standing>();
  for (const label of labels)
    for await (const page of pagesOf(api, { q: sinceFloor(reaches[0]), labelIds: [label] })) {
      if (pagesLeft-- <= 0) return new Map<string, Standing>();
      for (const id of page) if (known.has(id)) found.set(id, [...(found.get(id) ?? []), label]);
    }
  const standings = new Map<string, Standing>();
  for (const [id, labelIds] of found) {
    const standing = standingOf({ labelIds }, folders);
    if (standing) standings.set(id, standing);
  }
  return standings;
}
