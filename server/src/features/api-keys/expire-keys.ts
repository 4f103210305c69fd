import { and, asc, eq, isNull, lt, or } from "#db/orm.ts";
import { apiKeys } from "#db/tables/api-keys.ts";
import type { Visitor } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";

const mostNoted = 500;
const keptDays = 90;

/** Records in the audit log which keys expired, and removes those that have been over for long. */
export const expireKeys = (platform: Visitor) =>
  // As platform: keys of all companies.
  platform.platformTx(async (tx) => {
    const now = platform.now();
    const { tenantId, id, userId, name, createdBy } = apiKeys;
    const expired = await tx
      .select({ tenantId, id, userId, name, createdBy })
      .from(apiKeys)
      .where(and(lt(apiKeys.expiresAt, now), isNull(apiKeys.revokedAt), isNull(apiKeys.expiryNotedAt)))
      // The commit locks the chains of the companies in this order; in another one, two transactions could deadlock.
      .orderBy(asc(tenantId), asc(id))
      .limit(mostNoted);
    for (const key of expired) {
      // The key itself is the actor: nobody did it. The name of who made a company's key would outlive the person's erasure.
      const user = {
        ...{ id: key.userId ?? key.id, tenantId: key.tenantId, name: key.userId ? key.createdBy : key.name, email: "" },
        ...{ role: "NORMAL_USER" as const, mustChangePassword: false, tenantName: "", tenantIsOwner: false },
      };
      await audit(
        tx,
        { user, tenantId: key.tenantId, address: "" },
        {
          action: "api-key.expired",
          targetId: key.id,
          targetName: key.name,
        },
      );
      await tx
        .update(apiKeys)
        .set({ expiryNotedAt: now })
        .where(and(eq(apiKeys.tenantId, key.tenantId), eq(apiKeys.id, key.id)));
    }
    const long = new Date(now.getTime() - keptDays * 86_400_000);
    await tx.delete(apiKeys).where(or(lt(apiKeys.expiresAt, long), lt(apiKeys.revokedAt, long)));
  });
