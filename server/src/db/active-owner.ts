import type { Tx } from "./fence.ts";
import { type AnyPgColumn, and, eq, exists } from "./orm.ts";
import { tenants } from "./tables/tenants.ts";
import { users } from "./tables/users.ts";

/**
 * True of a row whose owner's account is active in an active company. Background work for the row waits otherwise: the owner
 * cannot sign in to stop it.
 */
export const isOwnerActive = (tx: Tx, owned: { tenantId: AnyPgColumn; userId: AnyPgColumn }) =>
  exists(
    tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(
        and(
          eq(users.tenantId, owned.tenantId),
          eq(users.id, owned.userId),
          eq(users.status, "Active"),
          eq(tenants.status, "Active"),
        ),
      ),
  );
