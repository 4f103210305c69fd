import { and, eq, gt } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import { auditRecords } from "#db/tables/audit-records.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { audit } from "./audit.ts";

const quietMinutes = 60;

/** Acting for a tenant leaves a record in that tenant's log: once an hour for each person, not once a call. */
export function actingNotes() {
  const noted = new Map<string, number>();

  return async function noteActing(scope: Scope) {
    const key = `${scope.user.id} ${scope.tenantId}`;
    const since = scope.now().getTime() - quietMinutes * 60_000;
    if ((noted.get(key) ?? 0) > since) return;
    // As platform: the tenant must exist, and only the platform can look for it.
    await scope.platformTx(async (tx) => {
      const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, scope.tenantId));
      if (!tenant) throw notFound("Company");
      const [recent] = await tx
        .select({ id: auditRecords.id })
        .from(auditRecords)
        .where(
          and(
            eq(auditRecords.tenantId, scope.tenantId),
            eq(auditRecords.actorId, scope.user.id),
            eq(auditRecords.action, "acting.started"),
            gt(auditRecords.at, new Date(since)),
          ),
        )
        .limit(1);
      if (!recent)
        await audit(tx, scope, { action: "acting.started", targetId: scope.tenantId, targetName: tenant.name });
    });
    if (noted.size > 10_000) noted.clear();
    noted.set(key, scope.now().getTime());
  };
}
