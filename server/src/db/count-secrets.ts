import type pg from "pg";
import { sealedColumns } from "./sealed-columns.ts";

/** How many secrets each master key seals: by the key's id, then by table. */
export type SecretCounts = Record<string, Record<string, number>>;

/** As the owner of the tables. Skips columns that an older schema does not have. */
export async function countSecrets(client: pg.ClientBase): Promise<SecretCounts> {
  const counts: SecretCounts = {};
  for (const { table, column } of Object.values(sealedColumns)) {
    const { rows: found } = await client.query(
      "select from pg_attribute where attrelid = to_regclass($1) and attname = $2 and not attisdropped",
      [`public.${table}`, column],
    );
    if (found.length === 0) continue;
    const { rows } = await client.query<{ key: string; count: number }>(
      `select split_part(${column}, '.', 2) as key, count(*)::int as count from public.${table} where ${column} is not null group by 1`,
    );
    for (const { key, count } of rows) counts[key] = { ...counts[key], [table]: count };
  }
  return counts;
}
