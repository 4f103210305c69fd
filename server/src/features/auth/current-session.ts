import { unauthenticated } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { sessions, type signInWays } from "#db/tables/sessions.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { factorState } from "./factors/factor-state.ts";
import { presentUser } from "./present-user.ts";

export function getCurrentSession(scope: Scope) {
  return scope.tx(async (tx) => {
    const found = await tx
      .select()
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(eq(users.id, scope.user.id));
    const { users: user, tenants: tenant } = firstOr(found, unauthenticated());
    // A session that began with SSO needs no factor of ours; row-level security shows the caller's company only.
    const { sessionId = null } = scope.user;
    const [session] = sessionId
      ? await tx
          .select({ via: sessions.via })
          .from(sessions)
          .where(and(eq(sessions.tenantId, user.tenantId), eq(sessions.id, sessionId)))
      : [];
    return presentSession(user, tenant, { now: scope.now(), via: session?.via });
  });
}

type UserRow = typeof users.$inferSelect;
type TenantRow = typeof tenants.$inferSelect;

type Present = { now: Date; via?: (typeof signInWays)[number] | undefined };

export function presentSession(user: UserRow, tenant: TenantRow, { now, via }: Present) {
  const company = { _id: tenant.id, code: tenant.code, name: tenant.name };
  return {
    user: {
      ...presentUser({ user, tenant: company, isOwner: tenant.isOwner }),
      factor: via === "sso" ? ("fine" as const) : factorState(user, tenant, now),
    },
    tenant: { ...company, slug: tenant.slug, status: tenant.status, isOwner: tenant.isOwner },
  };
}
