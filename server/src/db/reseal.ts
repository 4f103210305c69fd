// Moves every sealed secret under the newest master key, while the program runs. Secrets themselves are never opened here.
import { sql } from "drizzle-orm";
import type { Sealer } from "#lib/seal.ts";
import type { Database } from "./client.ts";
import { fencedTransaction, type Tx } from "./fence.ts";
import { placeOf, type SealedColumn, sealedColumns } from "./sealed-columns.ts";

export type Resealed = {
  moved: number;
  /** Secrets whose key is not known here, or that do not open in their place: as `table of tenant, row`. */
  stuck: string[];
};

/** Small enough that nobody waits for its locks, large enough that a million secrets take minutes. */
const batchSize = 200;

/** Goes over the tables until nothing is left to move: what is saved meanwhile under an old key is moved too. */
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
  let last: Row | undefined;
  do {
    const rows = await fencedTransaction(db, "platform", async (tx) => {
      const batch = await oldRows(tx, sealer, { column, after: last });
      for (const row of batch) await resealRow(tx, sealer, { column, row, done });
      return batch;
    });
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last);
  return done;
}

/** Locked, so that a secret saved at the same moment is not overwritten by the one it replaces. */
async function oldRows(tx: Tx, sealer: Sealer, { column, after }: { column: SealedColumn; after: Row | undefined }) {
  const [table, name, key] = [column.table, column.column, column.row].map((text) => sql.identifier(text));
  const further = after && sql`and (tenant_id, ${key}::text) > (${after.tenant_id}::uuid, ${after.row})`;
  const { rows } = await tx.execute<Row>(sql`
    select tenant_id, ${key}::text as row, ${name} as sealed from ${table}
    where ${name} is not null and not starts_with(${name}, ${sealer.currentPrefix()}) ${further}
    order by tenant_id, ${key}::text limit ${batchSize} for update`);
  return rows;
}

type Work = { column: SealedColumn; row: Row; done: Resealed };

async function resealRow(tx: Tx, sealer: Sealer, { column, row, done }: Work) {
  const [table, name, key] = [column.table, column.column, column.row].map((text) => sql.identifier(text));
  let sealed: string;
  try {
    sealed = sealer.rewrap(row.sealed, placeOf(column, row.tenant_id, row.row));
  } catch {
    // Told to the operator; the others can still be moved.
    done.stuck.push(`${column.table} of ${row.tenant_id}, ${row.row}`);
    return;
  }
  await tx.execute(
    sql`update ${table} set ${name} = ${sealed} where tenant_id = ${row.tenant_id}::uuid and ${key}::text = ${row.row}`,
  );
  done.moved++;
}
