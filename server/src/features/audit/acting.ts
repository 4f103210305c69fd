import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { and, eq, gt } from "#db/orm.ts";
import { auditRecords } from "#db/tables/audit-records.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { audit } from "./audit.ts";

const quietMinutes = 60;

/** Records in a tenant's audit log that a super admin acts for it: once an hour for each person, not for each call. */
export function actingRecorder() {
  /** When a pair of user and tenant was last recorded or found, to save the query. */
  const recorded = new Map<string, number>();

  return async function recordActing(scope: Scope) {
    const key = `${scope.user.id} ${scope.tenantId}`;
    const since = scope.now().getTime() - quietMinutes * 60_000;
    if ((recorded.get(key) ?? 0) > since) return;
    // As platform: only that role can check that the tenant exists.
    await scope.platformTx(async (tx) => {
      const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, scope.tenantId));
      if (!tenant) throw notFound(t("Company not found"));
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
    if (recorded.size > 10_000) recorded.clear();
    recorded.set(key, scope.now().getTime());
  };
}
