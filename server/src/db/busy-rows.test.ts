import { api } from "@intellibox/contract/api";
import pg from "pg";
import { expect, test } from "vitest";
import { Busy, Unavailable } from "#lib/faults.ts";
import { testWorld } from "#test/test-world.ts";
import { translateFault } from "./database-faults.ts";
import { sql } from "./orm.ts";

const { call, person, scopeOf, url } = await testWorld();

const refusal = {
  status: 503,
  body: { error: "Somebody else is changing this right now. Try again in a few seconds.", code: "unavailable" },
  headers: { "retry-after": "2" },
};

test("a change of a row that somebody else holds says so, and works when the row is free", async () => {
  const ana = await person("NORMAL_USER");
  const change = () => call(ana, api.users.updateProfile, { body: { undoSeconds: 30 } });
  const other = new pg.Client(url);
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from users where id = $1 for update", [ana.id]);
    expect(await change()).toMatchObject(refusal);
    await other.query("rollback");
    expect(await change()).toMatchObject({ status: 200, body: { undoSeconds: 30 } });
  } finally {
    await other.end();
  }
});

test("of two transactions that wait for each other, one is told that the other is in the way", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const lockBoth = (first: string, second: string) =>
    scopeOf(ana).tx(async (tx) => {
      await tx.execute(sql`select from users where id = ${first} for update`);
      if (++holding === 2) bothHold.resolve();
      await bothHold.promise;
      await tx.execute(sql`select from users where id = ${second} for update`);
    });
  const outcomes = await Promise.allSettled([lockBoth(ana.id, ben.id), lockBoth(ben.id, ana.id)]);
  const [failed, ...others] = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(others).toEqual([]);
  expect(failed?.reason).toBeInstanceOf(Busy);
});

test("a row that changed since the transaction began is no bug, and a lost connection is not somebody else's change", () => {
  const fault = (code: string) =>
    translateFault(new Error("Failed query", { cause: Object.assign(new Error("x"), { code }) }));
  expect(fault("40001")).toBeInstanceOf(Busy);
  expect(fault("57P01")).toBeInstanceOf(Unavailable);
  expect(fault("57P01")).not.toBeInstanceOf(Busy);
});
