import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { testWorld } from "#test/test-world.ts";
import { contractDatabase, migrateDatabase } from "../migrate.ts";
import { findDifference } from "./definitions.ts";

const { world, url, peek } = await testWorld();
const { roles } = world.db;
const { version } = await import("../../../package.json", { with: { type: "json" } }).then((file) => file.default);

async function connected() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Makes the next migration compare the files with the database again, as after a change of a file. */
const forget = () => peek("update drizzle.schema_state set fingerprint = ''");
const changes = async () => (await findDifference(await connected())).missing;
const tenantMay = async (what: string, table: string) =>
  (await peek<{ may: boolean }>(`select has_table_privilege('${roles.tenant}', $1, $2) as may`, [table, what]))[0]?.may;

test("nothing is altered that already is as it should be, not even with readers in every table", async () => {
  expect(await changes()).toEqual([]);
  const reader = await connected();
  const tables = await peek<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  await reader.query("begin");
  for (const { name } of tables) await reader.query(`select from "${name}" limit 1`);
  await forget();
  // It would wait for the reader if it needed a lock.
  await migrateDatabase(url);
  const [state] = await peek<{ version: string; isRecorded: boolean }>(
    `select version, fingerprint <> '' as "isRecorded" from drizzle.schema_state`,
  );
  expect(state).toEqual({ version, isRecorded: true });
});

test("rights, functions, triggers, policies and forced security that differ are put right, and nothing else", async () => {
  await peek(
    `revoke delete on drafts from ${roles.tenant}; revoke select (due_at) on follow_ups from ${roles.platform}`,
  );
  await peek("create or replace function search_tag(owner uuid) returns text language sql immutable return 'x'");
  await peek("drop trigger ai_usage_counts on ai_usage; drop policy definer_reads on users");
  await peek(
    "alter policy definer_hands_over on outbox with check (true); alter table summaries no force row level security",
  );
  await peek("alter function authenticate(text) owner to current_user");
  await peek(`create table later (id uuid); revoke all on summaries from ${roles.tenant}`);
  const found = await changes();
  expect(Object.fromEntries(found.map(({ object, statements }) => [object, statements]))).toEqual({
    "function search_tag(uuid)": [
      expect.stringMatching(/^CREATE OR REPLACE FUNCTION public\.search_tag[\s\S]*"right"\(/),
    ],
    "function authenticate(text)": [
      `grant create on schema public to ${roles.definer}`,
      `alter function public.authenticate(text) owner to ${roles.definer}`,
      `revoke create on schema public from ${roles.definer}`,
    ],
    "table ai_usage": [expect.stringMatching(/^CREATE OR REPLACE TRIGGER ai_usage_counts/)],
    "table drafts": [`grant delete on table public."drafts" to ${roles.tenant}`],
    "table follow_ups": [`grant select ("due_at") on table public."follow_ups" to ${roles.platform}`],
    "table outbox": [
      'drop policy "definer_hands_over" on public."outbox"',
      expect.stringMatching(/^create policy definer_hands_over/),
    ],
    "table later": [
      expect.stringContaining("enable row level security"),
      expect.stringContaining("force row level security"),
    ],
    // Behind row-level security before anybody gets a right on it.
    "table summaries": [
      'alter table public."summaries" enable row level security',
      'alter table public."summaries" force row level security',
      `grant insert, select, update, delete on table public."summaries" to ${roles.tenant}`,
    ],
    "table users": [expect.stringMatching(/^create policy definer_reads on public\.users/)],
  });
  await forget();
  await migrateDatabase(url);
  expect(await changes()).toEqual([]);
});

test("a right that is no longer declared stays for the earlier version until the operator contracts", async () => {
  await peek(`grant update on plans to ${roles.tenant}; create role auditor; grant select on plans to auditor`);
  onTestFinished(async () => void (await peek("drop owned by auditor; drop role auditor")));
  await forget();
  await migrateDatabase(url);
  expect(await tenantMay("update", "plans")).toBe(true);
  await contractDatabase(url);
  expect(await tenantMay("update", "plans")).toBe(false);
  expect(await tenantMay("select", "plans")).toBe(true);
  // The rights of an administrator's own roles are not ours.
  const [row] = await peek<{ may: boolean }>("select has_table_privilege('auditor', 'plans', 'select') as may");
  expect(row?.may).toBe(true);
});

test("a function that returns something else needs another name", async () => {
  await peek(
    "drop function search_tag(uuid); create function search_tag(owner uuid) returns int language sql return 1",
  );
  await expect(changes()).rejects.toThrow("search_tag(uuid) returns text now. Give it another name");
});
