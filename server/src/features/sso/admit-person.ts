// Lets a person in whom a provider has named: links the account, or makes one.
import type { SsoDoor, SsoFailure } from "@intellibox/contract/rules/sso";
import { AppError } from "#lib/errors.ts";
import { newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { lockTenantAccounts } from "#db/lock-tenant.ts";
import { and, eq } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { passwordLinks } from "#db/tables/password-links.ts";
import { ssoIdentities } from "#db/tables/sso.ts";
import type { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { OidcClaims } from "#outside/oidc.ts";
import type { Person, Visitor } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { hashFirstPassword } from "#features/auth/new-password.ts";
import { endSessionsOf } from "#features/auth/sessions.ts";
import { refuseOverPlan } from "#features/users/user-rules.ts";
import { type Connection, findAtCompany, findAtPublicDoor, type User } from "./find-person.ts";
import { changedRole, roleOfGroups } from "./group-role.ts";
import { groupsOf, nameOf } from "./read-claims.ts";
import { findConnection } from "./sso-settings.ts";

type Answer = { door: SsoDoor; companyId: string | null; claims: OidcClaims };
type UnknownPassword = Awaited<ReturnType<typeof hashFirstPassword>>;

/** Hashing is slow, so it is done between two transactions, and only if an account needs a password that nobody knows. */
export async function admitPerson(visitor: Visitor, answer: Answer): Promise<User | SsoFailure> {
  // As platform: nobody has signed in yet.
  const first = await visitor.platformTx((tx) => admit(tx, visitor, answer));
  if (typeof first === "string" || !("needsPassword" in first)) return first;
  const unknown = await hashFirstPassword(visitor, first.needsPassword, newToken());
  const second = await visitor.platformTx((tx) => admit(tx, visitor, answer, unknown));
  return typeof second === "object" && "needsPassword" in second ? "unavailable" : second;
}

async function admit(
  tx: Tx,
  visitor: Visitor,
  { door, companyId, claims }: Answer,
  unknown?: UnknownPassword,
): Promise<User | SsoFailure | { needsPassword: string }> {
  const connection = companyId ? await findConnection(tx, companyId) : undefined;
  if (door === "company") {
    if (!connection?.isOn || !connection.issuer) return "account";
    await lockTenantAccounts(tx, connection.tenantId);
  }
  const found =
    door === "company"
      ? await findAtCompany(tx, connection as Connection, claims)
      : await findAtPublicDoor(tx, door, claims);
  if (typeof found === "string") return found;
  const groups = connection && groupsOf(claims, connection.groupsClaim);
  if (found.kind === "new") {
    if (!unknown) return { needsPassword: found.email };
    return createPerson(tx, visitor, { ...found, door, claims, groups, unknown });
  }
  const { user } = found;
  const isSetByOther = user.mustChangePassword || user.mailClosedAt !== null;
  if (isSetByOther && !unknown) return { needsPassword: user.email };
  const role = connection && (await changedRole(tx, connection, user, groups));
  const own = isSetByOther && unknown ? { ...unknown, mustChangePassword: false, mailClosedAt: null } : {};
  const changes = { ...own, ...(role && { roleCode: role }) };
  const isUser = and(eq(users.tenantId, user.tenantId), eq(users.id, user.id));
  const admitted =
    Object.keys(changes).length > 0 ? only(await tx.update(users).set(changes).where(isUser).returning()) : user;
  // If another person set the password, that person may have signed in with it. All sessions end, as after a mailed link.
  if (isSetByOther) {
    await endSessionsOf(tx, user);
    const links = and(eq(passwordLinks.tenantId, user.tenantId), eq(passwordLinks.userId, user.id));
    await tx.delete(passwordLinks).where(links);
  }
  if (found.kind === "unlinked") await link(tx, admitted, claims);
  const notes = {
    ...(found.kind === "unlinked" && { linked: claims.iss }),
    ...(role && { roleCode: [user.roleCode, role] }),
    ...(isSetByOther && { password: "removed", mail: "opened" }),
  };
  if (Object.keys(notes).length > 0) await auditOwn(tx, visitor, admitted, "sso.account-changed", notes);
  return admitted;
}

type NewPerson = {
  tenantId: string;
  email: string;
  door: SsoDoor;
  claims: OidcClaims;
  groups: string[] | undefined;
  unknown: UnknownPassword;
};

async function createPerson(
  tx: Tx,
  visitor: Visitor,
  { tenantId, email, door, claims, groups, unknown }: NewPerson,
): Promise<User | SsoFailure> {
  const tenant = await lockTenantAccounts(tx, tenantId);
  const connection = await findConnection(tx, tenantId);
  if (!connection) return "account";
  if (await isFull(tx, tenant)) return "plan";
  const roleCode = roleOfGroups(connection, groups);
  const row = { tenantId, email, name: nameOf(claims, email), roleCode, ...unknown };
  // Somebody else may have made the account between the lookup and the lock.
  const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning();
  if (!user) return "account";
  await link(tx, user, claims);
  await auditOwn(tx, visitor, user, "user.created", { by: "single sign-on", door, issuer: claims.iss, roleCode });
  return user;
}

async function isFull(tx: Tx, tenant: typeof tenants.$inferSelect) {
  try {
    await refuseOverPlan(tx, tenant);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

const link = (tx: Tx, { tenantId, id: userId }: User, { iss: issuer, sub: subject }: OidcClaims) =>
  tx.insert(ssoIdentities).values({ tenantId, userId, issuer, subject });

/** An entry whose actor is the person who signs in. */
export async function auditOwn(
  tx: Tx,
  { address }: Pick<Visitor, "address">,
  user: User,
  action: string,
  changes: Record<string, unknown>,
) {
  const { id, tenantId, name, email, roleCode: role } = user;
  const actor: Person = {
    id,
    tenantId,
    name,
    email,
    role,
    mustChangePassword: false,
    tenantName: "",
    tenantIsOwner: false,
  };
  await audit(tx, { user: actor, tenantId, address }, { action, targetId: id, targetName: email, changes });
}
