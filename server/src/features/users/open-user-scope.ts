import { inLanguage } from "#lib/languages.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import { openScope, type Scope, type World } from "#scope.ts";

/** Runs work of a job as a user and in the user's language. Undefined if there is no such user. */
export async function asUser<Result>(
  world: World,
  { tenantId, userId }: { tenantId: string; userId: string },
  work: (scope: Scope) => Promise<Result>,
): Promise<Result | undefined> {
  const [found] = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ user: users, tenant: tenants })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(eq(users.tenantId, tenantId), eq(users.id, userId))),
  );
  if (!found) return undefined;
  const { id, name, email, roleCode, language } = found.user;
  const user = {
    ...{ id, tenantId, name, email, role: roleCode, mustChangePassword: false },
    ...{ tenantName: found.tenant.name, tenantIsOwner: found.tenant.isOwner },
  };
  return inLanguage(language ?? "en", () => work(openScope(world, { user })));
}
