// Checks who may change whose account. Call each check after its rows are locked.
import type { Role } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { lockTenantAccounts } from "#db/lock-tenant.ts";
import { and, asc, eq, inArray, ne } from "#db/orm.ts";
import { ownPlanId } from "#db/plan-of.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { type FoundUser, findUser } from "./list-users.ts";

/**
 * Locks the account to change together with the caller's own: if two administrators remove each other at the same time, the
 * second is refused.
 */
export async function lockUser(tx: Tx, scope: Scope, id: string): Promise<FoundUser> {
  const { user: caller, reach } = scope;
  const { user } = await findUser(tx, id);
  await lockTenantAccounts(tx, user.tenantId);
  const locked = await tx
    .select({ id: users.id, roleCode: users.roleCode, status: users.status })
    .from(users)
    .where(inArray(users.id, [id, caller.id]))
    .orderBy(asc(users.id))
    .for("update");
  const callerIsVisible = reach === "platform" || reach.tenantId === caller.tenantId || id === caller.id;
  const me = locked.find((row) => row.id === caller.id);
  if (callerIsVisible && (me?.roleCode !== caller.role || me.status !== "Active")) {
    throw forbidden(t("Your account has just been changed. Please sign in again."));
  }
  return findUser(tx, id);
}

/** The rank that an account has or is to get. */
type Rank = { roleCode: Role; tenantIsOwner: boolean };

/**
 * An ADMIN may change users and admins. Super admins of the owner company may be changed only from within it, because they may act
 * for every company.
 */
export function refuseAboveRank({ user }: Scope, { roleCode, tenantIsOwner }: Rank) {
  if (roleCode !== "SUPER_ADMIN") return;
  if (user.role !== "SUPER_ADMIN") throw forbidden(t("Only a super admin can change a super admin"));
  if (tenantIsOwner && !user.tenantIsOwner) {
    throw forbidden(t("Only a super admin of the owner company can change its super admins"));
  }
}

/** Exports, erasures and retention of another company are for super admins of the owner company only. */
export function refuseForeignCompany({ user }: Scope, tenantId: string) {
  if (tenantId !== user.tenantId && !(user.role === "SUPER_ADMIN" && user.tenantIsOwner))
    throw forbidden(t("Only a super admin of the owner company may do this for another company"));
}

/** An ADMIN may not leave a company without an admin. A super admin may, because they can appoint another. */
export async function refuseLastAdmin(tx: Tx, { user }: Scope, target: FoundUser["user"]) {
  if (user.role !== "ADMIN" || target.roleCode !== "ADMIN" || target.status !== "Active") return;
  const another = and(
    eq(users.tenantId, target.tenantId),
    eq(users.roleCode, "ADMIN"),
    eq(users.status, "Active"),
    ne(users.id, target.id),
  );
  if ((await tx.$count(users, another)) === 0) throw conflict(t("This is the last admin of the company"));
}

/** Call it with `lockTenantAccounts` held, so that no other insert comes between the count and this one. */
export async function refuseOverPlan(tx: Tx, tenant: typeof tenants.$inferSelect) {
  const [plan] = await tx
    .select({ name: plans.name, maxUsers: plans.maxUsers })
    .from(tenants)
    .innerJoin(plans, eq(plans.id, ownPlanId))
    .where(eq(tenants.id, tenant.id));
  if (!plan) return;
  const people = await tx.$count(users, eq(users.tenantId, tenant.id));
  if (people >= plan.maxUsers) {
    throw conflict(
      t("The plan {plan} allows at most {count, plural, one {# user} other {# users}}", {
        plan: plan.name,
        count: plan.maxUsers,
      }),
    );
  }
}
