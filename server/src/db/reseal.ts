// Moves every sealed secret to the newest master key while the program runs. The secrets themselves are not decrypted.

import type { Sealer } from "#lib/seal.ts";
import type { Database } from "./client.ts";
import { fencedTransaction, type Tx } from "./fence.ts";
import { sql } from "./orm.ts";
import { placeOf, type SealedColumn, sealedColumns } from "./sealed-columns.ts";

export type Resealed = {
  moved: number;
  /** Secrets whose key is unknown or that were sealed for another row, as `table of tenant, row`. */
  stuck: string[];
};

/** Small enough to hold its locks only briefly, large enough to move a million secrets within minutes. */
const batchSize = 200;

/** Repeats until nothing is left to move, because secrets may be saved under an old key meanwhile. */
export async function resealAll(db: Database, sealer: Sealer): Promise<Resealed> {
  let moved = 0;
  for (;;) {
    const pass = { moved: 0, stuck: [] as string[] };
    for (const column of Object.values(sealedColumns)) {
      const { moved: here, stuck } = await resealColumn(db, sealer, column);
      pass.moved += here;
      pass.stuck.push(...stuck);
    }
    moved += pass.moved;
    if (pass.moved === 0) return { moved, stuck: pass.stuck };
  }
}

type Row = { tenant_id: string; row: string; sealed: string };

async function resealColumn(db: Database, sealer: Sealer, column: SealedColumn): Promise<Resealed> {
  const done: Resealed = { moved: 0, stuck: [] };
  // The installation has few secrets of its own: one batch has them all.
  const hasPages = !column.isOfInstallation;
  let last: Row | undefined;
  do {
    const rows = await fencedTransaction(db, "platform", async (tx) => {
      const batch = await oldRows(tx, sealer, { column, after: last });
      for (const row of batch) await resealRow(tx, sealer, { column, row, done });
      return batch;
    });
    last = hasPages && rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last);
  return done;
}

/** Locks the rows, so that a secret which is saved at the same time is not overwritten by the old one. */
async function oldRows(tx: Tx, sealer: Sealer, { column, after }: { column: SealedColumn; after: Row | undefined }) {
  const [table, name, key] = [column.table, column.column, column.row].map((text) => sql.identifier(text));
  const tenant = column.isOfInstallation ? sql`''` : sql`tenant_id`;
  const isAfter = after && sql`and (tenant_id, ${key}::text) > (${after.tenant_id}::uuid, ${after.row})`;
  const { rows } = await tx.execute<Row>(sql`
    select ${tenant} as tenant_id, ${key}::text as row, ${name} as sealed from ${table}
    where ${name} is not null and not starts_with(${name}, ${sealer.currentPrefix()}) ${isAfter}
    order by ${column.isOfInstallation ? key : sql`tenant_id, ${key}::text`} limit ${batchSize} for update`);
  return rows;
}

type ResealedRow = { column: SealedColumn; row: Row; done: Resealed };

async function resealRow(tx: Tx, sealer: Sealer, { column, row, done }: ResealedRow) {
  const [table, name, key] = [column.table, column.column, column.row].map((text) => sql.identifier(text));
  let sealed: string;
  try {
    sealed = sealer.rewrap(row.sealed, placeOf(column, row.tenant_id, row.row));
  } catch {
    // Reported to the operator; the others can still be moved.
    done.stuck.push(`${column.table} of ${row.tenant_id || "the installation"}, ${row.row}`);
    return;
  }
  const isOfTenant = column.isOfInstallation ? sql`` : sql`tenant_id = ${row.tenant_id}::uuid and`;
  await tx.execute(sql`update ${table} set ${name} = ${sealed} where ${isOfTenant} ${key}::text = ${row.row}`);
  done.moved++;
}
