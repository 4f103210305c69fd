/** Changes of a mailbox, folder by folder, and how far back it is stored. */
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "./cloud-account.ts";
import { type Batch, type MailFolder, mailFolders } from "./mailbox.ts";
import {
  folderPaths,
  type GraphItem,
  type GraphPage,
  isExpired,
  itemFields,
  queryOf,
  readPages,
} from "./outlook-calls.ts";
import { digestOf, newFolder, type OutlookCursor, remoteIdOf, type Wanted } from "./outlook-cursor.ts";

export type Changes = Pick<Batch, "reset" | "removed" | "changed">;

const pageSize = 500;
/** Graph's largest page of messages. */
const longestList = 1000;

/** The only order that a delta query supports (learn.microsoft.com/graph/api/message-delta). */
const firstLink = (name: MailFolder) =>
  `${folderPaths[name]}/messages/delta?${queryOf({ $select: itemFields, $orderby: "receivedDateTime desc" })}`;

/** Reads the next page of each folder. Returns the folders that are up to date. */
export async function advance(
  account: CloudAccount,
  cursor: OutlookCursor,
  names: MailFolder[],
): Promise<{ changes: Changes; current: MailFolder[] }> {
  const changes: Changes = { reset: [], removed: [], changed: [] };
  const links = names.map((name) => cursor.folders[name].link ?? firstLink(name));
  const pages = await readPages(account, links, pageSize);
  const current: MailFolder[] = [];
  for (const [at, name] of names.entries()) {
    const page = pages[at];
    if (!page) continue;
    if (page instanceof Error) {
      if (!isExpired(page) || cursor.folders[name].link === null) throw page;
      // The folder is listed again as far back as before; until then its state is unknown.
      changes.reset.push(name);
      cursor.folders[name] = newFolder();
      cursor.wanted = cursor.wanted.filter(({ folder }) => folder !== name);
    } else if (notePage(cursor, name, page, changes)) current.push(name);
  }
  return { changes, current };
}

function notePage(cursor: OutlookCursor, name: MailFolder, page: GraphPage, changes: Changes): boolean {
  const state = cursor.folders[name];
  for (const item of page.value) noteItem(cursor, name, item, changes);
  const [next, done] = [page["@odata.nextLink"], page["@odata.deltaLink"]];
  if (!next && !done) throw new CloudError("protocol", "The provider's list does not end.");
  state.link = next ?? done ?? null;
  if (next) return false;
  state.isListing = false;
  state.isBelow = false;
  return true;
}

function noteItem(cursor: OutlookCursor, name: MailFolder, item: GraphItem, { removed, changed }: Changes) {
  const { known, isListing } = cursor.folders[name];
  const digest = digestOf(item.id);
  const remoteId = remoteIdOf(name, item.id);
  const waiting = cursor.wanted.findIndex(({ folder, id }) => folder === name && id === item.id);
  if (item["@removed"]) {
    if (known.delete(digest)) removed.push(remoteId);
    if (waiting >= 0) cursor.wanted.splice(waiting, 1);
    return;
  }
  const unread = item.isRead === false;
  if (known.has(digest)) {
    if (item.isRead !== undefined) changed.push({ remoteId, unread });
    return;
  }
  const one = wantedOf(name, item);
  const old = cursor.wanted[waiting];
  if (old) old.unread = unread;
  // A changed flag of a message that is not stored, or an item without the fields of a new message.
  else if (one && one.at >= cursor.since) cursor.wanted.push(one);
  else if (one && isListing) cursor.folders[name].isBelow = true;
}

function wantedOf(folder: MailFolder, { id, receivedDateTime, isRead }: GraphItem): Wanted | undefined {
  const at = Date.parse(receivedDateTime ?? "");
  return Number.isNaN(at) ? undefined : { folder, id, at, unread: isRead === false };
}

type Reach = { since: number; hasOlder: boolean; found: Wanted[] };

/**
 * The newest `limit` messages before a moment, over all folders, and the moment from which on all are included. One moment serves all
 * folders, so that a stored message stays stored when it moves. Messages of the same second are never split.
 */
export async function reachBack(account: CloudAccount, before: number | null, limit: number): Promise<Reach> {
  const lines = mailFolders.map((name) => ({
    name,
    link: listLink(name, before, limit) as string | null,
    found: [] as Wanted[],
  }));
  /** Reads the next page of the lists that may still hold newer messages. */
  const readOn = async (isShort: (found: Wanted[]) => boolean) => {
    for (;;) {
      const short = lines.filter(({ link, found }) => link !== null && isShort(found));
      if (short.length === 0) return;
      const pages = await readPages(
        account,
        short.flatMap(({ link }) => link ?? []),
        longestList,
      );
      for (const [at, line] of short.entries()) {
        const page = pages[at];
        if (!page || page instanceof Error) throw page;
        line.found.push(...page.value.flatMap((item) => wantedOf(line.name, item) ?? []));
        line.link = page["@odata.nextLink"] ?? null;
      }
    }
  };
  await readOn((found) => found.length <= limit);
  const newest = lines.flatMap(({ found }) => found).sort((a, b) => b.at - a.at);
  const since = newest.length > limit ? (newest[limit - 1]?.at ?? 0) : 0;
  await readOn((found) => (found.at(-1)?.at ?? 0) >= since);
  const all = lines.flatMap(({ found }) => found);
  const held = all.filter(({ at }) => at >= since);
  return { since, hasOlder: held.length < all.length || lines.some(({ link }) => link !== null), found: held };
}

function listLink(name: MailFolder, before: number | null, limit: number): string {
  const query = queryOf({
    $select: itemFields,
    $orderby: "receivedDateTime desc",
    $top: String(Math.min(longestList, limit + 1)),
    ...(before !== null && { $filter: `receivedDateTime lt ${new Date(before).toISOString()}` }),
  });
  return `${folderPaths[name]}/messages?${query}`;
}
