import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { copiedTables } from "#db/copy/copied-tables.ts";
import { sumRows } from "#db/copy/copy-rows.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { findSystemBinaries, startTestDatabaseServer } from "#test/database-server.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { testWorld } from "#test/test-world.ts";
import { withOwner } from "./installation-parts.ts";
import { moveDatabase } from "./move-database.ts";

const { url, person, peek, world } = await testWorld();
const other = inject("database") === "embedded" ? "system" : "embedded";
const hasOther = other === "embedded" || (await findSystemBinaries().then(Boolean, () => false));
const server = hasOther ? await startTestDatabaseServer(other) : undefined;
const adminUrl = server?.adminUrl ?? inject("adminUrl");
afterAll(() => server?.stop());

async function emptyDatabase() {
  const name = `moved_${newId().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return databaseUrl(adminUrl, name);
}

for (let at = 0; at < 12; at++) await person("NORMAL_USER", { name: `Näme\t${at}\\` });
await world.queue.boss.createQueue("a-queue");
await world.queue.boss.send("a-queue", { text: "tab\t" }, { startAfter: 3600 });

const sumsOf = (ownerUrl: string) =>
  withOwner(ownerUrl, async (client) => {
    const sums: Record<string, unknown> = {};
    for (const table of await copiedTables(client)) sums[table.name] = await sumRows(client, table);
    return sums;
  });

test("a move that is interrupted goes on after its last range, and copies every row", async () => {
  const to = await emptyDatabase();
  let ranges = 0;
  const afterRange = async () => {
    if (++ranges === 25) throw new Error("killed");
  };
  await expect(moveDatabase({ from: url, to, rangeRows: 5, afterRange })).rejects.toThrow("killed");
  await expect(migrateDatabase(to)).rejects.toThrow("an `npm run migrate-to` into it did not finish");
  const before = await sumsOf(url);

  const moved = await moveDatabase({ from: url, to, rangeRows: 5 });
  expect(moved.resumed).toBe(true);
  expect(moved.ranges).toBeGreaterThan(Object.keys(before).length + 2);
  expect(await sumsOf(to)).toEqual(before);
  expect(await sumsOf(url)).toEqual(before);
  await withOwner(to, async (client) => {
    expect((await client.query("select data from pgboss.job where name = 'a-queue'")).rows).toEqual([
      { data: { text: "tab\t" } },
    ]);
    expect((await client.query("select to_regnamespace('intellibox_copy') as left")).rows).toEqual([{ left: null }]);
  });
  await expect(moveDatabase({ from: url, to })).rejects.toThrow("The target database is not empty.");
}, 120_000);

test("a source that changed between two attempts is noticed", async () => {
  const to = await emptyDatabase();
  let ranges = 0;
  const afterRange = async () => {
    if (++ranges === 30) throw new Error("killed");
  };
  await expect(moveDatabase({ from: url, to, rangeRows: 5, afterRange })).rejects.toThrow("killed");
  await peek("update tenants set name = name || ' changed'");
  await expect(moveDatabase({ from: url, to, rangeRows: 5 })).rejects.toThrow("The rows of tenants differ");
}, 120_000);
