import { t } from "@intellibox/contract/text/t";
/** Changes of a mailbox, folder by folder. */
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import type { AnswerMarks, Batch, FoundMail } from "../mailbox.ts";
import {
  answerMarksOf,
  type GraphItem,
  type GraphPage,
  isExpired,
  isFlagged,
  isMissing,
  itemFields,
  queryOf,
  readPages,
  verbOption,
} from "./calls.ts";
import {
  digestOf,
  earlierIdsOf,
  type FolderState,
  isDrafts,
  newFolder,
  type OutlookCursor,
  remoteIdOf,
  startFolder,
  type Wanted,
} from "./cursor.ts";
import { folderPath } from "./folders.ts";

export type Changes = Pick<Batch, "reset" | "removed" | "changed">;

/** The result of one step. */
export type Step = {
  changes: Changes;
  /** The folders that are up to date. */
  current: string[];
  /** Whether folders were created, renamed, moved or deleted. */
  isListChanged: boolean;
  /** Mail that is too old to be fetched, but may be stored: another program may have moved it here. */
  old: FoundMail[];
  /** Ids of messages that left a folder in which mail is seldom deleted for good. */
  left: string[];
};

const pageSize = 500;

/** The only order that a delta query supports (learn.microsoft.com/graph/api/message-delta). */
function firstLink({ folders }: OutlookCursor, key: string): string {
  const verbs = folders.get(key)?.hasVerbs === false ? {} : verbOption;
  const query = { $select: itemFields, $orderby: "receivedDateTime desc", ...verbs };
  return `${folderPath(key)}/messages/delta?${queryOf(query)}`;
}

/** Reads the next page of each folder and, with `listLink`, changes of the list of folders. */
export async function advance(
  account: CloudAccount,
  cursor: OutlookCursor,
  keys: string[],
  listLink: string | undefined,
): Promise<Step> {
  const step: Step = {
    changes: { reset: [], removed: [], changed: [] },
    ...{ current: [], isListChanged: false, old: [], left: [] },
  };
  const links = keys.map((key) => cursor.folders.get(key)?.link ?? firstLink(cursor, key));
  const renewed = keys.filter((key) => cursor.folders.get(key)?.renewal?.isDone === false);
  const second = renewed.map((key) => cursor.folders.get(key)?.renewal?.link ?? firstLink(cursor, key));
  const pages = await readPages(account, [...links, ...second, ...(listLink ? [listLink] : [])], pageSize);
  if (listLink) step.isListChanged = isListChanged(pages.at(-1));
  for (const [at, key] of keys.entries()) {
    const page = pages[at];
    if (!page) continue;
    if (page instanceof Error) noteRefusal(cursor, key, page, step);
    else if (notePage(cursor, key, page, step) && isRenewed(stateOf(cursor, key))) step.current.push(key);
  }
  for (const [at, key] of renewed.entries()) noteRenewal(cursor, key, pages[keys.length + at], step);
  return step;
}

/** False while a second list is read. After its end, `link` has just been read once more. */
function isRenewed(state: FolderState): boolean {
  if (!state.renewal) return true;
  if (!state.renewal.isDone) return false;
  state.link = state.renewal.link;
  delete state.renewal;
  return true;
}

/** Only changes of stored messages count: `link` reports the rest. */
function noteRenewal(cursor: OutlookCursor, key: string, page: GraphPage | CloudError | undefined, step: Step) {
  const state = stateOf(cursor, key);
  // The folder has been reset meanwhile.
  if (!page || !state.renewal) return;
  if (page instanceof Error) {
    if (!isExpired(page) && !isMissing(page)) throw page;
    if (isVerbRefused(state, page, state.renewal.link)) state.hasVerbs = false;
    // The next sync begins it again.
    state.renewal = { link: null, isDone: false };
    step.current.push(key);
    return;
  }
  for (const item of page.value)
    if (state.known.has(digestOf(item.id)) && !item["@removed"]) noteItem(cursor, key, item, step);
  const [next, done] = [page["@odata.nextLink"], page["@odata.deltaLink"]];
  if (!next && !done) throw new CloudError("protocol", t("The provider's list does not end."));
  state.renewal = { link: next ?? done ?? null, isDone: !next };
}

/** The link is not followed further: the whole list is read again, and gives another one. */
function isListChanged(page: GraphPage | CloudError | undefined): boolean {
  if (!page) return false;
  if (!(page instanceof Error)) return page.value.length > 0 || !page["@odata.deltaLink"];
  if (isExpired(page) || isMissing(page)) return true;
  throw page;
}

/** The question for answered mail is a part of the first link only. */
const isVerbRefused = ({ hasVerbs }: FolderState, { status }: CloudError, link: string | null) =>
  link === null && status === 400 && hasVerbs !== false;

function noteRefusal(cursor: OutlookCursor, key: string, error: CloudError, step: Step) {
  const state = stateOf(cursor, key);
  const isNew = state.link === null;
  if (!isMissing(error) && isVerbRefused(state, error, state.link)) {
    state.hasVerbs = false;
    return;
  }
  if (isMissing(error)) {
    // The folder was deleted, or it is one with a role that the server makes when it is needed.
    step.current.push(key);
    step.isListChanged ||= !isNew;
  } else if (!isExpired(error) || isNew) throw error;
  // The folder is listed again as far back as before; until then its state is unknown.
  if (!isNew) step.changes.reset.push(key);
  startFolder(cursor, key);
}

function notePage(cursor: OutlookCursor, key: string, page: GraphPage, step: Step): boolean {
  const state = stateOf(cursor, key);
  // Mail can have been put there while the folder was not followed, and have left it since.
  if (state.link === null && !state.early) step.changes.reset.push(key);
  for (const item of page.value) noteItem(cursor, key, item, step);
  const [next, done] = [page["@odata.nextLink"], page["@odata.deltaLink"]];
  if (!next && !done) throw new CloudError("protocol", t("The provider's list does not end."));
  state.link = next ?? done ?? null;
  if (next) return false;
  step.changes.removed.push(...(state.early ?? []).map((id) => remoteIdOf(key, id)));
  delete state.early;
  state.isListing = false;
  state.isBelow = false;
  return true;
}

/** Folders that a person empties. What leaves them is looked for nowhere else. */
const emptied: ReadonlySet<string> = new Set(["trash", "junk", "drafts"]);

function noteItem(cursor: OutlookCursor, key: string, item: GraphItem, { changes, old, left }: Step) {
  const state = stateOf(cursor, key);
  const digest = digestOf(item.id);
  const remoteId = remoteIdOf(key, item.id);
  const waiting = cursor.wanted.findIndex(({ folder, id }) => folder === key && id === item.id);
  if (item["@removed"]) {
    // Also if it was not read here: a local move may have put it there.
    changes.removed.push(remoteId);
    if (state.known.delete(digest) && !emptied.has(key)) left.push(item.id);
    if (waiting >= 0) cursor.wanted.splice(waiting, 1);
    return;
  }
  const marks = {
    ...(item.isRead !== undefined && { unread: !item.isRead }),
    ...(item.flag !== undefined && { starred: isFlagged(item) }),
    ...answerMarksOf(item),
  };
  if (state.early?.includes(item.id)) {
    state.early = state.early.filter((id) => id !== item.id);
    state.known.add(digest);
  }
  const isEdited = isDrafts(key) && !state.isListing;
  if (state.known.has(digest) && !isEdited) {
    if (Object.keys(marks).length > 0) changes.changed.push({ remoteId, ...marks });
    return;
  }
  const one = wantedOf(key, item);
  const queued = cursor.wanted[waiting];
  if (queued) Object.assign(queued, marks);
  // An item without the fields of a new message.
  else if (!one) return;
  else if (one.at >= (state.since ?? 0) || state.known.has(digest)) cursor.wanted.push(one);
  else {
    old.push(foundOf(cursor, one));
    if (state.isListing) state.isBelow = true;
  }
}

/** PostgreSQL does not store every moment that JavaScript has. */
const latest = Date.UTC(3000, 0);

export function wantedOf(folder: string, item: GraphItem): Wanted | undefined {
  const told = Date.parse(item.receivedDateTime ?? "");
  if (Number.isNaN(told)) return undefined;
  const at = Math.min(Math.max(told, 0), latest);
  return { folder, id: item.id, at, unread: item.isRead === false, starred: isFlagged(item), ...answerMarksOf(item) };
}

/** Graph tells no size, so that stored mail is known by its remote ids only. */
export const foundOf = (cursor: OutlookCursor, { folder, id, ...one }: Omit<Wanted, "at">): FoundMail => ({
  ...{ remoteId: remoteIdOf(folder, id), folders: [folder], messageId: null, size: 0, ...marksOf(one) },
  earlierIds: earlierIdsOf(cursor, id),
  isOnlyHere: true,
});

export const marksOf = ({
  unread,
  starred,
  answered,
  forwarded,
}: Pick<Wanted, "unread" | "starred"> & AnswerMarks) => ({
  ...{ unread, starred, ...(answered && { answered }), ...(forwarded && { forwarded }) },
});

function stateOf(cursor: OutlookCursor, key: string) {
  const state = cursor.folders.get(key) ?? newFolder();
  cursor.folders.set(key, state);
  return state;
}
