// How many messages a list has. Counting takes as long as a page, so a list that is too long to be counted is remembered.
import type { Tx } from "#db/fence.ts";
import { countKept, formOf } from "./kept-page.ts";
import type { Listed } from "./list-messages.ts";

/** Also how long a list that became short has no count. */
const rememberedMs = 20_000;
const maxRemembered = 10_000;

/** Long lists, and until when they count as long. */
const longLists = () => new Map<string, number>();

/** How many rows the list has; undefined if it has more than `most` messages. */
export async function countListed(tx: Tx, listed: Listed, most: number): Promise<number | undefined> {
  const { scope } = listed;
  const long = scope.once(longLists);
  const { name, values } = formOf(listed, "count");
  const key = [scope.tenantId, scope.user.id, values.mailbox, values.folderId, name].join("/");
  const now = Date.now();
  if ((long.get(key) ?? 0) > now) return undefined;
  const count = await countKept(tx, listed, most);
  if (count !== undefined) return count;
  for (const [oldest, until] of long) {
    if (until > now && long.size < maxRemembered) break;
    long.delete(oldest);
  }
  long.delete(key);
  long.set(key, now + rememberedMs);
  return undefined;
}
