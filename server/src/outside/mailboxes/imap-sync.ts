/** Changes and mail of the followed folders. */
import { type FolderChanges, readChanges } from "./imap-changes.ts";
import { imapError, isRefusal } from "./imap-client.ts";
import { type FolderState, type ImapCursor, readImapCursor, remoteIdOf, writeImapCursor } from "./imap-cursor.ts";
import { fetchMissing, hasMore, reachBack } from "./imap-fetch.ts";
import type { ImapFolder } from "./imap-folders.ts";
import { listFolders, type Session, standingOf } from "./imap-session.ts";
import { type Batch, mailFolders, type RemoteFolder, type SyncOptions } from "./mailbox.ts";

export async function* sync(session: Session, text: string | null, options: SyncOptions): AsyncGenerator<Batch> {
  const { client, alone } = session;
  const cursor = readImapCursor(text);
  session.cursor = cursor;
  const isFirst = text === null;
  const first = await alone(() => survey(session, cursor, { ...options, isFirst }));
  yield { ...first, arrived: [], ...progressOf(cursor) };
  // Of a first sync, and of older mail, hardly anything is stored.
  const isStored = isFirst || options.older ? undefined : options.isStored;
  /** Remote ids that the server refused in this run; the next run asks again. */
  const withheld = new Set<string>();
  const begin = () => {
    const [key, state] = [...cursor.states].find(([name, one]) => hasMore(name, one, withheld)) ?? [];
    return key !== undefined && state && alone(() => fetchMissing(client, key, state, withheld, isStored));
  };
  let next = begin();
  try {
    while (next) {
      const { arrived, found, settle } = await next;
      settle();
      const progress = progressOf(cursor);
      // Prefetches the next batch while the caller stores this one.
      next = begin();
      if (next) next.catch(() => undefined);
      yield { reset: [], removed: [], changed: [], found, arrived, ...progress };
    }
  } finally {
    if (next) await next.catch(() => undefined);
  }
}

type Survey = Pick<Batch, "reset" | "removed" | "changed"> & { folders: RemoteFolder[] };

/** Reads the folders, changes, removals and the UIDs to fetch, without any mail. */
async function survey(session: Session, cursor: ImapCursor, options: SyncOptions & { isFirst: boolean }) {
  const listed = await listFolders(session);
  const found: Survey = { folders: listed.map(asRemote), reset: [], removed: [], changed: [] };
  const { states, directory } = cursor;
  noteWhereabouts(directory, listed);
  const followed = listed.filter((one) => one.path !== undefined && one.isSelectable && isFollowed(one, options));
  const kept = new Set(followed.map(({ key }) => key));
  for (const key of states.keys()) {
    if (kept.has(key)) continue;
    // Deleted on the server, or not followed any more.
    found.reset.push(key);
    states.delete(key);
  }
  const fresh: FolderState[] = [];
  for (const folder of followed) {
    const state = await readFolder(session, cursor, folder, found);
    if (state) fresh.push(state);
  }
  const all = followed.flatMap(({ key }) => states.get(key) ?? []);
  if (options.isFirst || options.older) await reachBack(session.client, all, options.limit);
  // Each folder that is followed from now on brings its newest mail.
  else for (const state of fresh) await reachBack(session.client, [state], options.limit);
  return found;
}

const asRemote = ({ key, kind, role, name, above, isSelectable }: ImapFolder): RemoteFolder => ({
  ...{ key, kind, role, name, above, isSelectable },
});

const isFollowed = ({ key, role }: ImapFolder, { followed }: SyncOptions) =>
  // Mail cannot be read without the inbox.
  role === "inbox" || (followed ? followed.has(key) : mailFolders.some((name) => name === role));

/** Keeps the UIDNEXT of when a folder was first seen, so that the cursor does not change with every mail in any folder. */
function noteWhereabouts(directory: ImapCursor["directory"], listed: ImapFolder[]) {
  const keys = new Set(listed.map(({ key }) => key));
  for (const key of directory.keys()) if (!keys.has(key)) directory.delete(key);
  for (const { key, path, validity, next } of listed) {
    const before = directory.get(key);
    if (path === undefined) directory.delete(key);
    else if (before?.path !== path || (validity && before.validity !== validity))
      directory.set(key, { path, validity: validity ?? before?.validity, next: next ?? before?.next });
  }
}

/** Adds a folder's changes to `found`. Returns its state if it was not followed before. */
async function readFolder(session: Session, { states }: ImapCursor, folder: ImapFolder, found: Survey) {
  const { client } = session;
  const { key, path = "", standing } = folder;
  const before = states.get(key);
  if (before && before.path !== path && isRenamed(before, folder)) before.path = path;
  if (before && isUnchanged(session, before, folder)) return undefined;
  const changes = await readChanges(client, path, before).catch((error: unknown) => {
    // Deleted since it was listed, or one that its owner may see and not open. The others are synced.
    const isOwn = folder.role === null && isRefusal(client, error);
    if (key !== "inbox" && client.usable && (isOwn || imapError(error).fault === "gone")) return undefined;
    throw error;
  });
  if (!changes) return undefined;
  if (key === "inbox" && client.mailbox) session.inbox = standingOf(client.mailbox);
  const { state } = changes;
  state.standing = standing;
  if (standing !== undefined && state.modseq === null) state.comparedAt = Date.now();
  states.set(key, state);
  note(found, key, changes);
  // As many messages as before, so that no stored mail disappears.
  if (changes.isReset && before) await reachBack(client, [state], before.known.size + before.missing.size);
  return before ? undefined : state;
}

const isRenamed = (before: FolderState, { validity, next }: ImapFolder) =>
  validity === before.validity && (next ?? 0) >= before.next;

/** Whether the server's STATUS proves it. IDLE compares with what was read of the inbox, so that is always selected. */
function isUnchanged({ client, limits }: Session, before: FolderState, { key, path, standing }: ImapFolder): boolean {
  if (key === "inbox" || standing === undefined || standing !== before.standing || before.path !== path) return false;
  if (client.mailbox && client.mailbox.path === path) return false;
  if (before.starred === undefined) return false;
  if (before.modseq !== null) return true;
  // Without modseq, a star or two marks that cancel each other out do not change the STATUS.
  const passed = Date.now() - (before.comparedAt ?? 0);
  return passed >= 0 && passed < limits.compareAfterMs;
}

function note(found: Survey, key: string, changes: FolderChanges) {
  if (changes.isReset) found.reset.push(key);
  for (const uid of changes.removed) found.removed.push(remoteIdOf(key, changes.state, uid));
  for (const [uid, marks] of changes.changed)
    found.changed.push({ remoteId: remoteIdOf(key, changes.state, uid), ...marks });
}

function progressOf(cursor: ImapCursor) {
  const all = [...cursor.states.values()];
  return {
    cursor: writeImapCursor(cursor),
    remaining: all.reduce((sum, { missing }) => sum + missing.size, 0),
    hasOlder: all.some(({ older }) => older > 0),
  };
}
