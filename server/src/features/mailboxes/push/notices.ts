// What a notification leads to: a note in the database that the mailbox is to be synced, once for all that come together.
import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { pushChannels, pushNotices } from "#db/tables/push-channels.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "../mailbox-key.ts";
import { syncMailboxJob } from "../request-sync.ts";
import { keepChannelJob } from "./jobs.ts";

export type Outcome = "accepted" | "replayed" | "foreign" | "forged" | "malformed";

/** What is told of one mailbox in one call. */
export type Notice = {
  key: MailboxKey;
  /** At Microsoft. */
  subscription?: string;
  /** What tells each notification from all others. */
  marks: string[];
  /** The channel itself needs looking after. */
  lifecycle?: "missed" | "reauthorizationRequired" | "subscriptionRemoved";
};

/** Changes that come within this time are one sync. */
const gatherMs = 2_000;
/** For as long, a sync that was just asked for surely has not begun. */
const coveredMs = 1_000;
const keepDays = 1;

/** When this process last asked for a sync of a mailbox, by the mailbox's id and in this order. */
const recentRequests = () => new Map<string, number>();

/** As the mailbox's owner: nothing here reaches further than they do. */
export async function takeNotice(world: World, notice: Notice): Promise<Outcome> {
  const { key, subscription, marks, lifecycle } = notice;
  const recent = world.once(recentRequests);
  const isCovered = Date.now() - (recent.get(key.id) ?? 0) < coveredMs;
  const outcome = await fencedTransaction(world.db, key, async (tx) => {
    const [channel] = await tx.select({ remoteId: pushChannels.remoteId }).from(pushChannels).where(isChannel(key));
    if (!channel || (subscription && channel.remoteId !== subscription)) return "foreign";
    if (lifecycle) await tendChannel(world, tx, key, lifecycle);
    else if (!(await isNews(tx, key, marks))) return "replayed";
    if (!isCovered) await askForSync(world, tx, key);
    return "accepted";
  });
  if (outcome === "accepted" && !isCovered) noteAsked(recent, key.id);
  return outcome;
}

/** Told in the order in which it was asked for; what is no longer recent is forgotten. */
function noteAsked(recent: Map<string, number>, id: string) {
  recent.delete(id);
  recent.set(id, Date.now());
  for (const [old, at] of recent) {
    if (Date.now() - at < coveredMs) break;
    recent.delete(old);
  }
}

/** Waits a moment for more; while one waits, no other is added. The row keeps nothing: a sync under way is not held up. */
export const askForSync = ({ queue }: Pick<World, "queue">, tx: Tx, { tenantId, userId, id }: MailboxKey) =>
  queue.enqueue(
    tx,
    syncMailboxJob,
    { tenantId, userId, id },
    { singletonKey: `${id} push`, startAfter: new Date(Date.now() + gatherMs) },
  );

/** Providers deliver a notification again where our answer was lost; a thief of one may too. */
async function isNews(tx: Tx, { tenantId, userId, id }: MailboxKey, marks: string[]): Promise<boolean> {
  const digests = new Set(marks.map((mark) => createHash("sha256").update(mark).digest("base64url")));
  const rows = [...digests].map((digest) => ({ tenantId, userId, mailboxId: id, digest }));
  const fresh = await tx.insert(pushNotices).values(rows).onConflictDoNothing().returning({ id: pushNotices.id });
  return fresh.length > 0;
}

async function tendChannel(world: World, tx: Tx, key: MailboxKey, lifecycle: NonNullable<Notice["lifecycle"]>) {
  if (lifecycle === "missed") return;
  await tx
    .update(pushChannels)
    .set({ renewAt: sql`now()`, failures: 0, ...(lifecycle === "subscriptionRemoved" && { remoteId: null }) })
    .where(isChannel(key));
  await world.queue.enqueue(tx, keepChannelJob, { ...key }, { singletonKey: key.id });
}

export const isChannel = ({ tenantId, id }: Pick<MailboxKey, "tenantId" | "id">) =>
  and(eq(pushChannels.tenantId, tenantId), eq(pushChannels.id, id));

/** As platform: what is older cannot be told from news any more, and would lead to one needless look at the mailbox. */
export const purgeNotices = (tx: Tx, now: Date) =>
  tx.delete(pushNotices).where(lt(pushNotices.createdAt, new Date(now.getTime() - keepDays * 86_400_000)));
