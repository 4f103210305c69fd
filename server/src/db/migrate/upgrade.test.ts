// Databases that earlier releases made, upgraded to the schema of today.
import { readdirSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { CannotStart } from "#lib/cannot-start.ts";
import { newId } from "#lib/ids.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { restoreDatabase } from "#test/record-database.ts";
import { testWorld } from "#test/test-world.ts";
import { requireRoles } from "../group-roles.ts";
import { awaitMigrated, contractDatabase, migrateDatabase, requireMigrated } from "../migrate.ts";
import { readCatalogue } from "./catalogue.ts";
import { type Migration, migrationsFolder } from "./journal.ts";
import { readState } from "./state.ts";

/** A database that was made today. The last test changes it beyond use. */
const fresh = await testWorld();

const releases = readdirSync(fileURLToPath(new URL("../../../test/fixtures/databases", import.meta.url))).map((file) =>
  file.replace(".sql.gz", ""),
);

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function databaseOf(release: string) {
  const name = `release_${newId().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const url = databaseUrl(inject("adminUrl"), name);
  const client = await connected(url);
  await restoreDatabase(client, release);
  return { url, client };
}

type Column = { table: string; name: string; type: string; needsValue: boolean };
const columnsOf = async (client: pg.Client) =>
  (
    await client.query<Column>(`
      select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        a.attnotnull and not a.atthasdef and a.attidentity = '' as "needsValue"
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1, 2`)
  ).rows;

/** Every row of every table, with these columns, as sorted text. */
async function rowsOf(client: pg.Client, columns: Column[]) {
  const rows: Record<string, string[]> = {};
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const list = own.map(({ name }) => `"${name}"`).join(", ");
    const found = await client.query<{ row: string }>(`select row(${list})::text as row from "${table}" order by 1`);
    rows[table] = found.rows.map(({ row }) => row);
  }
  return rows;
}

const rightsOf = async (client: pg.Client) => {
  await client.query("begin");
  const roles = await requireRoles(client);
  const { rights, functions, triggers, policies } = await readCatalogue(client, "public", roles);
  await client.query("rollback");
  // Each database has its own names of roles, besides those of 0.1.0.
  const plain = (text: string) => text.replaceAll(roles.prefix, "intellibox_");
  return {
    rights: rights.map((right) => plain(JSON.stringify(right))).sort(),
    functions: functions.map(({ name, result }) => `${name} returns ${result}`).sort(),
    definitions: [...functions, ...triggers, ...policies].map(({ definition }) => plain(definition)).sort(),
  };
};

const shapeOf = async (client: pg.Client) => {
  const list = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
  return {
    columns: await columnsOf(client),
    rights: await rightsOf(client),
    indexes: await list("select indexdef as line from pg_indexes where schemaname = 'public' order by 1"),
    constraints: await list(
      "select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace order by 1",
    ),
    fences: await list(
      "select concat_ws(' ', relname, relrowsecurity, relforcerowsecurity, reloptions) as line from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
    ),
  };
};

test("there is a database of every release", () => expect(releases).toContain("0.1.0"));

test("a start that waits says so, and gives up after its limit", async () => {
  const { url, peek } = fresh;
  await peek("update drizzle.schema_state set fingerprint = ''");
  const said: string[] = [];
  await expect(awaitMigrated(url, (line) => said.push(line), { limit: 60, pause: 20 })).rejects.toThrow(
    /^The database is not up to date: functions, rights or tables of the job queue are missing\. Nobody has migrated it within .* minutes: run `npm run migrate`/,
  );
  expect(said).toEqual([
    "The database is not up to date: functions, rights or tables of the job queue are missing. Waiting until `npm run migrate` is done.",
  ]);
  await migrateDatabase(url);
});

/** Our migrations, one that removes a column, and one that adds a column. */
async function laterMigrations() {
  const folder = await mkdtemp(join(tmpdir(), "intellibox-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  const journalFile = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8")) as { entries: object[] };
  const made = ["9998_removal", "9999_addition"].map((tag, n) => ({ tag, when: 4_000_000_000_000 + n }));
  await writeFile(journalFile, JSON.stringify({ entries: [...journal.entries, ...made] }));
  await writeFile(join(folder, "9998_removal.sql"), '-- contract\nALTER TABLE "drafts" DROP COLUMN "intent";');
  await writeFile(join(folder, "9999_addition.sql"), 'ALTER TABLE "drafts" ADD COLUMN "aim" text;');
  return folder;
}

test("a migration that removes something waits for the operator, and a new database does not wait", async () => {
  const folder = await laterMigrations();
  const names = (migrations: Migration[]) => migrations.map(({ name }) => name);

  const upgraded = await readState(await connected(fresh.url), folder);
  expect([names(upgraded.pending), names(upgraded.contracts)]).toEqual([["9999_addition"], ["9998_removal"]]);
  const empty = await readState(await connected(inject("adminUrl")), folder);
  expect(names(empty.pending).slice(-2)).toEqual(["9998_removal", "9999_addition"]);
  expect(empty.contracts).toEqual([]);
});

test("a migration adds at once, and removes only when the operator contracts; then earlier versions refuse to start", async () => {
  const { url, peek } = await testWorld();
  const options = { folder: await laterMigrations() };
  const columns = async () =>
    (
      await peek<{ name: string }>(
        "select attname as name from pg_attribute where attrelid = 'drafts'::regclass and attname in ('aim', 'intent')",
      )
    ).map(({ name }) => name);
  await migrateDatabase(url, undefined, options);
  expect(await columns()).toEqual(expect.arrayContaining(["aim", "intent"]));
  // A process of the earlier version still starts.
  await requireMigrated(url);
  const said: string[] = [];
  await contractDatabase(url, (line) => said.push(line), options);
  expect(said).toEqual(["Applying 9998_removal."]);
  expect(await columns()).toEqual(["aim"]);
  await expect(requireMigrated(url)).rejects.toThrow("A newer version migrated this database and removed");
  // Nothing is left to do, and nothing is done again.
  await contractDatabase(url, (line) => said.push(line), options);
  expect(said).toHaveLength(1);
});

test.each(releases)(
  "a database of %s keeps every row, serves its own version meanwhile, and becomes like a new one",
  async (release) => {
    const { url, client } = await databaseOf(release);
    const [columns, rights] = [await columnsOf(client), await rightsOf(client)];
    const rows = await rowsOf(client, columns);
    expect(rows.messages?.length).toBeGreaterThan(20);
    expect(rows.users?.length).toBeGreaterThan(5);

    await expect(requireMigrated(url)).rejects.toThrow(CannotStart);
    // Another process waits meanwhile, as in a roll-out.
    const waiting = awaitMigrated(url, undefined, { pause: 200 });
    await migrateDatabase(url);
    await waiting;
    await requireMigrated(url);
    expect(await rowsOf(client, columns)).toEqual(rows);

    // A process of the release still finds every function, right and column, and may leave out those that are new.
    const [newColumns, newRights] = [await columnsOf(client), await rightsOf(client)];
    expect(newRights.functions).toEqual(expect.arrayContaining(rights.functions));
    expect(newRights.rights).toEqual(expect.arrayContaining(rights.rights));
    const tables = new Set(columns.map(({ table }) => table));
    const old = newColumns.filter(({ table, name }) =>
      columns.some((column) => column.table === table && column.name === name),
    );
    expect(old).toEqual(columns);
    expect(
      newColumns.filter((column) => tables.has(column.table) && !old.includes(column) && column.needsValue),
    ).toEqual([]);

    // A database that was made today is the same, after this one lets go of what only earlier versions use.
    await contractDatabase(url);
    expect(await shapeOf(client)).toEqual(await shapeOf(await connected(fresh.url)));
  },
  // Restores a database and compares it four times, which a busy machine does slowly.
  120_000,
);

test("an older program starts on a database of a newer one, changes nothing there, and refuses after a contraction", async () => {
  const { url, peek } = fresh;
  await peek("insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', 4000000000000)");
  await peek("update drizzle.schema_state set version = '99.0.0', fingerprint = 'of the future'");
  await peek(
    "create or replace function search_tag(owner uuid) returns text language sql immutable return 'of the future'",
  );
  await migrateDatabase(url);
  await requireMigrated(url);
  expect(await readState(await connected(url))).toMatchObject({ isNewer: true, isCurrent: true, isTooNew: false });
  expect(await peek("select search_tag(null) as tag")).toEqual([{ tag: "of the future" }]);
  await expect(contractDatabase(url)).rejects.toThrow("A newer version migrated this database.");

  await peek("update drizzle.schema_state set oldest_migrations = 10000");
  for (const attempt of [migrateDatabase, requireMigrated, awaitMigrated])
    await expect(attempt(url)).rejects.toThrow(
      "A newer version migrated this database and removed what this version uses.",
    );
});
