// Copies a database to an empty one, range by range. Each range is one transaction in the target, which also records it: a move that
// was killed goes on after the last recorded range. At the end every range is read again on both sides and compared.
import type pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { type CopiedTable, copiedTables, nameOf, readSequences, setSequences } from "#db/copy/copied-tables.ts";
import { copySettings, sumRows, transferRows } from "#db/copy/copy-rows.ts";
import { type KeyRange, nextRange, whereIn } from "#db/copy/key-ranges.ts";
import { queueTables } from "#db/copy/queued-jobs.ts";
import { isSameSum, type RowSum } from "#db/copy/row-sum.ts";
import { appliedMigrations, createSchemaAt, refuseForeignMigrations } from "#db/copy/schema-at.ts";
import {
  copySchema,
  emptyDatabase,
  findUnfinishedCopy,
  isEmptyDatabase,
  markFinished,
  markUnfinished,
  refuseUnfinishedCopy,
} from "#db/copy/unfinished-copy.ts";
import { requireRoles } from "#db/group-roles.ts";
import { type InstallationPart, withInstallation } from "#db/installation.ts";
import { tableExists } from "#db/migrate/apply-migrations.ts";
import { queueVersion } from "#db/migrate/queue-tables.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { withOwner } from "./installation-parts.ts";

type Move = {
  /** URLs of the owners of the tables. */
  from: string;
  to: string;
  /** Rows of a range. */
  rangeRows?: number;
  say?: (line: string) => void;
  /** For tests: called after each recorded range. */
  afterRange?: () => Promise<void>;
};

export type Moved = { rows: number; ranges: number; resumed: boolean };

export async function moveDatabase(move: Move): Promise<Moved> {
  return withOwner(move.from, (source) =>
    withOwner(move.to, async (target) => {
      // One snapshot, so that a product which is started by mistake does not mix versions of rows.
      await source.query("begin isolation level repeatable read read only");
      await source.query(copySettings.replaceAll("set ", "set local "));
      await refuseUnfinishedCopy(source);
      const migrations = await appliedMigrations(source);
      await refuseForeignMigrations(migrations, "The database");
      const resumed = await prepare(target, { migrations, source: await identityOf(source) });
      const tables = await copiedTables(source);
      const rangeRows = move.rangeRows ?? 5000;
      for (const table of tables) await copyTable(source, target, table, { ...move, rangeRows });
      move.say?.("Comparing every row …");
      const compared = await compareAll(source, target, tables);
      await setSequences(target, await readSequences(source));
      await migrateDatabase(move.to, undefined, { unfinished: true });
      await copyQueue(source, target);
      await copyRecord(source, move.to);
      await target.query("analyze");
      await markFinished(target);
      return { ...compared, resumed };
    }),
  );
}

/** Returns whether an earlier attempt is resumed. */
async function prepare(target: pg.Client, { migrations, source }: { migrations: string[]; source: string }) {
  const unfinished = await findUnfinishedCopy(target);
  if (unfinished && unfinished.kind !== "migrate-to")
    throw new CannotStart(`An \`npm run ${unfinished.kind}\` into this database did not finish. Run it again.`);
  if (unfinished && unfinished.source !== source)
    throw new CannotStart("Another database is being moved into this one. Choose an empty database.");
  if (unfinished && (await isPrepared(target))) {
    // The target may be upgraded already, if only the last steps are missing.
    const there = new Set(await appliedMigrations(target));
    if (migrations.every((hash) => there.has(hash))) return true;
    throw new CannotStart(
      "The source was upgraded since the move began. Empty the target database, then run this again.",
    );
  }
  if (unfinished) await emptyDatabase(target);
  else if (!(await isEmptyDatabase(target))) throw new CannotStart("The target database is not empty.");
  await markUnfinished(target, { kind: "migrate-to", source });
  await createSchemaAt(target, migrations);
  // Created last: without it the tables may be incomplete.
  await target.query(
    `create table ${copySchema}.ranges ("table" text, number int, after text[], up_to text[], rows bigint, sum text, primary key ("table", number))`,
  );
  return false;
}

const isPrepared = async (target: pg.Client) =>
  (await target.query<{ there: boolean }>(`select to_regclass('${copySchema}.ranges') is not null as there`)).rows[0]
    ?.there ?? false;

/** Tells one database from others: the cluster's own number, and the database's. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select (select system_identifier from pg_control_system()) || '/' || oid as id from pg_database where datname = current_database()",
  );
  return rows[0]?.id ?? "";
}

type Recorded = KeyRange & RowSum;

async function recordedRanges(target: pg.Client, table: CopiedTable): Promise<Recorded[]> {
  const { rows } = await target.query<Recorded>(
    `select after, up_to as "upTo", rows::int as rows, sum from ${copySchema}.ranges where "table" = $1 order by number`,
    [nameOf(table)],
  );
  return rows;
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: CopiedTable,
  { rangeRows, afterRange }: Pick<Move, "afterRange"> & { rangeRows: number },
) {
  const done = await recordedRanges(target, table);
  let last = done.at(-1);
  for (let number = done.length; !last || last.upTo; number++) {
    const range: KeyRange = await nextRange(source, table, last?.upTo ?? null, rangeRows);
    await target.query("begin");
    const sum = await transferRows(source, target, table, whereIn(table, range));
    await target.query(`insert into ${copySchema}.ranges values ($1, $2, $3, $4, $5, $6)`, [
      ...[nameOf(table), number, range.after, range.upTo, sum.rows, sum.sum],
    ]);
    await target.query("commit");
    last = { ...range, ...sum };
    await afterRange?.();
  }
}

async function compareAll(source: pg.Client, target: pg.Client, tables: CopiedTable[]) {
  const total = { rows: 0, ranges: 0 };
  for (const table of tables) {
    for (const range of await recordedRanges(target, table)) {
      const where = whereIn(table, range);
      const [there, here] = [await sumRows(source, table, where), await sumRows(target, table, where)];
      if (!isSameSum(there, here)) {
        throw new Error(
          `The rows of ${table.name} differ between the two databases: the source was changed during the move. ` +
            "Empty the target database, then run this again while Intellibox is stopped.",
        );
      }
      total.rows += here.rows;
      total.ranges++;
    }
  }
  return total;
}

/** The target has the same master key and object store. */
async function copyRecord(source: pg.Client, targetUrl: string) {
  if (!(await tableExists(source, "drizzle.installation"))) return;
  const { rows } = await source.query<{ part: InstallationPart; id: string; place: string }>(
    "select part, id, place from drizzle.installation",
  );
  await withInstallation(targetUrl, async (record) => {
    for (const { part, id, place } of rows) await record.record(part, id, place);
  });
}

/** The queue is small, and is copied whole each time. */
async function copyQueue(source: pg.Client, target: pg.Client) {
  const version = await queueVersion(source);
  if (version === undefined) return;
  await target.query(`set role ${(await requireRoles(target)).queue}`);
  // Another version makes its jobs again when it starts; only the copies of sent mail that still had to be filed are left out.
  if ((await queueVersion(target)) === version) {
    await target.query("begin; delete from pgboss.job; delete from pgboss.queue");
    for (const table of await queueTables(source)) {
      const copied = await transferRows(source, target, table, table.where);
      if (!isSameSum(copied, await sumRows(target, table))) throw new Error(`The rows of ${table.name} differ.`);
    }
    await target.query("commit");
  }
  await target.query("reset role");
}
