import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { hashPassword, passwordMatches } from "#lib/passwords.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { applyMigration } from "./migrate/apply-migrations.ts";
import { prepareDatabase } from "./migrate/definitions.ts";
import { readMigrations } from "./migrate/journal.ts";
import { migrateDatabase } from "./migrate.ts";

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
  const url = databaseUrl(inject("adminUrl"), name);
  const client = await connected(url);
  onTestFinished(async () => {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const note = () => undefined;
  const roles = await prepareDatabase(client, note);
  const applied = { whole: new Set<number>(), partly: new Set<number>() };
  for (const migration of (await readMigrations()).slice(0, count))
    await applyMigration(client, note, migration, { applied, roles });
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

test("the schema is frozen: a migration that was released is never edited", async () => {
  // Add the hashes of new migrations at a release. A change of the tables is a new migration: `npm run db:generate`.
  const released = {
    "0000_init": "cdc14be60de0b65a8884e4a2df9b4bd3ea7ee5d4ca0c9c2a0abf27f65ef05c0b",
    "0001_outbox_phases_without_indexes": "d9aef81f166765ef60d9bb60491ccaf01c01c08febc29c875084a8f9cdeee036",
    "0002_words_version": "ffba1316daad4e202a1880d4215b5987597179370b7b4b88f3dbdf5e3a3d8108",
    "0003_indexes_of_search": "e9f780e19a8bb899f7b1b44a5dcc2be3c8f2c19f8ea8318c830a2ca9a69a9a6f",
    "0004_ai_fallback": "cd7db4e2c0ee4f0f3f88d0f4952e56479a79bc00e4d804bafd22c9df53fcdc04",
    "0005_inbox_counts": "2c197ab928ce6208eac96bd804ed1f60ffcee6cb6e9e0fd32c334614191943b1",
    "0006_unsent_mail": "f2acd7797f0644654453a3b52a1249ea26d0185007029f241e4af1a17a01c2cf",
    "0007_words_of_subjects": "23d12ede9eae861c63d105a1c9d4b8c8fc20f35dcecac144644d7eb3f63bcd94",
    "0008_passwords_set_by_others": "9181338cd7c30c4d9a82a056ba348a104fb6108cce86270e06d50bd73f8be3b9",
    "0009_trust_of_servers": "8534cfa4f38d63d647c3ff2dfb7faa5570013e948918ff980fc48f43faaefce3",
    "0010_accounts_by_company": "cef25770a940d55290b499d303e416f06c769625218ab92168a3b1094ba78489",
  };
  const hashes = Object.fromEntries((await readMigrations()).map(({ name, hash }) => [name, hash]));
  expect(hashes).toMatchObject(released);
});
