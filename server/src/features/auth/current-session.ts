import { eq } from "drizzle-orm";
import { unauthenticated } from "#lib/errors.ts";
import { firstOr } from "#db/rows.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";

export function getCurrentSession(scope: Scope) {
  return scope.tx(async (tx) => {
    const found = await tx
      .select()
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(eq(users.id, scope.user.id));
    const { users: user, tenants: tenant } = firstOr(found, unauthenticated());
    return presentSession(user, tenant);
  });
}

type UserRow = typeof users.$inferSelect;
type TenantRow = typeof tenants.$inferSelect;

export function presentSession(user: UserRow, tenant: TenantRow) {
  const { id: _id, name, email, roleCode, status, mustChangePassword, mailClosedAt, createdAt } = user;
  const company = { _id: tenant.id, code: tenant.code, name: tenant.name };
  return {
    user: {
      _id,
      name,
      email,
      roleCode,
      status,
      mustChangePassword,
      mailClosed: mailClosedAt !== null,
      createdAt,
      tenantId: company,
      tenantIsOwner: tenant.isOwner,
    },
    tenant: { ...company, slug: tenant.slug, status: tenant.status, isOwner: tenant.isOwner },
  };
}
