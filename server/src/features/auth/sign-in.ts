import type { BodyOf } from "@intellibox/contract/endpoint";
import type { auth } from "@intellibox/contract/endpoints/auth";
import { and, asc, desc, eq } from "drizzle-orm";
import { AppError, invalid } from "#lib/errors.ts";
import { passwordMatches, refuseWeakPassword, whichMatch } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope, Visitor } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { knownDevice } from "./known-device.ts";
import { replacePassword } from "./new-password.ts";
import { openMailWhereNoneIs } from "./open-mail.ts";
import { endSessionsOf, openSession } from "./sessions.ts";
import { forgetFailures, noteFailure, refuseTooManyFailures, takeTurns } from "./throttle.ts";

/** One sentence for every reason: it must not tell who has an account here. */
const refused = () => new AppError("unauthenticated", "Wrong email or password");

/**
 * One address may have accounts in several companies, each with a password of its own: the password says which is meant. Of
 * several that match, the one whose password was set last: then whoever sets the password of one account learns nothing about
 * another. `company` names one.
 */
export async function signIn(visitor: Visitor, { email, password, company }: BodyOf<typeof auth.login>) {
  // As platform: nobody is signed in yet, so there is no tenant to fence by.
  const { attempt, hashes } = await visitor.platformTx(async (tx) => {
    const accounts = await findAccounts(tx, email, company);
    const devices = accounts.flatMap(({ users: { id } }) => knownDevice(visitor, id) ?? []);
    const attempt = { email, address: visitor.address, devices };
    await refuseTooManyFailures(tx, attempt, visitor.now());
    return { attempt, hashes: accounts.map(({ users: user }) => user.passwordHash) };
  });
  // Hashing is slow on purpose: outside of any transaction, and also where there is no account.
  const right = await whichMatch(hashes, password);

  const session = await visitor.platformTx(async (tx) => {
    const now = visitor.now();
    // What was true before the hashing is looked at again: other guesses, another password, another status.
    await takeTurns(tx, attempt);
    const ways = await refuseTooManyFailures(tx, attempt, now);
    const accounts = right.size > 0 ? await findAccounts(tx, email, company, { lock: true }) : [];
    const found = accounts.find(({ users: user, tenants: tenant }) => {
      const device = knownDevice(visitor, user.id);
      const isJudged = ways.stranger || (device !== undefined && ways.devices.includes(device));
      return isJudged && right.has(user.passwordHash) && user.status === "Active" && tenant.status === "Active";
    });
    if (!found) {
      await noteFailure(tx, attempt, ways, now);
      return undefined;
    }
    const { users: user, tenants: tenant } = found;
    // The place of a second factor, once there is one: between the right password and the session.
    const device = knownDevice(visitor, user.id);
    if (device) await forgetFailures(tx, device);
    const { address, userAgent } = visitor;
    const pair = await openSession(tx, { tenantId: tenant.id, userId: user.id, address, userAgent, now });
    return { ...pair, ...presentSession(user, tenant) };
  });
  if (!session) throw refused();
  return session;
}

async function findAccounts(tx: Tx, email: string, company: string | undefined, { lock = false } = {}) {
  const accounts = tx
    .select()
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.email, email), company ? eq(tenants.code, company) : undefined))
    .orderBy(desc(users.passwordSetAt), asc(users.id));
  return lock ? accounts.for("share", { of: users }) : accounts;
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
  if (!(await passwordMatches(stored, form.currentPassword))) throw wrongCurrent();
  if (form.newPassword === form.currentPassword) {
    throw invalid("Choose a password that differs from the current one", {
      newPassword: "Choose a password that differs from the current one",
    });
  }
  const replaced = await replacePassword(scope, form.newPassword, stored);
  // As platform: whether there is mail cannot be seen while it is closed.
  await scope.platformTx(async (tx) => {
    // Of two changes at once the second one's current password is no longer that.
    const mine = and(eq(users.id, scope.user.id), eq(users.passwordHash, stored));
    const changed = await tx
      .update(users)
      .set({ ...replaced, mustChangePassword: false })
      .where(mine)
      .returning();
    if (changed.length === 0) throw wrongCurrent();
    if (scope.user.mailClosed) await openMailWhereNoneIs(tx, scope.user);
    await endSessionsOf(tx, { tenantId: scope.user.tenantId, id: scope.user.id }, scope.user.sessionId);
    await audit(tx, scope, { action: "user.password-changed", targetId: scope.user.id, targetName: scope.user.email });
  });
  return { ok: true as const };
}

const wrongCurrent = () =>
  invalid("Current password is incorrect", { currentPassword: "Current password is incorrect" });

async function passwordHashOf(tx: Tx, userId: string) {
  const rows = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return firstOr(rows, refused()).hash;
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
