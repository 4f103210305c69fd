import { desc, eq, gte, lt } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "#db/fence.ts";
import { job } from "#db/queue.ts";
import { heartbeats } from "#db/tables/heartbeats.ts";
import type { Visitor, World } from "#scope.ts";
import { dayMs } from "./periods.ts";

export const heartbeat = job("heartbeat", z.object({}), { retryLimit: 0, policy: "singleton" });

/** A heart that beats every minute and is later than this has stood still. */
const longestGapMs = 150_000;
const measuredMs = 30 * dayMs;

/** Every minute: the service is up, and has been since its last heartbeat if that was a moment ago. */
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

/** How much of the last 30 days the service was up, or of the time since it first was. */
export async function measureUptime(tx: Tx, now: Date) {
  const from = new Date(now.getTime() - measuredMs);
  const stretches = await tx.select().from(heartbeats).where(gte(heartbeats.lastAt, from)).orderBy(heartbeats.firstAt);
  const [first] = stretches;
  if (!first) return null;
  const since = new Date(Math.max(first.firstAt.getTime(), from.getTime()));
  const whole = now.getTime() - since.getTime();
  const up = stretches.reduce((sum, { firstAt, lastAt }) => {
    const starts = Math.max(firstAt.getTime(), since.getTime());
    // Whoever answers is up: the time since a last heartbeat that was not long ago counts too.
    const ends = now.getTime() - lastAt.getTime() <= longestGapMs ? now.getTime() : lastAt.getTime();
    return sum + Math.max(0, ends - starts);
  }, 0);
  return { percent: whole > 0 ? Math.min(100, (up / whole) * 100) : 100, since };
}
