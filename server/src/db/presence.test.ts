import { expect, test } from "vitest";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";
import { fencedTransaction } from "./fence.ts";
import { sql } from "./orm.ts";
import { openPresence, type Presence } from "./presence.ts";

const { peek, world, url } = await testWorld();

async function judges(judge: Presence, holder: string): Promise<boolean> {
  const { rows } = await fencedTransaction(world.db, "platform", (tx) =>
    tx.execute<{ died: boolean }>(sql`select ${judge.hasDied(sql`${holder}::uuid`)} as died`),
  );
  return rows[0]?.died ?? false;
}

test("each holder is another UUID of version 8", () => {
  const holders = Array.from({ length: 100 }, () => world.presence.newHolder());
  expect(new Set(holders).size).toBe(100);
  for (const holder of holders)
    expect(holder).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("a process whose connection is cut takes its lock again, and counts as alive", async () => {
  const other = await openPresence(url, world.log);
  const holder = other.newHolder();
  const sessions = () =>
    peek<{ pid: number }>("select pid from pg_locks where locktype = 'advisory' and granted and classid = $1", [
      Number.parseInt(holder.slice(0, 8), 16),
    ]);
  try {
    expect(await judges(world.presence, holder)).toBe(false);
    const [before] = await sessions();
    await peek("select pg_terminate_backend($1)", [before?.pid]);
    await until(async () => {
      const [now] = await sessions();
      return now && now.pid !== before?.pid;
    });
    expect(await judges(world.presence, holder)).toBe(false);
  } finally {
    await other.close();
  }
  await until(() => judges(world.presence, holder));
});

test("a process that has just taken its lock judges no other: after a restart of the database all take theirs again", async () => {
  const dead = await openPresence(url, world.log);
  const holder = dead.newHolder();
  await dead.close();
  const fresh = await openPresence(url, world.log, { settleMs: 3_600_000 });
  try {
    expect(await judges(fresh, holder)).toBe(false);
    await until(() => judges(world.presence, holder));
  } finally {
    await fresh.close();
  }
});

test("a process that starts judges others at once if the database has not restarted just before", async () => {
  const settleMs = 1_000;
  const dead = await openPresence(url, world.log);
  const holder = dead.newHolder();
  await dead.close();
  await until(() => judges(world.presence, holder));
  // A test file starts soon after its database, so this waits until that is a second ago.
  await until(async () => {
    const began = performance.now();
    const fresh = await openPresence(url, world.log, { settleMs });
    const hasJudged = await judges(fresh, holder).finally(() => fresh.close());
    return hasJudged && performance.now() - began < settleMs;
  });
});
