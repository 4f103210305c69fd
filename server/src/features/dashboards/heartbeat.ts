import { z } from "zod";
import type { Tx } from "#db/fence.ts";
import { desc, eq, gte, lt } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { heartbeats } from "#db/tables/heartbeats.ts";
import type { Visitor, World } from "#scope.ts";
import { dayMs } from "./periods.ts";

export const heartbeat = job("heartbeat", z.object({}), { retryLimit: 0, policy: "singleton" });

/** The heartbeat is due every minute. A longer gap than this counts as downtime. */
const longestGapMs = 150_000;
const measuredMs = 30 * dayMs;

/** Extends the current period of uptime, or begins a new one after a gap. */
export async function beat(_world: World, _data: object, platform: Visitor) {
  const now = platform.now();
  await platform.platformTx(async (tx) => {
    const [last] = await tx.select().from(heartbeats).orderBy(desc(heartbeats.lastAt)).limit(1).for("update");
    if (last && now.getTime() - last.lastAt.getTime() <= longestGapMs)
      await tx.update(heartbeats).set({ lastAt: now }).where(eq(heartbeats.id, last.id));
    else await tx.insert(heartbeats).values({ firstAt: now, lastAt: now });
    await tx.delete(heartbeats).where(lt(heartbeats.lastAt, new Date(now.getTime() - measuredMs)));
  });
}

/** The share of uptime in the last 30 days, or since the first heartbeat if that is more recent. */
export async function measureUptime(tx: Tx, now: Date) {
  const from = new Date(now.getTime() - measuredMs);
  const periods = await tx.select().from(heartbeats).where(gte(heartbeats.lastAt, from)).orderBy(heartbeats.firstAt);
  const [first] = periods;
  if (!first) return null;
  const since = new Date(Math.max(first.firstAt.getTime(), from.getTime()));
  const whole = now.getTime() - since.getTime();
  const up = periods.reduce((sum, { firstAt, lastAt }) => {
    const starts = Math.max(firstAt.getTime(), since.getTime());
    // The service is up now, so the time since a recent last heartbeat counts too.
    const ends = now.getTime() - lastAt.getTime() <= longestGapMs ? now.getTime() : lastAt.getTime();
    return sum + Math.max(0, ends - starts);
  }, 0);
  return { percent: whole > 0 ? Math.min(100, (up / whole) * 100) : 100, since };
}
