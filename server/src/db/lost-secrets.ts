import pg from "pg";
import { requireRoles } from "./group-roles.ts";
import { type SealedColumn, sealedColumns } from "./sealed-columns.ts";

export type LostCounts = Record<keyof typeof sealedColumns, number>;

/** Counts the secrets that a lost master key takes with it. As the owner, because no process can sign in without the key. */
export async function countLost(ownerUrl: string): Promise<LostCounts> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox migrations" });
  await owner.connect();
  try {
    await owner.query(`set role ${(await requireRoles(owner)).platform}`);
    const counts: Partial<LostCounts> = {};
    for (const [name, { table, column }] of Object.entries<SealedColumn>(sealedColumns))
      counts[name as keyof typeof sealedColumns] = await count(owner, `${table} where ${column} is not null`);
    return counts as LostCounts;
  } finally {
    await owner.end();
  }
}

async function count(owner: pg.Client, what: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(`select count(*)::int as count from ${what}`);
  return rows[0]?.count ?? 0;
}
