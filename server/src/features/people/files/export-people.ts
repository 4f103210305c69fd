import type { exportFormats } from "@intellibox/contract/endpoints/people";
import { threaded } from "#lib/threads.ts";
import { sql } from "#db/orm.ts";
import { ownerOf, type Scope } from "#scope.ts";
import type { ExportedPerson } from "./write-cards.ts";

const inThread = threaded<typeof import("./write-cards.ts")>(new URL("./write-cards.ts", import.meta.url));
const batchSize = 500;

type Wanted = { format: (typeof exportFormats)[number]; filter: "all" | "saved" };

/** Streams the file in batches, so that neither memory nor a transaction grows with the address book. */
export async function* exportPeople(scope: Scope, { format, filter }: Wanted): AsyncGenerator<string> {
  const options = { owner: ownerOf(scope) };
  if (format === "csv") yield await inThread("writeTableHead", [await mostAddresses(scope)], options);
  let after = "00000000-0000-0000-0000-000000000000";
  for (let isFull = true; isFull && !scope.signal.aborted; ) {
    const rows = await readBatch(scope, filter, after);
    if (format === "csv") yield await inThread("writeTable", [rows], options);
    else yield await inThread("writeCards", [rows, format === "vcard3" ? "3.0" : "4.0"], options);
    isFull = rows.length === batchSize;
    after = rows.at(-1)?.id ?? after;
  }
}

const readBatch = ({ tx: inTx, tenantId, user }: Scope, filter: Wanted["filter"], after: string) =>
  inTx(async (tx) => {
    const { rows } = await tx.execute<ExportedPerson & { id: string }>(sql`
      select p.id, p.name, p.first_name, p.last_name, p.company, p.job_title, p.phone, p.notes, a.addresses
      from people p cross join lateral (
        select coalesce(array_agg(o.address order by o.position, o.score desc, o.address), '{}') as addresses
        from person_addresses o where o.tenant_id = ${tenantId} and o.user_id = ${user.id} and o.person_id = p.id
      ) a
      where p.tenant_id = ${tenantId} and p.user_id = ${user.id} and p.id > ${after}::uuid and (p.is_saved or ${filter === "all"})
      order by p.id limit ${batchSize}`);
    return rows;
  });

const mostAddresses = ({ tx: inTx, tenantId, user }: Scope): Promise<number> =>
  inTx(async (tx) => {
    const { rows } = await tx.execute<{ most: number | null }>(sql`
      select max(count)::int as most from (
        select count(*) from person_addresses where tenant_id = ${tenantId} and user_id = ${user.id} group by person_id) as counted`);
    return rows[0]?.most ?? 1;
  });
