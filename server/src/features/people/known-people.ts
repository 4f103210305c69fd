import type { AddressFacts } from "@intellibox/contract/endpoints/people";
import { splitName } from "@intellibox/contract/rules/split-name";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";

type Asker = Pick<Scope, "tenantId"> & { user: { id: string } };
type FactRow = {
  address: string;
  id: string;
  name: string;
  first_name: string;
  last_name: string;
  company: string;
  job_title: string;
  phone: string;
};

/**
 * The user's facts about these addresses, by address in lower case. The user's contacts have precedence over the company's list of
 * users. Unknown addresses are absent. Templates fill their tokens with these facts.
 */
export async function peopleByAddress(
  tx: Tx,
  { tenantId, user }: Asker,
  addresses: readonly string[],
): Promise<Map<string, AddressFacts>> {
  const wanted = [...new Set(addresses.map((address) => address.trim().normalize("NFKC").toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const { rows } = await tx.execute<FactRow>(sql`
    select a.address, p.id, p.name, p.first_name, p.last_name, p.company, p.job_title, p.phone
    from person_addresses a join people p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where a.tenant_id = ${tenantId} and a.user_id = ${user.id} and a.address = any (${sql.param(wanted)}::text[])`);
  const colleagues = await tx.execute<FactRow>(sql`
    select lower(u.email) as address, u.id, u.name, '' as first_name, '' as last_name, t.name as company, '' as job_title, '' as phone
    from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and lower(u.email) = any (${sql.param(wanted)}::text[])`);
  const byAddress = new Map(colleagues.rows.map((row) => [row.address, row]));
  for (const row of rows) {
    const colleague = byAddress.get(row.address);
    byAddress.set(row.address, {
      ...row,
      name: row.name || colleague?.name || "",
      company: row.company || colleague?.company || "",
    });
  }
  return new Map([...byAddress].map(([address, row]) => [address, factsOf(row)]));
}

function factsOf({ id, first_name, last_name, job_title, ...row }: FactRow): AddressFacts {
  const split = first_name || last_name ? { firstName: first_name, lastName: last_name } : splitName(row.name);
  return { ...row, ...split, personId: id, jobTitle: job_title };
}
