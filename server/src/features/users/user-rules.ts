// Who may do what to whose account. Every check here runs after the rows it is about have been locked.
import type { Role } from "@intellibox/contract/rules/access";
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { conflict, forbidden, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { ownPlanId } from "#db/plan-of.ts";
import { firstOr } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { type FoundUser, findUser } from "./list-users.ts";

/** Changes to the people of a company come one after the other: what was counted is still so when it is used. */
export async function lockTenant(tx: Tx, id: string) {
  const found = await tx.select().from(tenants).where(eq(tenants.id, id)).for("no key update");
  return firstOr(found, notFound("Company"));
}

/**
 * The account to change, locked together with the caller's own: of two people who remove each other at once, the
 * second no longer may.
 */
export async function lockUser(tx: Tx, scope: Scope, id: string): Promise<FoundUser> {
  const { user: caller, reach } = scope;
  const { user } = await findUser(tx, id);
  await lockTenant(tx, user.tenantId);
  const locked = await tx
    .select({ id: users.id, roleCode: users.roleCode, status: users.status })
    .from(users)
    .where(inArray(users.id, [id, caller.id]))
    .orderBy(asc(users.id))
    .for("update");
  const callerIsVisible = reach === "platform" || reach.tenantId === caller.tenantId || id === caller.id;
  const me = locked.find((row) => row.id === caller.id);
  if (callerIsVisible && (me?.roleCode !== caller.role || me.status !== "Active")) {
    throw forbidden("Your account has just been changed. Please sign in again.");
  }
  return findUser(tx, id);
}

/** What an account is, or is to become. */
type Standing = { roleCode: Role; tenantIsOwner: boolean };

/** An ADMIN handles users and admins; super admins of the owner company are handled from within it only, as they may act for everyone. */
export function refuseAboveRank({ user }: Scope, { roleCode, tenantIsOwner }: Standing) {
  if (roleCode !== "SUPER_ADMIN") return;
  if (user.role !== "SUPER_ADMIN") throw forbidden("Only a super admin can change a super admin");
  if (tenantIsOwner && !user.tenantIsOwner) {
    throw forbidden("Only a super admin of the owner company can change its super admins");
  }
}

/** An ADMIN cannot leave a company without one; a super admin, who can give it another, may. */
export async function refuseLastAdmin(tx: Tx, { user }: Scope, target: FoundUser["user"]) {
  if (user.role !== "ADMIN" || target.roleCode !== "ADMIN" || target.status !== "Active") return;
  const another = and(
    eq(users.tenantId, target.tenantId),
    eq(users.roleCode, "ADMIN"),
    eq(users.status, "Active"),
    ne(users.id, target.id),
  );
  if ((await tx.$count(users, another)) === 0) throw conflict("This is the last admin of the company");
}

/** Call it with the tenant locked: then no other creation can come between the count and the insert. */
export async function refuseOverPlan(tx: Tx, tenant: typeof tenants.$inferSelect) {
  const [plan] = await tx
    .select({ name: plans.name, maxUsers: plans.maxUsers })
    .from(tenants)
    .innerJoin(plans, eq(plans.id, ownPlanId))
    .where(eq(tenants.id, tenant.id));
  if (!plan) return;
  const people = await tx.$count(users, eq(users.tenantId, tenant.id));
  if (people >= plan.maxUsers) {
    throw conflict(`The plan ${plan.name} allows at most ${plan.maxUsers === 1 ? "1 user" : `${plan.maxUsers} users`}`);
  }
}
