import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { hashPassword, passwordMatches } from "#lib/passwords.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { migrateDatabase } from "./migrate.ts";
import { drizzle, migrate } from "./orm.ts";

const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A database with only the first `count` migrations, as an earlier version left it. */
async function earlierDatabase(count: number) {
  const name = `earlier_${newId().replaceAll("-", "")}`;
  const admin = await connected(inject("adminUrl"));
  await admin.query(`create database ${name}`);
  const folder = await mkdtemp(join(tmpdir(), "intellibox-migrations-"));
  await cp(migrations, folder, { recursive: true });
  const journalFile = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8")) as { entries: unknown[] };
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  const url = databaseUrl(inject("adminUrl"), name);
  const client = await connected(url);
  onTestFinished(async () => {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await rm(folder, { recursive: true });
  });
  await client.query(await readFile(new URL("sql/roles.sql", import.meta.url), "utf8"));
  await migrate(drizzle(client), { migrationsFolder: folder });
  return { url, client };
}

test("accounts from before addresses could repeat keep their password, and another company may add the address", async () => {
  const { url, client } = await earlierDatabase(10);
  const addTenant = async (code: string) => {
    const id = newId();
    await client.query("insert into tenants (id, code, name, slug, address) values ($1, $2, $2, $2, '{}')", [id, code]);
    return id;
  };
  const addUser = async (tenantId: string) => {
    const hash = await hashPassword("a good long test phrase");
    await client.query(
      "insert into users (tenant_id, id, name, email, password_hash) values ($1, $2, 'Ana', 'ana@example.test', $3)",
      [tenantId, newId(), hash],
    );
  };
  const [first, second] = [await addTenant("FIRST"), await addTenant("SECOND")];
  await addUser(first);
  await expect(addUser(second)).rejects.toThrow("users_email_taken");

  await migrateDatabase(url);
  const { rows } = await client.query<{ password_hash: string; status: string; isSet: boolean }>(
    `select password_hash, status, password_set_at <= now() as "isSet" from users where tenant_id = $1`,
    [first],
  );
  expect(rows).toMatchObject([{ status: "Active", isSet: true }]);
  expect(await passwordMatches(rows[0]?.password_hash, "a good long test phrase")).toBe(true);
  await addUser(second);
  await expect(addUser(first)).rejects.toThrow("users_email_in_company");
});
