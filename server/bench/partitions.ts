/**
 * Compares a table of email logs with one that is partitioned by month: inserting, reading a page, looking up a row by its id, and
 * removing the oldest month by batches as the job of retention does, or by dropping the partition. `BENCH_ROWS=2000000 npm run
 * bench partitions` takes more rows than the default.
 */
import pg from "pg";
import { migrateDatabase } from "#db/migrate.ts";
import { startTestDatabaseServer } from "#test/database-server.ts";
import type { BenchRow } from "./bench-row.ts";

const [months, tenants, batchRows] = [24, 50, 500];

export async function run(rows = Number(process.env.BENCH_ROWS ?? 200_000)): Promise<BenchRow[]> {
  const server = await startTestDatabaseServer("embedded", { settings: { max_wal_size: "2GB" } });
  try {
    await migrateDatabase(server.adminUrl);
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    await client.query(tables);
    const found: BenchRow[] = [];
    for (const table of ["whole", "by_month"] as const) found.push(...(await measure(client, table, rows)));
    await client.end();
    return found;
  } finally {
    await server.stop();
  }
}

const tables = `
  create table whole (like email_logs including defaults);
  create table by_month (like email_logs including defaults) partition by range (created_at);
  do $$ begin
    for month in 0..${months} loop
      execute format('create table month_%s partition of by_month for values from (%L) to (%L)', month,
        timestamptz '2024-01-01' + month * interval '1 month', timestamptz '2024-01-01' + (month + 1) * interval '1 month');
    end loop;
  end $$`;

/** Partitions need the time in every unique key, so a Message-ID is unique within a month only. */
const keysOf = (table: "whole" | "by_month") => {
  const also = table === "whole" ? "" : ", created_at";
  return `alter table ${table} add primary key (tenant_id, id${also}); create unique index on ${table} (tenant_id, message_id${also});
    create index on ${table} (tenant_id, user_id, created_at); create index on ${table} (tenant_id, created_at, id);
    create index on ${table} (created_at, id); create index on ${table} (id)`;
};

/** Begins with the time, as the ids of the product do. */
const idOf = (n: string) => `(lpad(to_hex(${n}), 12, '0') || substr(md5((${n})::text), 1, 20))::uuid`;

const insert = (table: string, from: number, count: number, at: string) => `
  insert into ${table} (tenant_id, id, user_id, sender, recipients, subject, provider, status, message_id, created_at, moment)
  select md5((n % ${tenants})::text)::uuid, ${idOf("n")}, md5((n % ${tenants * 10})::text)::uuid, 'someone@example.test',
    array['other@example.test'], 'A subject of some length ' || n, 'smtp', 'sent', '<' || md5(n::text) || '@example.test>', ${at}, ${at}
  from generate_series(${from}, ${from + count - 1}) n`;

async function measure(client: pg.Client, table: "whole" | "by_month", rows: number): Promise<BenchRow[]> {
  const note = table === "whole" ? "one table" : "25 partitions";
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const seconds = months * 30 * 86_400;
  const spread = `timestamptz '2024-01-01' + (n::float8 / ${rows}) * ${seconds} * interval '1 second'`;
  await client.query(insert(table, 0, rows, spread));
  const build = await timed(() => client.query(keysOf(table)));
  await client.query(`vacuum analyze ${table}`);
  const { rows: sizes } = await client.query<{ size: string }>(
    "select sum(pg_total_relation_size(oid)) as size from pg_class where relname ~ $1 and relkind = 'r'",
    [table === "whole" ? "^whole$" : "^month_"],
  );
  const size = Number(sizes[0]?.size);
  const repeat = async (times: number, statement: (at: number) => string) =>
    (await timed(async () => {
      for (let at = 0; at < times; at++) await client.query(statement(at));
    })) / times;
  const single = await repeat(2_000, (at) => insert(table, rows + at, 1, "timestamptz '2025-12-20'"));
  const page = await repeat(
    300,
    (at) =>
      `select * from ${table} where tenant_id = md5('${at % tenants}')::uuid order by created_at desc, id desc limit 50`,
  );
  const lookup = await repeat(
    300,
    (at) =>
      `select * from ${table} where tenant_id = md5('${(at * 997) % tenants}')::uuid and id = ${idOf(String(at * 997))}`,
  );
  const before = "timestamptz '2024-02-01'";
  let batches = 0;
  const remove = await timed(async () => {
    if (table === "by_month") return void (await client.query("drop table month_0"));
    for (let tenant = 0; tenant < tenants; tenant++)
      for (let deleted = batchRows; deleted === batchRows; batches++) {
        const tenantId = `md5('${tenant}')::uuid`;
        const { rowCount } = await client.query(`delete from whole where tenant_id = ${tenantId} and id in (
          select id from whole where tenant_id = ${tenantId} and created_at < ${before} order by created_at limit ${batchRows})`);
        deleted = rowCount ?? 0;
      }
  });
  const row = (name: string, value: number, unit: string, said = note) => ({ name, value, unit, note: said });
  return [
    row(`${table}: building all indexes`, (build * 1000) / rows, "µs a row"),
    row(`${table}: size`, size / rows, "bytes a row"),
    row(`${table}: one insert`, single, "ms"),
    row(`${table}: newest page of a company`, page, "ms"),
    row(`${table}: row by its id`, lookup, "ms"),
    row(`${table}: removing the oldest month`, remove, "ms", table === "whole" ? `${batches} batches` : "drop table"),
  ];
}
