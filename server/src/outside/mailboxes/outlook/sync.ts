/** One sync of a mailbox by Microsoft Graph. */
import type { CloudAccount } from "../cloud-account.ts";
import { type Batch, mailFolders, type SyncOptions } from "../mailbox.ts";
import { advance, type Changes } from "./changes.ts";
import {
  digestOf,
  followOnly,
  newCursor,
  readOutlookCursor,
  readRemoteId,
  type Wanted,
  writeOutlookCursor,
} from "./cursor.ts";
import { fetchEarly, fetchWanted, findMoved, storedOf, takeStored } from "./fetch.ts";
import { listFolders } from "./folders.ts";
import { countAll, queueNewest, reachFurther, reachNew } from "./reach.ts";

const none: Changes = { reset: [], removed: [], changed: [] };
/** The most messages that are queued while a folder is listed, because the queue is written with every batch. */
const mostWaiting = 200;
/** The list of folders is read again after this time, in case that a change was not reported. */
const listLastsMs = 3600_000;

export async function* syncOutlook(
  account: CloudAccount,
  text: string | null,
  { limit, older, followed = new Set(mailFolders), ...options }: SyncOptions,
): AsyncGenerator<Batch> {
  const cursor = text === null ? newCursor() : readOutlookCursor(text);
  // Of a new mailbox nothing is stored.
  const isStored = text === null ? undefined : options.isStored;
  // Goes into the next batch.
  let folders: Batch["folders"];
  let reset = followOnly(cursor, followed);
  const list = async () => {
    const read = await listFolders(account);
    cursor.list = read.list;
    folders = read.folders;
    // A folder that is gone is not read any more. One with a role may not have been made yet.
    const there = new Set(folders.map(({ key }) => key));
    const gone = [...cursor.folders.keys()].filter((key) => !there.has(key));
    followOnly(cursor, new Set([...cursor.folders.keys()].filter((key) => !gone.includes(key))));
  };
  const missed = new Set<Wanted>();
  const waiting = () => cursor.wanted.filter((one) => !missed.has(one)).length;
  /** How many messages the provider has, if this run goes back. */
  let all: number | undefined;
  const listed = () => [...cursor.folders.values()].reduce((sum, { known }) => sum + known.size, cursor.wanted.length);
  const batch = (changes: Changes, more: Pick<Batch, "arrived"> & Pick<Batch, "found">): Batch => {
    const whole = { ...(folders && { folders }), ...changes, reset: [...reset, ...changes.reset], ...more };
    folders = undefined;
    reset = [];
    return {
      ...whole,
      ...{ cursor: writeOutlookCursor(cursor), remaining: waiting(), hasOlder: cursor.hasOlder },
      ...(all !== undefined && { older: Math.max(0, all - listed()) }),
    };
  };

  if (text === null) {
    await queueNewest(account, cursor, limit);
    while (waiting() > 0) yield batch(none, { arrived: await fetchEarly(account, cursor, missed, options) });
  }
  const isListDue = !cursor.list || cursor.list.listedAt < Date.now() - listLastsMs;
  await Promise.all([isListDue ? list() : undefined, reachNew(account, cursor, limit)]);
  // Before its first batch, because after its commit the cursor alone records the request.
  if (older && text !== null) await reachFurther(account, cursor, limit);
  if (cursor.hasOlder && (older || text === null)) all = await countAll(account, cursor);

  const asked = new Set<string>();
  let isListRead = isListDue;
  const current = new Set<string>();
  const mayList = () => waiting() < mostWaiting;
  /** The folders that can be read on. */
  const behind = (isBelow: boolean) =>
    [...cursor.folders].flatMap(([key, state]) =>
      !current.has(key) && state.isBelow === isBelow && (mayList() || !state.isListing) ? key : [],
    );

  const readOn = async (keys: string[]): Promise<Batch> => {
    const step = await advance(account, cursor, keys, isListRead ? undefined : cursor.list?.link);
    isListRead = true;
    for (const key of step.current) current.add(key);
    if (step.isListChanged) await list();
    const elsewhere = isStored ? await findMoved(account, cursor, step) : [];
    const found = await storedOf(isStored, [...step.old, ...elsewhere]);
    for (const {
      folders: [key = ""],
      remoteId,
    } of found)
      cursor.folders.get(key)?.known.add(digestOf(readRemoteId(remoteId).id));
    return batch(step.changes, { found, arrived: [] });
  };

  for (;;) {
    const next = behind(false);
    if (next.length > 0) yield await readOn(next);
    else if (waiting() > 0) {
      const found = await takeStored(cursor, isStored, asked);
      if (found.length > 0) yield batch(none, { found, arrived: [] });
      else yield batch(none, { arrived: await fetchWanted(account, cursor, missed, options) });
    }
    // Reads past older mail that was not asked for, because the delta link comes at the end of the list.
    else {
      const below = behind(true);
      if (below.length === 0) return;
      yield await readOn(below);
    }
  }
}
