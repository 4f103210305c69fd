import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type GroupRoles, nameRoles } from "../group-roles.ts";
import { indexOf, type Migration, type Parts, partsOf } from "./journal.ts";
import { inShortTransaction, isBusy, type Note } from "./retry-locks.ts";

/** The rows of `drizzle.__drizzle_migrations` and `drizzle.partly_applied`, by their time of creation. */
export type Applied = { whole: Set<number>; partly: Set<number> };

export async function readApplied(client: pg.Client): Promise<Applied> {
  const read = async (table: string) => {
    if (!(await tableExists(client, table))) return new Set<number>();
    const { rows } = await client.query<{ created_at: string }>(`select created_at from ${table}`);
    return new Set(rows.map(({ created_at }) => Number(created_at)));
  };
  return { whole: await read("drizzle.__drizzle_migrations"), partly: await read("drizzle.partly_applied") };
}

export async function tableExists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [table]);
  return rows[0]?.there ?? false;
}

/** Each migration has its own transaction. A migration that was interrupted between its parts goes on with the second. */
export async function applyMigration(
  client: pg.Client,
  note: Note,
  migration: Migration,
  { applied, roles }: { applied: Applied; roles: GroupRoles },
) {
  const statements = migration.statements.map((statement) => nameRoles(statement, roles));
  const parts = partsOf(statements, { isNewDatabase: applied.whole.size === 0 });
  await applyParts(client, note, migration, parts, applied.partly.has(migration.createdAt));
}

async function applyParts(client: pg.Client, note: Note, migration: Migration, parts: Parts, isHalfDone: boolean) {
  const { createdAt, hash } = migration;
  const isDone = `insert into drizzle.__drizzle_migrations (hash, created_at) values (${pg.escapeLiteral(hash)}, ${createdAt})`;
  if (parts.afterwards.length === 0) return inShortTransaction(client, note, [...parts.together, isDone]);
  const halfDone = `insert into drizzle.partly_applied values (${createdAt})`;
  if (!isHalfDone) await inShortTransaction(client, note, [...parts.together, halfDone]);
  for (const statement of parts.afterwards) await runAfterwards(client, statement);
  await inShortTransaction(client, note, [
    isDone,
    `delete from drizzle.partly_applied where created_at = ${createdAt}`,
  ]);
}

/**
 * Runs a statement outside of a transaction. It needs no lock that stops anybody, so it waits as long as it must: PostgreSQL builds an
 * index concurrently in two passes, and waits for all transactions that are older than each.
 */
async function runAfterwards(client: pg.Client, statement: string): Promise<void> {
  await client.query("set lock_timeout = 0; set statement_timeout = 0");
  const index = indexOf(statement);
  if (index) {
    const { rows } = await client.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass(format('public.%I', $1::text))",
      [index.name],
    );
    if (rows[0]?.valid) return;
    // An attempt that broke off leaves an index that is maintained and never used.
    if (rows[0]) await client.query(`drop index concurrently public.${pg.escapeIdentifier(index.name)}`);
  }
  try {
    await client.query(statement);
  } catch (error) {
    if (!isBusy(error)) throw error;
    await sleep(1000);
    await runAfterwards(client, statement);
  }
}
