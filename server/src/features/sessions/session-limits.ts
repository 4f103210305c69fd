// After how long the sessions of a company end. Open sessions follow when they are renewed, within a quarter of an hour.
import type { SessionLimits } from "@intellibox/contract/endpoints/sessions";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { refuseForeignCompany } from "#features/users/user-rules.ts";

export const getSessionLimits = (scope: Scope, id: string) =>
  scope.tx(async (tx) => (await findCompany(tx, scope, id)).limits);

export const saveSessionLimits = (scope: Scope, id: string, form: SessionLimits) =>
  scope.tx(async (tx) => {
    const { name, limits } = await findCompany(tx, scope, id);
    const changes = changesBetween(limits, form);
    if (Object.keys(changes).length > 0) {
      const hours = { sessionIdleHours: form.idleHours, sessionLifeHours: form.lifeHours };
      await tx.update(tenants).set(hours).where(eq(tenants.id, id));
      await audit(tx, scope, {
        action: "session-limits.updated",
        tenantId: id,
        targetId: id,
        targetName: name,
        changes,
      });
    }
    return form;
  });

async function findCompany(tx: Tx, scope: Scope, id: string) {
  const limits = { idleHours: tenants.sessionIdleHours, lifeHours: tenants.sessionLifeHours };
  const found = await tx.select({ name: tenants.name, limits }).from(tenants).where(eq(tenants.id, id)).for("update");
  const company = firstOr(found, notFound(t("Company not found")));
  refuseForeignCompany(scope, id);
  return company;
}
