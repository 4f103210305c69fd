import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const { url } = await testWorld();
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());

test("a plan that was made while the outbox was empty finds a mail by its primary key", async () => {
  // A table of its own, because the statistics of the real one depend on earlier tests.
  await client.query("create temporary table empty_outbox (like outbox including all)");
  await client.query("analyze empty_outbox");
  // As foreign keys are checked with cached plans.
  await client.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  await client.query("prepare check_key (uuid, uuid) as select 1 from empty_outbox where tenant_id = $1 and id = $2");
  const nobody = "00000000-0000-0000-0000-000000000000";
  const { rows } = await client.query(`explain (costs off) execute check_key ('${nobody}', '${nobody}')`);
  const plan = rows.map((row) => row["QUERY PLAN"].trim());
  expect(plan).toEqual([
    "Index Only Scan using empty_outbox_pkey on empty_outbox",
    expect.stringMatching(/tenant_id.+id/),
  ]);
});
