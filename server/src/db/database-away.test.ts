import { setTimeout as sleep } from "node:timers/promises";
import { api } from "@intellibox/contract/api";
import { afterEach, expect, test } from "vitest";
import { StorageFull, Unavailable } from "#lib/faults.ts";
import { testWorld } from "#test/test-world.ts";
import { translateFault } from "./database-faults.ts";
import { publish } from "./events.ts";
import { fencedTransaction } from "./fence.ts";
import { sql } from "./orm.ts";

const lines: string[] = [];
const { call, person, relay, world, scopeOf } = await testWorld({
  relayed: true,
  logTo: { write: (line: string) => void lines.push(line) },
});
const ana = await person("NORMAL_USER");

afterEach(async () => {
  relay.thaw();
  relay.refuse(false);
  await expect.poll(async () => (await call(null, api.system.ready)).status, { timeout: 20_000 }).toBe(200);
});

const refusal = {
  status: 503,
  body: {
    error: "The database cannot be reached at the moment. Try again in a few seconds.",
    code: "unavailable",
  },
  headers: { "retry-after": "5" },
};

test("while the database hangs, calls and readiness are answered with 503, and work again after it [RUN-27]", async () => {
  expect((await call(ana, api.auth.me)).status).toBe(200);
  relay.freeze();
  const answers = await Promise.all([call(ana, api.auth.me), call(ana, api.auth.me), call(null, api.system.ready)]);
  expect(answers[0]).toMatchObject(refusal);
  expect(answers[1]).toMatchObject(refusal);
  expect(answers[2]).toMatchObject({ status: 503, body: { status: "failing", checks: { database: "failing" } } });
  relay.thaw();
  await expect.poll(async () => (await call(ana, api.auth.me)).status, { timeout: 20_000 }).toBe(200);
});

test("a transaction that is under way when the database hangs ends", async () => {
  const work = scopeOf(ana).tx(async (tx) => {
    await tx.execute(sql`select 1`);
    relay.freeze();
    return tx.execute(sql`select 2`);
  });
  await expect(work).rejects.toThrow(Unavailable);
});

test("while the database refuses connections, calls are answered with 503, and few lines are logged", async () => {
  relay.refuse();
  await expect.poll(async () => (await call(ana, api.auth.me)).status).toBe(503);
  lines.length = 0;
  for (let count = 0; count < 200; count++) expect(await call(ana, api.auth.me)).toMatchObject(refusal);
  expect(lines.filter((line) => !line.includes('"level":20')).length).toBeLessThan(10);
  relay.refuse(false);
  await expect.poll(async () => (await call(ana, api.auth.me)).status, { timeout: 20_000 }).toBe(200);
});

test("a statement that is only slow is not taken for a hanging database", async () => {
  const rows = await scopeOf(ana).tx(async (tx) => (await tx.execute(sql`select pg_sleep(1.5), 7 as seven`)).rows);
  expect(rows).toEqual([{ pg_sleep: "", seven: 7 }]);
});

test("live events arrive again after the database hung", async () => {
  relay.freeze();
  expect((await call(ana, api.auth.me)).status).toBe(503);
  relay.thaw();
  await expect.poll(async () => (await call(ana, api.auth.me)).status, { timeout: 20_000 }).toBe(200);
  let heard = 0;
  const { tenantId, id: userId } = ana;
  const unsubscribe = world.events.subscribe({ tenantId, userId }, () => void heard++);
  const tell = () =>
    fencedTransaction(world.db, "platform", (tx) => publish(tx, { tenantId, userId }, { kind: "settings", data: {} }));
  // Repeated, because the listener connects again within seconds.
  while (heard === 0) {
    await tell();
    await sleep(50);
  }
  unsubscribe();
});

test("a lock that is not free in time, and a full disk, are told apart from other errors", async () => {
  const raise = (code: string) =>
    scopeOf(ana).tx((tx) => tx.execute(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)));
  await expect(raise("53100")).rejects.toThrow(StorageFull);
  for (const code of ["55P03", "53300", "57P01", "57014", "08006"])
    await expect(raise(code), code).rejects.toThrow(Unavailable);
  for (const code of ["23505", "42501", "22023"]) await expect(raise(code), code).rejects.not.toThrow(Unavailable);
});

test.each(["Connection terminated unexpectedly", "timeout exceeded when trying to connect", "Query read timeout"])(
  "the driver's '%s' means that the database is away",
  (message) => {
    expect(translateFault(new Error("Failed query", { cause: new Error(message) }))).toBeInstanceOf(Unavailable);
  },
);
