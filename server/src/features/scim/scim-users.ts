// Users of one company, as its directory makes, changes and deactivates them. Nobody is erased, and super admins are not seen here.
import { t } from "@intellibox/contract/text/t";
import { newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { lockTenantAccounts } from "#db/lock-tenant.ts";
import { and, asc, eq, ne, type SQL, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { scimUsers } from "#db/tables/sso.ts";
import { users } from "#db/tables/users.ts";
import type { Person, Visitor } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { hashFirstPassword } from "#features/auth/new-password.ts";
import { endSessionsOf } from "#features/auth/sessions.ts";
import { isLastAdmin, roleOfGroups } from "#features/sso/group-role.ts";
import { findConnection } from "#features/sso/sso-settings.ts";
import { refuseOverPlan } from "#features/users/user-rules.ts";
import type { ScimChange } from "./read-user.ts";
import { noSuchResource, ScimError } from "./scim-answer.ts";

export type ScimUser = { user: typeof users.$inferSelect; externalId: string | null; updatedAt: Date | null };
type Company = { visitor: Visitor; tenantId: string };

/** As platform: the caller is a program without a user. Each statement names the company of its token. */
const inCompany = ({ tenantId }: Company, which?: SQL) =>
  and(eq(users.tenantId, tenantId), ne(users.roleCode, "SUPER_ADMIN"), which);

const select = (tx: Tx) =>
  tx
    .select({ user: users, externalId: scimUsers.externalId, updatedAt: scimUsers.updatedAt })
    .from(users)
    .leftJoin(scimUsers, and(eq(scimUsers.tenantId, users.tenantId), eq(scimUsers.userId, users.id)));

type Page = { which: SQL | undefined; startIndex: number; count: number };

export const listScimUsers = (company: Company, { which, startIndex, count }: Page) =>
  company.visitor.platformTx(async (tx) => {
    const where = inCompany(company, which);
    const [all] = await tx
      .select({ total: sql<number>`count(*)::int` })
      .from(users)
      .leftJoin(scimUsers, and(eq(scimUsers.tenantId, users.tenantId), eq(scimUsers.userId, users.id)))
      .where(where);
    const items = count === 0 ? [] : await page(tx, where, { startIndex, count });
    return { total: all?.total ?? 0, items };
  });

const page = (tx: Tx, where: SQL | undefined, { startIndex, count }: Omit<Page, "which">) =>
  select(tx)
    .where(where)
    .orderBy(asc(users.email))
    .limit(count)
    .offset(startIndex - 1);

const find = async (tx: Tx, company: Company, id: string): Promise<ScimUser> =>
  firstOr(await select(tx).where(inCompany(company, eq(users.id, id))), noSuchResource());

export const getScimUser = (company: Company, id: string) => company.visitor.platformTx((tx) => find(tx, company, id));

export async function createScimUser(company: Company, given: ScimChange & { userName: string }): Promise<ScimUser> {
  const { visitor, tenantId } = company;
  const { userName: email, name = email.split("@")[0] ?? email, externalId = null, isActive = true } = given;
  // First, because hashing is slow on purpose, and repeated refusals must not take the time of people who sign in.
  await visitor.platformTx((tx) => refuseNew(tx, company, email));
  // Outside of a transaction, for the same reason. Nobody knows this password.
  const password = await hashFirstPassword(visitor, email, newToken());
  return visitor.platformTx(async (tx) => {
    await refuseNew(tx, company, email);
    const connection = await findConnection(tx, tenantId);
    const roleCode = connection ? roleOfGroups(connection, undefined) : "NORMAL_USER";
    const status = isActive ? ("Active" as const) : ("Inactive" as const);
    // Until the first sign-in: the list of users shows who has not come yet.
    const row = { tenantId, email, name, roleCode, status, ...password, mustChangePassword: true };
    const { id } = only(await tx.insert(users).values(row).returning({ id: users.id }));
    await keepExternalId(tx, company, id, externalId);
    await record(tx, company, { action: "user.created", id, email, changes: { by: "SCIM", name, roleCode, status } });
    return find(tx, company, id);
  });
}

/** Locks the accounts of the company. */
async function refuseNew(tx: Tx, { tenantId }: Company, email: string) {
  const tenant = await lockTenantAccounts(tx, tenantId);
  const taken = await tx.$count(users, and(eq(users.tenantId, tenantId), eq(users.email, email)));
  if (taken > 0) throw new ScimError(409, t("A user with this email already exists"), "uniqueness");
  await refuseOverPlan(tx, tenant).catch((error: Error) => {
    throw new ScimError(403, error.message);
  });
}

/** `read` makes the change from the user as it is, because a PATCH may change a part of the name. */
export const changeScimUser = (company: Company, id: string, read: (user: ScimUser["user"]) => ScimChange) =>
  company.visitor.platformTx(async (tx) => {
    await lockTenantAccounts(tx, company.tenantId);
    const { user, externalId } = await find(tx, company, id);
    const change = read(user);
    if (change.userName !== undefined && change.userName !== user.email)
      throw new ScimError(400, t("The email cannot be changed"), "mutability");
    const status = change.isActive === undefined ? undefined : change.isActive ? "Active" : "Inactive";
    if (status === "Inactive" && user.status === "Active") await refuseLockOut(tx, user);
    const changes = changesBetween(user, { name: change.name, status });
    const row = Object.fromEntries(Object.keys(changes).map((key) => [key, key === "name" ? change.name : status]));
    if (Object.keys(row).length > 0) {
      await tx
        .update(users)
        .set(row)
        .where(and(eq(users.tenantId, company.tenantId), eq(users.id, id)));
      await record(tx, company, { action: "user.updated", id, email: user.email, changes: { by: "SCIM", ...changes } });
    }
    if (status === "Inactive") await endSessionsOf(tx, user);
    await keepExternalId(tx, company, id, change.externalId === undefined ? externalId : change.externalId);
    return find(tx, company, id);
  });

/** A directory that goes wrong must not leave a company without the people who can repair it. */
async function refuseLockOut(tx: Tx, user: ScimUser["user"]) {
  if (user.roleCode === "ADMIN" && (await isLastAdmin(tx, user)))
    throw new ScimError(409, t("This is the last admin of the company"));
  const connection = await findConnection(tx, user.tenantId);
  if (connection?.isOnly && connection.passwordUserId === user.id)
    throw new ScimError(409, t("This person's password works if single sign-on fails, so the account stays active"));
}

async function keepExternalId(tx: Tx, { visitor, tenantId }: Company, userId: string, externalId: string | null) {
  const row = { externalId, updatedAt: visitor.now() };
  await tx
    .insert(scimUsers)
    .values({ tenantId, userId, ...row })
    .onConflictDoUpdate({ target: [scimUsers.tenantId, scimUsers.userId], set: row });
}

type Recorded = { action: string; id: string; email: string; changes: Record<string, unknown> };

/** The actor is the company's directory, which has the id of the company. */
const record = (tx: Tx, { visitor, tenantId }: Company, { action, id, email, changes }: Recorded) => {
  const directory: Person = {
    ...{ id: tenantId, tenantId, name: "Directory (SCIM)", email: "", role: "ADMIN" },
    ...{ mustChangePassword: false, tenantName: "", tenantIsOwner: false },
  };
  const scope = { user: directory, tenantId, address: visitor.address };
  return audit(tx, scope, { action, targetId: id, targetName: email, changes });
};
