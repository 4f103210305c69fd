/** Changes and mail of the followed folders. */

import { type Batch, mailFolders, type RemoteFolder, type SyncOptions } from "../mailbox.ts";
import { type FolderChanges, readChanges } from "./changes.ts";
import { imapError, isRefusal } from "./client.ts";
import { emptySets, type FolderState, type ImapCursor, readImapCursor, remoteIdOf, writeImapCursor } from "./cursor.ts";
import { chooseNewest, type Fetched, fetchMissing, hasMore, reachBack } from "./fetch.ts";
import { type ImapFolder, inboxPath } from "./folders.ts";
import { listFolders, type Session, standingOf } from "./session.ts";
import { UidSet } from "./uid-set.ts";

export async function* sync(session: Session, text: string | null, options: SyncOptions): AsyncGenerator<Batch> {
  const { client, alone } = session;
  const cursor = readImapCursor(text);
  session.cursor = cursor;
  const isFirst = text === null;
  // Of a first sync, and of older mail, hardly anything is stored.
  const isAsked = ({ isAdopting }: FolderState) => isAdopting || options.expectsStored || !(isFirst || options.older);
  const mayFetch = ({ isAdopting }: FolderState) => !isAdopting || options.isStored !== undefined;
  /** Remote ids that the server refused in this run; the next run asks again. */
  const withheld = new Set<string>();
  const begin = () => {
    const [key, state] = [...cursor.states].find(([name, one]) => mayFetch(one) && hasMore(name, one, withheld)) ?? [];
    if (key === undefined || !state) return undefined;
    const isStored = isAsked(state) ? options.isStored : undefined;
    return alone(() => fetchMissing(client, key, state, withheld, { isStored, leavesFiles: options.leavesFiles }));
  };
  if (isFirst) {
    // Without the list of folders, which may take its server seconds.
    const inbox = await alone(() => chooseNewest(client, inboxPath(session.wanted), options.limit));
    cursor.states.set("inbox", { ...inbox, isBegun: true });
    yield* batchesOf(cursor, begin);
  }
  const update = await alone(() => survey(session, cursor, { ...options, isFirst }));
  yield { ...update, arrived: [], ...progressOf(cursor) };
  yield* batchesOf(cursor, begin);
}

async function* batchesOf(cursor: ImapCursor, begin: () => Promise<Fetched> | undefined): AsyncGenerator<Batch> {
  let next = begin();
  try {
    while (next) {
      const { arrived, found, settle } = await next;
      settle();
      const progress = progressOf(cursor);
      // Prefetches the next batch while the caller stores this one.
      next = begin();
      next?.catch(() => undefined);
      yield { reset: [], removed: [], changed: [], found, arrived, ...progress };
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

type Survey = Pick<Batch, "reset" | "removed" | "changed"> & { folders: RemoteFolder[]; followed: ReadonlySet<string> };

/** Reads the folders, changes, removals and the UIDs to fetch, without any mail. */
async function survey(session: Session, cursor: ImapCursor, options: SyncOptions & { isFirst: boolean }) {
  const listed = await listFolders(session);
  const { states, directory } = cursor;
  noteWhereabouts(directory, listed);
  const followed = listed.filter((one) => one.path !== undefined && one.isSelectable && isFollowed(one, options));
  const kept = new Set(followed.map(({ key }) => key));
  const found: Survey = { folders: listed.map(asRemote), followed: kept, reset: [], removed: [], changed: [] };
  for (const [key, { isAdopting }] of states) {
    if (kept.has(key) || (isAdopting && listed.some((one) => one.key === key && one.path))) continue;
    // Deleted on the server, or not followed any more.
    found.reset.push(key);
    states.delete(key);
  }
  const fresh: FolderState[] = [];
  for (const folder of followed) {
    const state = await readFolder(session, cursor, folder, found);
    if (state) fresh.push(state);
  }
  // Last, so that a message which is moved meanwhile is found where it is now.
  if (options.isStored)
    for (const folder of adoptable(session, listed, kept)) await adopt(session, cursor, folder, found);
  const all = followed.flatMap(({ key }) => states.get(key) ?? []);
  // An earlier run may have ended before the other folders were read.
  const isBegun = states.get("inbox")?.isBegun;
  if (options.isFirst || options.older || isBegun) await reachBack(session.client, all, options.limit);
  // Each folder that is followed from now on brings its newest mail.
  else for (const state of fresh) await reachBack(session.client, [state], options.limit);
  const { reset, removed, changed } = found;
  return { folders: found.folders, reset, removed, changed };
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

/** How many folders that are not followed are looked at for mail that another program moved there. */
const maxAdopting = 200;

/** Without LIST-STATUS each of them costs a command, so only those with a role are looked at: mail is archived most often. */
const adoptable = ({ client }: Session, listed: ImapFolder[], followed: ReadonlySet<string>) =>
  listed
    .filter(({ key, role, path, isSelectable, validity, next }) => {
      const isKnown = path !== undefined && isSelectable && validity !== undefined && next !== undefined;
      return isKnown && !followed.has(key) && (role !== null || client.capabilities.has("LIST-STATUS"));
    })
    .slice(0, maxAdopting);

/** Looks into a folder that is not followed if it changed. At first only its STATUS is noted. */
async function adopt(session: Session, cursor: ImapCursor, folder: ImapFolder, found: Survey) {
  const { key, path = "", validity = "", next = 1, modseq = null, standing } = folder;
  if (cursor.states.has(key)) return void (await readFolder(session, cursor, folder, found));
  const empty = { floor: next, older: 0, isAdopting: true as const, standing };
  cursor.states.set(key, { path, validity, next, modseq, ...emptySets(), ...empty });
}

/** Adds a folder's changes to `found`. Returns its state if it was not followed before. */
async function readFolder(session: Session, { states }: ImapCursor, folder: ImapFolder, found: Survey) {
  const { client } = session;
  const { key, path = "", standing } = folder;
  const before = states.get(key);
  if (before && before.path !== path && isRenamed(before, folder)) before.path = path;
  const isFollowed = found.followed.has(key);
  const isBegun = before !== undefined && !(before.isAdopting && isFollowed);
  // Mail that left the inbox is in one of those with a role, most often, and a server's STATUS may lag behind.
  const isSought = folder.role !== null && found.removed.length > 0;
  if (before && isBegun && !isSought && isUnchanged(session, before, folder)) return undefined;
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
  if (changes.isReset && before) await reachBack(client, [state], reachOf(before, state));
  state.isAdopting = isFollowed ? undefined : true;
  if (!isFollowed) state.older = 0;
  if (isBegun) return undefined;
  // All mail is wanted from now on. What was taken before is recognized.
  const exists = client.mailbox ? client.mailbox.exists : 0;
  return Object.assign(state, { missing: new UidSet(), floor: state.next, older: exists });
}

/** How much mail that arrived while a folder got new UIDs is fetched with what was stored. */
const mostAtReset = 1_000;

/** As many messages as before, and those that have arrived since, so that no stored mail disappears. */
function reachOf({ known, missing, older }: FolderState, { older: exists }: FolderState): number {
  const before = known.size + missing.size;
  return Math.min(Math.max(before, exists - older), before + mostAtReset);
}

const isRenamed = (before: FolderState, { validity, next }: ImapFolder) =>
  validity === before.validity && (next ?? 0) >= before.next;

/** Whether the server's STATUS proves it. IDLE compares with what was read of the inbox, so that is always selected. */
function isUnchanged({ client, limits }: Session, before: FolderState, { key, path, standing }: ImapFolder): boolean {
  if (key === "inbox" || standing === undefined || standing !== before.standing || before.path !== path) return false;
  if (client.mailbox && client.mailbox.path === path) return false;
  if (before.starred === undefined || before.answered === undefined) return false;
  if (before.modseq !== null || (before.isAdopting && before.known.size === 0)) return true;
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
  const all = [...cursor.states.values()].filter(({ isAdopting }) => !isAdopting);
  const older = all.reduce((sum, one) => sum + Math.max(0, one.older), 0);
  return {
    cursor: writeImapCursor(cursor),
    remaining: all.reduce((sum, { missing }) => sum + missing.size, 0),
    hasOlder: older > 0,
    older,
  };
}
