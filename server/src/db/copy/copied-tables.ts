// Lists the tables, columns and sequences that a backup or a move copies, from the catalogue.
import pg from "pg";

export type CopiedTable = {
  schema: string;
  name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  columns: string[];
  /** The columns of the primary key, to read the table in ranges. */
  key: { name: string; type: string; isText: boolean }[];
};

/** `public.messages` */
export const nameOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
export const quotedName = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const quotedColumns = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(", ");

/** The tables of the schema `public`, each after the tables that its foreign keys refer to. */
export async function copiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { parents: string[] }>(`
    select 'public' as schema, c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isText', a.attcollation <> 0) order by k.at)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as key,
      coalesce((select array_agg(distinct p.relname::text) from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`);
  return parentsFirst(rows);
}

function parentsFirst(tables: (CopiedTable & { parents: string[] })[]): CopiedTable[] {
  const ordered: CopiedTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ parents }) => !parents.some((parent) => waiting.has(parent)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(", ")}`);
    for (const { parents: _, ...table } of ready) ordered.push(table);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** The next values of all sequences of `public`. Read them after the rows: sequences are not part of a snapshot. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'",
  );
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}

/** Refuses a sequence that the database does not have. */
export async function setSequences(client: pg.ClientBase, values: Record<string, string>) {
  for (const [name, last] of Object.entries(values))
    await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, last]);
}
