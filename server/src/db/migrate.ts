import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { drizzle, migrate } from "./orm.ts";

const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));
/** An arbitrary number that all of our processes use, so that two which start at the same time migrate one after the other. */
const advisoryLock = 727_001;

/** Applies roles, migrations, grants and functions, in this order. Runs as the owner of the tables. */
export async function migrateDatabase(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox migrations" });
  await connect(client);
  try {
    await refuseOldServer(client);
    await client.query("select pg_advisory_lock($1)", [advisoryLock]);
    await applyWhenChanged(client, "roles.sql");
    const before = await migrationCount(client);
    await migrate(drizzle(client), { migrationsFolder });
    const migrated = (await migrationCount(client)) !== before;
    const isFenceNew = await applyWhenChanged(client, "fence.sql", { force: migrated });
    // After fence.sql, which first revokes all rights.
    await applyWhenChanged(client, "mail.sql", { force: isFenceNew });
    await applyWhenChanged(client, "activity.sql", { force: isFenceNew });
    await applyWhenChanged(client, "queue.sql");
    // For login.ts. Only the owner can read it.
    await client.query(
      "create table if not exists drizzle.logins (role text primary key, password_sealed text not null)",
    );
  } catch (error) {
    throw (error as { code?: string }).code === insufficientPrivilege ? await lacksRights(client, error) : error;
  } finally {
    await client.end();
  }
}

/** Whether the newest migration of this program has been applied. */
export async function isMigrated(query: (text: string) => Promise<{ rows: { count: number }[] }>) {
  const journal = JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, "utf8")) as {
    entries: unknown[];
  };
  const { rows } = await query("select migrations_applied()::int as count");
  return (rows[0]?.count ?? 0) >= journal.entries.length;
}

async function connect(client: pg.Client) {
  try {
    await client.connect();
  } catch (cause) {
    // A host name with several addresses gives one error for each.
    const { message } = cause instanceof AggregateError ? (cause.errors[0] as Error) : (cause as Error);
    throw new CannotStart(`The database cannot be used: ${message}. Check DATABASE_URL.`, { cause });
  }
}

const insufficientPrivilege = "42501";

/** An error that tells a database administrator what to run. */
async function lacksRights(client: pg.Client, cause: unknown) {
  await client.query("rollback").catch(() => undefined);
  const { rows } = await client.query<{ user: string; database: string }>(
    "select quote_ident(current_user) as user, quote_ident(current_database()) as database",
  );
  const { user, database } = rows[0] ?? { user: "?", database: "?" };
  return new CannotStart(
    `The database user ${user} may not set the database up (${(cause as Error).message}). As a superuser run: ` +
      `ALTER ROLE ${user} CREATEROLE; ALTER DATABASE ${database} OWNER TO ${user}; and if another installation of ` +
      `Intellibox shares the server: GRANT ${groupRoles.join(", ")} TO ${user} WITH ADMIN OPTION; then start again.`,
    { cause },
  );
}

const groupRoles = [
  "intellibox_app",
  "intellibox_tenant",
  "intellibox_platform",
  "intellibox_definer",
  "intellibox_queue",
];

async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query<{ version: number; text: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as text",
  );
  if ((rows[0]?.version ?? 0) < 150_000)
    throw new CannotStart(`PostgreSQL 15 or newer is needed; this one is ${rows[0]?.text}`);
}

async function migrationCount(client: pg.Client) {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!rows[0]?.there) return 0;
  return (
    (await client.query<{ count: number }>("select count(*)::int as count from drizzle.__drizzle_migrations")).rows[0]
      ?.count ?? 0
  );
}

/** Applies an idempotent file in one transaction, if its text has changed since the last time. */
async function applyWhenChanged(client: pg.Client, name: string, { force = false } = {}) {
  const text = await readFile(new URL(`sql/${name}`, import.meta.url), "utf8");
  const hash = createHash("sha256").update(text).digest("hex");
  await client.query(
    "create schema if not exists drizzle; create table if not exists drizzle.applied_files (name text primary key, hash text not null)",
  );
  const { rows } = await client.query<{ hash: string }>("select hash from drizzle.applied_files where name = $1", [
    name,
  ]);
  if (!force && rows[0]?.hash === hash) return false;
  try {
    await client.query("begin");
    await client.query(text);
    await client.query(
      "insert into drizzle.applied_files values ($1, $2) on conflict (name) do update set hash = excluded.hash",
      [name, hash],
    );
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
