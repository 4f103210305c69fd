import type { Tx } from "#db/fence.ts";
import { and, eq, ne } from "#db/orm.ts";
import type { ssoConnections } from "#db/tables/sso.ts";
import { users } from "#db/tables/users.ts";

type Connection = Pick<typeof ssoConnections.$inferSelect, "defaultRole" | "groupRoles" | "passwordUserId">;
type User = typeof users.$inferSelect;
type SsoRole = "ADMIN" | "NORMAL_USER";

/** The highest role of the groups; the default role if none of them is named. Never a super admin. */
export function roleOfGroups({ defaultRole, groupRoles }: Connection, groups: string[] | undefined): SsoRole {
  const named = groupRoles.filter(({ group }) => groups?.includes(group)).map(({ role }) => role);
  if (named.length > 0) return named.includes("ADMIN") ? "ADMIN" : "NORMAL_USER";
  return defaultRole === "ADMIN" ? "ADMIN" : "NORMAL_USER";
}

/** The role that a user's groups change theirs to; undefined if it stays. Needs the lock of the company's accounts. */
export async function changedRole(
  tx: Tx,
  connection: Connection,
  user: User,
  groups: string[] | undefined,
): Promise<SsoRole | undefined> {
  if (connection.groupRoles.length === 0 || groups === undefined) return undefined;
  // Neither the super admins nor the person who is to help when the provider fails.
  if (user.roleCode === "SUPER_ADMIN" || user.id === connection.passwordUserId) return undefined;
  const role = roleOfGroups(connection, groups);
  if (role === user.roleCode) return undefined;
  return user.roleCode === "ADMIN" && (await isLastAdmin(tx, user)) ? undefined : role;
}

/** Needs the lock of the company's accounts. */
export async function isLastAdmin(tx: Tx, user: User) {
  const another = and(
    eq(users.tenantId, user.tenantId),
    eq(users.roleCode, "ADMIN"),
    eq(users.status, "Active"),
    ne(users.id, user.id),
  );
  return (await tx.$count(users, another)) === 0;
}
