/** How far back the folders of a mailbox are stored. */
import { z } from "zod";
import type { CloudAccount } from "../cloud-account.ts";
import { isMissing, itemFields, queryOf, readMany, readPages, verbOption } from "./calls.ts";
import { wantedOf } from "./changes.ts";
import { digestOf, type OutlookCursor, type Wanted } from "./cursor.ts";
import { folderPath } from "./folders.ts";

/** Graph's largest page of messages. */
const longestList = 1000;

/** How much mail of the inbox is fetched before anything else is read, because its owner waits for it. */
const firstMessages = 50;

/** Queues the newest messages of the inbox of a new mailbox. */
export async function queueNewest(account: CloudAccount, cursor: OutlookCursor, limit: number): Promise<void> {
  if (!cursor.folders.has("inbox")) return;
  const most = Math.min(limit, firstMessages);
  const [page] = await readPages(account, [listLink("inbox", null, most)], most);
  if (!page || page instanceof Error) throw page;
  cursor.wanted = page.value.slice(0, most).flatMap((item) => wantedOf("inbox", item) ?? []);
}

/** Decides how far back the folders are stored that are followed for the first time. */
export async function reachNew(account: CloudAccount, cursor: OutlookCursor, limit: number): Promise<void> {
  const keys = [...cursor.folders].flatMap(([key, { since }]) => (since === null ? key : []));
  // In a new mailbox the newest mail of all folders, later the newest of each.
  const groups = keys.length === cursor.folders.size ? [keys] : keys.map((key) => [key]);
  for (const group of groups) {
    const { since, hasOlder } = await reachBack(
      account,
      group.map((key) => ({ key, before: null })),
      limit,
    );
    for (const key of group) setSince(cursor, key, since);
    cursor.hasOlder ||= hasOlder;
  }
}

/** Queues the next older messages of all folders. */
export async function reachFurther(account: CloudAccount, cursor: OutlookCursor, limit: number): Promise<void> {
  const lists = [...cursor.folders].flatMap(([key, { since }]) => (since ? [{ key, before: since }] : []));
  if (lists.length === 0) {
    cursor.hasOlder = false;
    return;
  }
  const { since, hasOlder, found } = await reachBack(account, lists, limit);
  const waiting = new Set(cursor.wanted.map(({ folder, id }) => `${folder}/${id}`));
  for (const one of found)
    if (!cursor.folders.get(one.folder)?.known.has(digestOf(one.id)) && !waiting.has(`${one.folder}/${one.id}`))
      cursor.wanted.push(one);
  for (const { key, before } of lists) setSince(cursor, key, Math.min(before, since));
  cursor.hasOlder = hasOlder;
}

const total = z.object({ totalItemCount: z.number().int().nonnegative() });

/** How many messages the folders have; undefined if the provider does not tell. */
export async function countAll(account: CloudAccount, { folders }: OutlookCursor): Promise<number | undefined> {
  const links = [...folders.keys()].map((key) => `${folderPath(key)}?${queryOf({ $select: "totalItemCount" })}`);
  const answers = await readMany(account, links, total).catch(() => undefined);
  return answers?.reduce((sum, one) => sum + (one instanceof Error ? 0 : one.totalItemCount), 0);
}

function setSince({ folders }: OutlookCursor, key: string, since: number) {
  const state = folders.get(key);
  if (state) state.since = since;
}

type Reach = { since: number; hasOlder: boolean; found: Wanted[] };

/**
 * The newest `limit` messages before a moment of each folder, over all folders, and the moment from which on all are included.
 * Messages of the same second are never split.
 */
async function reachBack(
  account: CloudAccount,
  lists: { key: string; before: number | null }[],
  limit: number,
): Promise<Reach> {
  const lines = lists.map(({ key, before }) => ({
    key,
    link: listLink(key, before, limit) as string | null,
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
        // A folder that does not exist has no mail.
        if (page instanceof Error && isMissing(page)) line.link = null;
        else if (!page || page instanceof Error) throw page;
        else {
          line.found.push(...page.value.flatMap((item) => wantedOf(line.key, item) ?? []));
          line.link = page["@odata.nextLink"] ?? null;
        }
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

function listLink(key: string, before: number | null, limit: number): string {
  const query = queryOf({
    $select: itemFields,
    ...verbOption,
    $orderby: "receivedDateTime desc",
    $top: String(Math.min(longestList, limit + 1)),
    ...(before !== null && { $filter: `receivedDateTime lt ${new Date(before).toISOString()}` }),
  });
  return `${folderPath(key)}/messages?${query}`;
}
