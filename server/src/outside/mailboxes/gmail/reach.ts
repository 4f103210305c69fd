/** Which mail of a Gmail mailbox is fetched: how far back, and from which folders. */
import type { GmailApi, ListQuery, MessageAbout } from "./api.ts";
import { type GmailCursor, type Reach, type Standing, waitingIn } from "./cursor.ts";
import { type FolderList, labelOf } from "./labels.ts";

const pageSize = 500;

/** Adopts the choice of folders. Returns the reaches that have fetched nothing yet. */
export function follow(cursor: GmailCursor, followed: ReadonlySet<string>, { all }: FolderList): Reach[] {
  const wanted = new Set(all.map(({ key }) => key).filter((key) => followed.has(key)));
  const [first, ...others] = cursor.reaches;
  for (const reach of cursor.reaches) reach.keys = reach.keys.filter((key) => wanted.delete(key));
  const fresh = [...wanted].map((key): Reach => ({ keys: [key], floor: null, hasOlder: true, old: [] }));
  cursor.reaches = [first, ...others.filter(({ keys }) => keys.length > 0), ...fresh];
  return fresh;
}

export const followedKeys = ({ reaches }: GmailCursor) => new Set(reaches.flatMap(({ keys }) => keys));

/** Queues the newest messages that are not stored. With `since`, those from before that second are left for another time. */
export async function reachBack(
  api: GmailApi,
  cursor: GmailCursor,
  reach: Reach,
  limit: number,
  since?: number,
): Promise<void> {
  const before = reach.floor === null ? "" : `before:${reach.floor + 1}`;
  const after = since === undefined ? "" : `after:${since - 1}`;
  const waiting = waitingIn(cursor);
  const found: string[] = [];
  if (reach.keys.length > 0)
    for await (const page of pagesOf(api, queryOf(reach, join(before, after)), Math.min(pageSize, limit + 50))) {
      found.push(...page.filter((id) => !cursor.known.has(id) && !waiting.has(id)));
      if (found.length > limit) break;
    }
  reach.old.push(...found.slice(0, limit));
  reach.hasOlder = found.length > limit || (since !== undefined && reach.hasOlder);
}

/** More labels are not counted. */
const mostCounted = 20;

/**
 * About how many messages of the followed folders are neither stored nor queued. Archived mail has no label to count by, so that all mail
 * of the account is the most that it can be. Undefined if Gmail does not tell.
 */
export async function countOlder(
  api: GmailApi,
  cursor: GmailCursor,
  all: number | undefined,
): Promise<number | undefined> {
  const keys = [...followedKeys(cursor)];
  const here = cursor.known.size + waitingIn(cursor).size;
  const labels = keys.flatMap((key) => labelOf(key) ?? []);
  const isCountable = labels.length === keys.length && labels.length <= mostCounted;
  try {
    const totals = isCountable ? await Promise.all(labels.map((id) => api.totalOf(id))) : [all];
    if (totals.includes(undefined)) return undefined;
    return Math.max(0, totals.reduce<number>((sum, one) => sum + (one ?? 0), 0) - here);
  } catch {
    // A number for the screen is no reason to end a sync.
    return undefined;
  }
}

/** Whether no mail of these folders has been listed yet. */
export const isUnasked = ({ floor, hasOlder, old, keys }: Reach) =>
  floor === null && hasOlder && old.length === 0 && keys.length > 0;

/** As `reachBack`, of a new mailbox: the newest of the inbox are stored already, and count as part of the newest `limit`. */
export async function reachFirst(api: GmailApi, cursor: GmailCursor, reach: Reach, limit: number): Promise<void> {
  const listed: string[] = [];
  for await (const page of pagesOf(api, queryOf(reach, ""), Math.min(pageSize, limit + 1))) {
    listed.push(...page);
    if (listed.length > limit) break;
  }
  const [ids, waiting] = [listed.slice(0, limit), waitingIn(cursor)];
  reach.old = ids.filter((id) => !cursor.known.has(id) && !waiting.has(id));
  reach.hasOlder = listed.length > limit;
  // Otherwise the floor comes with the mail that is fetched.
  if (reach.hasOlder && reach.old.length === 0) reach.floor = (await oldestOf(api, ids)) ?? null;
}

/**
 * Queues older messages of the reach that has come least far back, and of others as far back as that: a folder with little mail does
 * not go back for years while another one is at yesterday. Those in `except` have just been asked.
 */
export async function reachFurther(api: GmailApi, cursor: GmailCursor, limit: number, except: Reach[]): Promise<void> {
  const floorOf = ({ floor }: Reach) => floor ?? Number.POSITIVE_INFINITY;
  const open = cursor.reaches.filter((reach) => reach.hasOlder && !except.includes(reach));
  let since: number | undefined;
  for (const reach of open.toSorted((one, other) => floorOf(other) - floorOf(one))) {
    if (since !== undefined && floorOf(reach) <= since) break;
    await reachBack(api, cursor, reach, limit, since);
    since ??= await oldestOf(api, reach.old);
  }
}

async function oldestOf(api: GmailApi, ids: string[]): Promise<number | undefined> {
  const last = ids.at(-1);
  const message = last === undefined ? undefined : (await api.about([last])).get(last);
  return message && secondsOf(message.internalDate);
}

/** Every message of the folders, as far back as the reach has come; newest first. */
export async function listReached(api: GmailApi, reach: Reach): Promise<string[]> {
  const found: string[] = [];
  if (reach.keys.length > 0)
    for await (const page of pagesOf(api, queryOf(reach, sinceFloor(reach)))) found.push(...page);
  return found;
}

/** A search term for the mail that was asked for. Searches compare whole seconds. */
export const sinceFloor = ({ hasOlder, floor }: Reach) => (hasOlder && floor !== null ? `after:${floor - 1}` : "");

/** Selects mail without any of the system labels. */
const archived = "-in:inbox -in:sent -in:drafts -in:chats";

const join = (...terms: string[]) => terms.filter(Boolean).join(" ");

function queryOf({ keys: [key = "", ...others] }: Reach, term: string): ListQuery {
  // Only the folders from the start are listed together, and the names of those are words of the search.
  if (others.length > 0) return { q: join(`{${[key, ...others].map((one) => `in:${one}`).join(" ")}}`, term) };
  const label = labelOf(key);
  if (!label) return { q: join(archived, term), withoutTrash: true };
  return { q: term, labelIds: [label], withoutTrash: label !== "TRASH" && label !== "SPAM" };
}

export async function* pagesOf(api: GmailApi, query: ListQuery, size = pageSize): AsyncGenerator<string[]> {
  for (let token: string | undefined, isMore = true; isMore; isMore = token !== undefined) {
    const page = await api.listPage(query, size, token);
    yield page.messages.map(({ id }) => id);
    token = page.nextPageToken;
  }
}

/** How the history names a message. */
export type Touch = {
  /** The message is new. */
  isAdded: boolean;
  /** It left the trash, the spam or the drafts. */
  isFreed: boolean;
  isArchived: boolean;
  /** The folders that it came into. */
  gained: Set<string>;
};

/** Folders that mail passes into in bulk. Old mail that was not asked for is not fetched because it came into one. */
const sinks = new Set(["trash", "junk", "archive"]);

/** Whether a message that is not stored is to be fetched because of a change. */
export function isWanted(
  { reaches }: GmailCursor,
  message: MessageAbout,
  { folders }: Standing,
  touch: Touch,
): boolean {
  const mine = reaches.filter(({ keys }) => keys.some((key) => folders.includes(key)));
  if (touch.isAdded) return mine.length > 0;
  const second = secondsOf(message.internalDate);
  return mine.some(
    ({ keys, hasOlder, floor }) =>
      !hasOlder ||
      floor === null ||
      second >= floor ||
      keys.some((key) => folders.includes(key) && !sinks.has(key) && (touch.isFreed || touch.gained.has(key))),
  );
}

export const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000);
