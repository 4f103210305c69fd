// Turns notifications into sync requests, one for all that come together.
import { createHash } from "node:crypto";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, lt, sql } from "#db/orm.ts";
import { pushChannels, pushNotices } from "#db/tables/push-channels.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "../mailbox-key.ts";
import { syncMailboxJob } from "../request-sync.ts";
import { keepChannelJob } from "./jobs.ts";

export type NoticeOutcome = "accepted" | "replayed" | "foreign" | "forged" | "malformed";

/** The notifications of one call about one mailbox. */
export type Notice = {
  key: MailboxKey;
  /** The Graph subscription's id. */
  subscription?: string;
  /** Identifies each notification, so that a repeated one is recognized. */
  marks: string[];
  /** Set if the notification is about the channel itself. */
  lifecycle?: "missed" | "reauthorizationRequired" | "subscriptionRemoved";
};

/** Notifications that come within this time share one sync. */
const gatherMs = 2_000;
/** A sync that was requested within this time has not begun, and will include the change. */
const coveredMs = 1_000;
const keepDays = 1;

/** When this process last asked for a sync of a mailbox, by the mailbox's id and in this order. */
const recentRequests = () => new Map<string, number>();

/** Handles a notice in the fence of the mailbox's owner. */
export async function takeNotice(world: World, notice: Notice): Promise<NoticeOutcome> {
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

/** Records a request as the newest, and forgets those that are no longer recent. */
function noteAsked(recent: Map<string, number>, id: string) {
  recent.delete(id);
  recent.set(id, Date.now());
  for (const [old, at] of recent) {
    if (Date.now() - at < coveredMs) break;
    recent.delete(old);
  }
}

/** Enqueues a sync after a moment, unless one waits. It does not lock the mailbox's row, so that a sync under way is not blocked. */
export const askForSync = ({ queue }: Pick<World, "queue">, tx: Tx, { tenantId, userId, id }: MailboxKey) =>
  queue.enqueue(
    tx,
    syncMailboxJob,
    { tenantId, userId, id },
    { singletonKey: `${id} push`, startAfter: new Date(Date.now() + gatherMs) },
  );

/** A provider repeats a notification whose answer was lost, and an attacker may replay one. */
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

/** As platform, for all tenants. If an older notification is repeated after this, it starts one needless sync. */
export const purgeNotices = (tx: Tx, now: Date) =>
  tx.delete(pushNotices).where(lt(pushNotices.createdAt, new Date(now.getTime() - keepDays * 86_400_000)));
