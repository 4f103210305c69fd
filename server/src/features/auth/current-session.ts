import { unauthenticated } from "#lib/errors.ts";
import { eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { presentUser } from "./present-user.ts";

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
  const company = { _id: tenant.id, code: tenant.code, name: tenant.name };
  return {
    user: presentUser({ user, tenant: company, isOwner: tenant.isOwner }),
    tenant: { ...company, slug: tenant.slug, status: tenant.status, isOwner: tenant.isOwner },
  };
}
