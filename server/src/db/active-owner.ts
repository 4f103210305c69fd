import type { Tx } from "./fence.ts";
import { type AnyPgColumn, and, eq, exists, isNull } from "./orm.ts";
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

/** The user's account is active and their mail is not closed. */
export async function canReadMail(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.tenantId, tenantId),
        eq(users.id, userId),
        isNull(users.mailClosedAt),
        isOwnerActive(tx, { tenantId: users.tenantId, userId: users.id }),
      ),
    );
  return rows.length > 0;
}
