import type { Tx } from "./fence.ts";
import { type SQL, sql } from "./orm.ts";

type Owner = { tenantId: string; userId: string };

/** A query for the addresses of a user, of their mailboxes and of confirmed aliases, in lower case. Its column is `email`. */
export const ownAddressesQuery = ({ tenantId, userId }: Record<keyof Owner, string | SQL>) => sql`
  select lower(email) as email from users where tenant_id = ${tenantId} and id = ${userId}
  union select lower(email) from mailboxes where tenant_id = ${tenantId} and user_id = ${userId}
  union select alias ->> 'address' from mailboxes cross join jsonb_array_elements(aliases) as alias
    where tenant_id = ${tenantId} and user_id = ${userId} and (alias ->> 'isConfirmed')::boolean`;

export async function ownAddresses(tx: Tx, owner: Owner): Promise<Set<string>> {
  const { rows } = await tx.execute<{ email: string }>(ownAddressesQuery(owner));
  return new Set(rows.map(({ email }) => email));
}
