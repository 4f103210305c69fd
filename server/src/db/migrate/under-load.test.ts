// Migrations that need the strongest lock, while a reader holds the tables and requests go on.
import { api } from "@intellibox/contract/api";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { testWorld } from "#test/test-world.ts";
import { applyMigration } from "./apply-migrations.ts";
import type { Migration } from "./journal.ts";

const { world, person, call, peek, url, addMailbox } = await testWorld();

async function connected() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const migration = (createdAt: number, statements: string[]): Migration => ({
  name: `${createdAt}`,
  createdAt,
  hash: `hash of ${createdAt}`,
  isContract: false,
  statements,
});
const apply = async (client: pg.Client, made: Migration, partly: number[] = []) =>
  applyMigration(client, () => undefined, made, {
    applied: { whole: new Set([1]), partly: new Set(partly) },
    roles: world.db.roles,
  });
const columns = async () =>
  (
    await peek<{ name: string }>(
      "select attname as name from pg_attribute where attname like 'later%' and attrelid in (select oid from pg_class where relkind = 'r') order by 1",
    )
  ).map(({ name }) => name);
const indexOf = async (name: string) =>
  (
    await peek<{ valid: boolean }>("select indisvalid as valid from pg_index where indexrelid = to_regclass($1)", [
      name,
    ])
  )[0]?.valid;
const isRecorded = async (createdAt: number) =>
  (await peek("select from drizzle.__drizzle_migrations where created_at = $1", [createdAt])).length === 1;

test("behind a long reader no request fails or waits for it, and the migration is done after the reader", async () => {
  const ana = await person("ADMIN");
  const reader = await connected();
  await reader.query("begin");
  for (const table of ["tenants", "users", "messages", "sessions"]) await reader.query(`select from ${table} limit 1`);

  let isDone = false;
  const migrated = apply(
    await connected(),
    migration(2_000_000_000_001, [
      "alter table drafts add column later_a text",
      "alter table tenants add column later_b text",
      "alter table messages add column later_c text",
      "create index messages_later on messages (tenant_id, later_c)",
    ]),
  ).then(() => {
    isDone = true;
  });
  // More than one attempt and the pauses between them.
  const until = Date.now() + 2000;
  let [requests, slowest] = [0, 0];
  while (Date.now() < until || requests < 10) {
    const begun = Date.now();
    const answers = await Promise.all([
      call(ana, api.auth.me),
      call(ana, api.inbox.threads),
      call(ana, api.users.update, { params: { id: ana.id }, body: { name: `Ana ${requests}` } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    requests += 1;
    slowest = Math.max(slowest, Date.now() - begun);
    // A fast machine would reach the rate limit of the calls.
    await new Promise((resume) => setTimeout(resume, 100));
  }
  expect(isDone).toBe(false);
  expect(await columns()).toEqual([]);
  // Far below the 15 s after which a request fails. On an idle machine it is about half a second.
  expect(slowest).toBeLessThan(8000);

  await reader.query("commit");
  await migrated;
  expect(await columns()).toEqual(["later_a", "later_b", "later_c"]);
  expect(await indexOf("messages_later")).toBe(true);
  expect(await isRecorded(2_000_000_000_001)).toBe(true);
});

test("an index whose building broke off is dropped and built again", async () => {
  const [ana, client] = [await person("ADMIN"), await connected()];
  for (const _ of [1, 2]) await addMailbox(ana, `${newId()}@example.test`, "imap");
  const made = migration(2_000_000_000_002, [
    "alter table mailboxes add column later_d text default 'same'",
    "create unique index mailboxes_later on mailboxes (tenant_id, later_d)",
  ]);
  await expect(apply(client, made)).rejects.toThrow("could not create unique index");
  expect(await indexOf("mailboxes_later")).toBe(false);
  expect(await isRecorded(made.createdAt)).toBe(false);
  const partly = await peek<{ created_at: string }>("select created_at from drizzle.partly_applied");
  expect(partly).toEqual([{ created_at: String(made.createdAt) }]);

  await peek("update mailboxes set later_d = id::text");
  await apply(client, made, [made.createdAt]);
  expect(await indexOf("mailboxes_later")).toBe(true);
  expect(await isRecorded(made.createdAt)).toBe(true);
  expect(await peek("select from drizzle.partly_applied")).toEqual([]);
});

test("a migration that fails leaves nothing behind, and is not recorded", async () => {
  const made = migration(2_000_000_000_003, ["alter table drafts add column later_e text", "select 1 / 0"]);
  await expect(apply(await connected(), made)).rejects.toThrow("division by zero");
  expect(await columns()).not.toContain("later_e");
  expect(await isRecorded(made.createdAt)).toBe(false);
});
