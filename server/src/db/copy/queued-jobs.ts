// Copies the job queue: its queues, and the jobs that have not ended. The queue's library makes all other tables of its schema.
import type pg from "pg";
import type { CopiedTable } from "./copied-tables.ts";

/** In the order of their foreign keys. `where` chooses the rows. */
const copied = [
  { name: "queue", where: "not partition" },
  { name: "job", where: "state in ('created', 'retry', 'active')" },
] as const;

export type QueueTable = CopiedTable & { where: string };

/** Empty if the queue was never started. */
export async function queueTables(client: pg.ClientBase): Promise<QueueTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = to_regnamespace('pgboss') and c.relname = any($1) group by c.relname`,
    [copied.map(({ name }) => name)],
  );
  return copied.flatMap(({ name, where }) => {
    const found = rows.find((row) => row.name === name);
    return found ? [{ schema: "pgboss", name, columns: found.columns, key: [], where }] : [];
  });
}
