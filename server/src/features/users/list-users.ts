import type { QueryOf } from "@intellibox/contract/endpoint";
import type { users as userCalls } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { forbidden, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { matchesAny, orderBy, pageBounds } from "#db/paging.ts";
import { firstOr } from "#db/rows.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { presentUser } from "#features/auth/present-user.ts";

type Query = QueryOf<typeof userCalls.list>;

/** As in `presentUser`. */
const hasEverSignedIn = sql<boolean>`(${users.lastSignInAt} is not null or not ${users.mustChangePassword})`;

/** Sorted by name. A NORMAL_USER gets names and roles, and may not infer more by filtering or sorting. */
export async function listUsers(scope: Scope, query: Query) {
  const { q, status, roleCode, tenantId, hasSignedIn, sort = "name", page, limit } = query;
  const isColleague = scope.user.role === "NORMAL_USER";
  if (isColleague && (status || tenantId || hasSignedIn !== undefined || !/^-?(name|roleCode)$/.test(sort))) {
    throw forbidden(t("You may sort and filter by name and role only"));
  }
  if (tenantId && scope.user.role !== "SUPER_ADMIN") throw forbidden(t("You may not choose a company"));

  return scope.tx(async (tx) => {
    const where = and(
      q ? sql`(${matchesAny(isColleague ? [users.name] : [users.name, users.email], q)})` : undefined,
      status && eq(users.status, status),
      roleCode && eq(users.roleCode, roleCode),
      tenantId ? eq(users.tenantId, tenantId) : undefined,
      hasSignedIn === undefined ? undefined : eq(hasEverSignedIn, hasSignedIn === "true"),
    );
    const paged = page !== undefined || limit !== undefined;
    const bounds = pageBounds({ page, limit });
    const found = selectUsers(tx)
      .where(where)
      .orderBy(...orderBy(sort, sortable, users.id));
    const rows = await (paged ? found.limit(bounds.limit).offset(bounds.offset) : found);
    const items = rows.map(isColleague ? presentColleague : presentUser);
    return paged ? { items, total: await tx.$count(users, where) } : items;
  }) as Promise<PresentedUser[] | { items: PresentedUser[]; total: number }>;
}

export async function getUser(scope: Scope, id: string) {
  const row = await reachFor(scope, id)((tx) => findUser(tx, id));
  return scope.user.role === "NORMAL_USER" ? presentColleague(row) : presentUser(row);
}

/** The caller's own account is reachable whichever company they act for; others only within the scope. */
export const reachFor = (scope: Scope, id: string) => (id === scope.user.id ? scope.platformTx : scope.tx);

export const findUser = async (tx: Tx, id: string) =>
  firstOr(await selectUsers(tx).where(eq(users.id, id)), notFound(t("User not found")));

const selectUsers = (tx: Tx) =>
  tx
    .select({
      user: users,
      tenant: { _id: tenants.id, code: tenants.code, name: tenants.name },
      isOwner: tenants.isOwner,
    })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId));

const { name, email, roleCode, status, createdAt } = users;
// Case-insensitive: "anna" sorts next to "Anna".
const sortable = { name: sql`lower(${name})`, email, roleCode, status, createdAt, tenant: sql`lower(${tenants.name})` };

export type FoundUser = Awaited<ReturnType<typeof findUser>>;
type PresentedUser = ReturnType<typeof presentUser>;

const presentColleague = ({ user: { id: _id, name, roleCode } }: FoundUser) => ({ _id, name, roleCode });
