// How many messages a list has. Counting takes as long as a page, so a list that is too long to be counted is remembered.
import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { countKept } from "./kept-page.ts";
import type { Listed, ListQuery } from "./list-messages.ts";

/** Also how long a list that became short has no count. */
const rememberedMs = 20_000;
const maxRemembered = 10_000;

/** Until when a list counts as long, and the state of its reader's mail before it was counted. */
type LongList = { until: number; mailState: string | undefined };
const longLists = () => new Map<string, LongList>();

const keyOf = ({ tenantId, user }: Scope, { mailbox, folder, folderId, group, priority }: ListQuery) =>
  [tenantId, user.id, mailbox, folder, folderId, group, priority].join("/");

/** Defined if the list is not counted now. Only for lists without words of a search. */
export function longSince(scope: Scope, query: ListQuery): LongList | undefined {
  const long = scope.once(longLists).get(keyOf(scope, query));
  return long && long.until > Date.now() ? long : undefined;
}

/** How many rows the list has; undefined if it has more than `most` messages. */
export async function countListed(tx: Tx, listed: Listed, most: number): Promise<number | undefined> {
  const { scope, query } = listed;
  if (longSince(scope, query)) return undefined;
  const long = scope.once(longLists);
  const key = keyOf(scope, query);
  const now = Date.now();
  const count = await countKept(tx, listed, most);
  if (count !== undefined) return count;
  for (const [oldest, { until }] of long) {
    if (until > now && long.size < maxRemembered) break;
    long.delete(oldest);
  }
  long.delete(key);
  long.set(key, { until: now + rememberedMs, mailState: scope.user.mailState });
  return undefined;
}
