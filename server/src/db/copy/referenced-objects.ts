// The objects that the rows of a database refer to: raw sources of messages, and files of exports.
import type pg from "pg";
import { tableExists } from "../migrate/apply-migrations.ts";

const sources = "select split_part(source_key, ':', 1) as key from public.message_contents where source_key <> ''";
/** The names of features/exports/export-files.ts. */
const exportFiles = `select 'export-' || id || '/chunk-' || lpad(part::text, 8, '0') as key
  from public.data_tasks cross join generate_series(0, chunks - 1) as part where state = 'done'`;

/** A query for their keys, each once and in ascending order. An older database may have no exports. */
export async function referencedObjects(client: pg.Client): Promise<string> {
  const hasExports = await tableExists(client, "public.data_tasks");
  const all = hasExports ? `${sources} union all ${exportFiles}` : sources;
  return `select distinct key collate "C" as key from (${all}) as found order by key`;
}

/** Whether a row refers to the object now. */
export async function isReferredTo(client: pg.Client, key: string): Promise<boolean> {
  const [folder = ""] = key.split("/");
  const isExport = folder.startsWith("export-");
  const { rows } = await client.query<{ found: boolean }>(
    isExport
      ? "select exists (select from data_tasks where id = $1 and state = 'done' and $2 <> '') as found"
      : `select exists (select from messages m join message_contents c on c.tenant_id = m.tenant_id and c.id = m.id
           where m.mailbox_id = $1 and (c.source_key = $2 or starts_with(c.source_key, $2 || ':'))) as found`,
    [isExport ? folder.slice("export-".length) : folder, key],
  );
  return rows[0]?.found ?? false;
}
