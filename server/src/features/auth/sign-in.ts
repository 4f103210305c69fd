import type { BodyOf } from "@intellibox/contract/endpoint";
import type { auth } from "@intellibox/contract/endpoints/auth";
import { and, eq } from "drizzle-orm";
import { AppError, invalid } from "#lib/errors.ts";
import { hashPassword, passwordMatches, refuseWeakPassword } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope, Visitor } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { endSessionsOf, openSession } from "./sessions.ts";
import { forgetFailures, noteFailure, refuseTooManyFailures } from "./throttle.ts";

/** One sentence for every reason: it must not tell who has an account here. */
const refused = () => new AppError("unauthenticated", "The email or the password is not right");

export async function signIn(visitor: Visitor, { email, password }: BodyOf<typeof auth.login>) {
  const now = visitor.now();
  const attempt = { email, address: visitor.address };
  // As platform: nobody is signed in yet, so there is no tenant to fence by.
  const found = await visitor.platformTx(async (tx) => {
    await refuseTooManyFailures(tx, attempt, now);
    const [row] = await tx
      .select()
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(eq(users.email, email));
    return row;
  });
  // Hashing is slow on purpose: outside of any transaction, and also where there is no account.
  const right = await passwordMatches(found?.users.passwordHash, password);
  const admitted = right && found?.users.status === "Active" && found.tenants.status === "Active";

  if (!admitted) {
    await visitor.platformTx((tx) => noteFailure(tx, attempt, now));
    throw refused();
  }
  const { users: user, tenants: tenant } = found;
  return visitor.platformTx(async (tx) => {
    await forgetFailures(tx, attempt);
    const { address, userAgent } = visitor;
    const pair = await openSession(tx, { tenantId: tenant.id, userId: user.id, address, userAgent, now });
    return { ...pair, ...presentSession(user, tenant) };
  });
}

/** The signed-in user and company as they are now. */
export function whoAmI(scope: Scope) {
  return scope.tx(async (tx) => {
    const mine = await tx
      .select()
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(eq(users.id, scope.user.id));
    const { users: user, tenants: tenant } = firstOr(mine, refused());
    return presentSession(user, tenant);
  });
}

export async function changePassword(scope: Scope, form: BodyOf<typeof auth.changePassword>) {
  refuseWeakPassword(form.newPassword, "newPassword");
  const stored = await scope.tx((tx) => passwordHashOf(tx, scope.user.id));
  if (!(await passwordMatches(stored, form.currentPassword))) {
    throw invalid("The current password is not right", { currentPassword: "The current password is not right" });
  }
  if (form.newPassword === form.currentPassword) {
    throw invalid("Choose a password that is not the current one", {
      newPassword: "Choose a password that is not the current one",
    });
  }
  const passwordHash = await hashPassword(form.newPassword);
  await scope.tx(async (tx) => {
    await tx.update(users).set({ passwordHash, mustChangePassword: false }).where(eq(users.id, scope.user.id));
    await endSessionsOf(tx, { tenantId: scope.user.tenantId, id: scope.user.id }, scope.user.sessionId);
    await audit(tx, scope, { action: "user.password-changed", targetId: scope.user.id, targetName: scope.user.email });
  });
  return { ok: true as const };
}

async function passwordHashOf(tx: Tx, userId: string) {
  const rows = await tx
    .select({ hash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId)));
  return firstOr(rows, refused()).hash;
}

type UserRow = typeof users.$inferSelect;
type TenantRow = typeof tenants.$inferSelect;

function presentSession(user: UserRow, tenant: TenantRow) {
  const { id: _id, name, email, roleCode, status, mustChangePassword, createdAt } = user;
  const company = { _id: tenant.id, code: tenant.code, name: tenant.name };
  return {
    user: {
      _id,
      name,
      email,
      roleCode,
      status,
      mustChangePassword,
      createdAt,
      tenantId: company,
      tenantIsOwner: tenant.isOwner,
    },
    tenant: { ...company, slug: tenant.slug, status: tenant.status, isOwner: tenant.isOwner },
  };
}
