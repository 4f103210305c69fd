import type pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { requireRoles } from "../group-roles.ts";

/**
 * Refuses a user from whom row-level security hides rows. The owner sees all rows as a member of the role `platform`; a copy without
 * that membership would silently be empty.
 */
export async function refuseHiddenRows(client: pg.ClientBase) {
  const { rows } = await client.query<{ table: string; user: string }>(`
    select c.relname as table, quote_ident(current_user) as user from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and row_security_active(c.oid) and (
      not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
        and pg_get_expr(p.polqual, p.polrelid) = 'true'
        and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(current_user, role, 'usage')))
      or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive))
    limit 1`);
  if (rows[0]) {
    throw new CannotStart(
      `The database user ${rows[0].user} cannot read every row of ${rows[0].table}. As a superuser run: ` +
        `GRANT ${(await requireRoles(client)).platform} TO ${rows[0].user}; ALTER ROLE ${rows[0].user} INHERIT; then try again.`,
    );
  }
}
