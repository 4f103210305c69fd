// How far a database is migrated, compared with this program.
import { readFile } from "node:fs/promises";
import type pg from "pg";
import { type Applied, readApplied, tableExists } from "./apply-migrations.ts";
import { fingerprintOfFiles } from "./definitions.ts";
import { type Migration, migrationsFolder, readMigrations } from "./journal.ts";
import { isQueueCurrent } from "./queue-tables.ts";

export type DatabaseState = {
  migrations: Migration[];
  applied: Applied;
  /** Not applied yet, besides `contracts`. */
  pending: Migration[];
  /** Migrations that remove what earlier versions use, put off until the operator says that none of them runs. */
  contracts: Migration[];
  /** A newer version migrated it. This program then changes nothing. */
  isNewer: boolean;
  /** A newer version has removed what this program uses. */
  isTooNew: boolean;
  /** Neither migrations, definitions nor tables of the job queue are missing. */
  isCurrent: boolean;
};

type StateRow = { migrations: number; version: string; fingerprint: string; oldest_migrations: number };

export async function readState(client: pg.Client, folder = migrationsFolder): Promise<DatabaseState> {
  const migrations = await readMigrations(folder);
  const applied = await readApplied(client);
  const left = migrations.filter(({ createdAt }) => !applied.whole.has(createdAt));
  // No earlier version uses a database that is empty.
  const isPutOff = ({ isContract }: Migration) => isContract && applied.whole.size > 0;
  const pending = left.filter((migration) => !isPutOff(migration));
  const row = await readRow(client);
  const known = new Set(migrations.map(({ createdAt }) => createdAt));
  const hasUnknown = [...applied.whole].some((createdAt) => !known.has(createdAt));
  const isNewer = pending.length === 0 && (hasUnknown || isLater(row?.version ?? "", await ownVersion()));
  return {
    migrations,
    applied,
    pending,
    contracts: left.filter(isPutOff),
    isNewer,
    isTooNew: (row?.oldest_migrations ?? 0) > migrations.length,
    isCurrent:
      isNewer ||
      (pending.length === 0 && row?.fingerprint === (await fingerprint(client)) && (await isQueueCurrent(client))),
  };
}

/** Records that this program's migrations and definitions are in force. */
export async function recordState(client: pg.Client, migrations: number) {
  await client.query(
    `insert into drizzle.schema_state (migrations, version, fingerprint) values ($1, $2, $3) on conflict (id)
    do update set migrations = excluded.migrations, version = excluded.version, fingerprint = excluded.fingerprint`,
    [migrations, await ownVersion(), await fingerprint(client)],
  );
}

/** Records that programs with fewer migrations can no longer use the database. */
export const recordOldest = (client: pg.Client, migrations: number) =>
  client.query("update drizzle.schema_state set oldest_migrations = greatest(oldest_migrations, $1)", [migrations]);

async function readRow(client: pg.Client): Promise<StateRow | undefined> {
  if (!(await tableExists(client, "drizzle.schema_state"))) return undefined;
  return (await client.query<StateRow>("select * from drizzle.schema_state")).rows[0];
}

/** Version 0.1.0 recorded its files here. If it was started again and applied them, they are compared again. */
async function fingerprint(client: pg.Client): Promise<string> {
  const own = await fingerprintOfFiles();
  if (!(await tableExists(client, "drizzle.applied_files"))) return own;
  const { rows } = await client.query<{ hash: string }>(
    "select md5(coalesce(string_agg(name || ' ' || hash, ',' order by name), '')) as hash from drizzle.applied_files",
  );
  return `${own} ${rows[0]?.hash}`;
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Whether a version such as 0.10.0 comes after another. */
export function isLater(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) > 0;
}
