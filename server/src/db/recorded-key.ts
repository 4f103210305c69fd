import type pg from "pg";
import { tableExists } from "./migrate/apply-migrations.ts";

/** The id of the master key that belongs to the database. */
export async function recordedKeyId(client: pg.Client): Promise<string | null> {
  if (!(await tableExists(client, "drizzle.installation"))) return null;
  const { rows } = await client.query<{ id: string }>("select id from drizzle.installation where part = 'master_key'");
  return rows[0]?.id ?? null;
}
