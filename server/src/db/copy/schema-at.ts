// Creates the tables of an earlier version in an empty database, from our own migrations. The upgrade that follows adds functions and
// rights.
import type pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { applyMigration, tableExists } from "../migrate/apply-migrations.ts";
import { prepareDatabase } from "../migrate/definitions.ts";
import { readMigrations } from "../migrate/journal.ts";

/** The hashes of the applied migrations, oldest first. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  if (!(await tableExists(client, "drizzle.__drizzle_migrations"))) return [];
  if (await tableExists(client, "drizzle.partly_applied")) {
    const { rows } = await client.query("select from drizzle.partly_applied");
    if (rows.length > 0) throw new CannotStart("The database is being upgraded. Try again when the upgrade is done.");
  }
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at, id",
  );
  return rows.map(({ hash }) => hash);
}

/** Refuses migrations that this program does not have. */
export async function refuseForeignMigrations(hashes: string[], what: string) {
  const own = new Set((await readMigrations()).map(({ hash }) => hash));
  if (hashes.length > 0 && hashes.every((hash) => own.has(hash))) return;
  throw new CannotStart(`${what} comes from a newer version of Intellibox. Install that version, then try again.`);
}

const silent = () => undefined;

export async function createSchemaAt(client: pg.Client, hashes: string[]) {
  const applied = new Set(hashes);
  const roles = await prepareDatabase(client, silent);
  // Without rows an index is built at once, so nothing is applied partly.
  const none = { whole: new Set<number>(), partly: new Set<number>() };
  for (const migration of await readMigrations())
    if (applied.has(migration.hash)) await applyMigration(client, silent, migration, { applied: none, roles });
}
