import type { QueryOf } from "@intellibox/contract/endpoint";
import type { tenants as tenantCalls } from "@intellibox/contract/endpoints/tenants";
import type { Tx } from "#db/fence.ts";
import { and, eq, getTableColumns, sql } from "#db/orm.ts";
import { matchesAny, orderBy, pageBounds } from "#db/paging.ts";
import { tenants } from "#db/tables/tenants.ts";

type Query = QueryOf<typeof tenantCalls.list>;

/** A page, newest first. Without page and limit, all companies as options for a select. */
export async function listTenants(tx: Tx, query: Query) {
  const { page, limit, q, status, sort } = query;
  const where = and(
    q
      ? sql`(${matchesAny([tenants.code, tenants.name, tenants.slug, tenants.contactEmail, tenants.gstNumber], q)})`
      : undefined,
    status && eq(tenants.status, status),
  );
  if (page === undefined && limit === undefined) {
    const { id, name, slug } = tenants;
    return tx
      .select({ id, name, slug })
      .from(tenants)
      .where(where)
      .orderBy(...orderBy(sort ?? "name", sortable, tenants.id));
  }
  const bounds = pageBounds({ page, limit });
  const rows = await tx
    .select(tenantColumns)
    .from(tenants)
    .where(where)
    .orderBy(...orderBy(sort ?? "-createdAt", sortable, tenants.id))
    .limit(bounds.limit)
    .offset(bounds.offset);
  return { items: rows.map(presentTenant), total: await tx.$count(tenants, where) };
}

const { code, name, slug, status, contactEmail, createdAt } = tenants;
// Case-insensitive, independent of the database's collation.
const sortable = { code, name: sql`lower(${name})`, slug, status, contactEmail, createdAt };

/** Raw SQL: in a select from one table Drizzle omits the table's name, and `id` would then mean `users.id`. */
const userCount = sql<number>`(select count(*)::int from users where users.tenant_id = tenants.id)`;

export const tenantColumns = { ...getTableColumns(tenants), userCount };

type Row = typeof tenants.$inferSelect & { userCount: number };

export const presentTenant = ({ id, ...row }: Row) => ({ _id: id, ...row });
