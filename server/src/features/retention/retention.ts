// How long a company keeps its data here: its own settings, or the installation's defaults.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { retention as calls } from "@intellibox/contract/endpoints/retention";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { eq, sql } from "#db/orm.ts";
import { retentionOf } from "#db/retention-days.ts";
import { firstOr } from "#db/rows.ts";
import { retentionSettings } from "#db/tables/retention-settings.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { refuseForeignCompany } from "#features/users/user-rules.ts";

type Form = BodyOf<typeof calls.save>;

export const getRetention = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    await findCompany(tx, scope, id);
    return { settings: await retentionOf(tx, id), defaults: scope.config.retention };
  });

export const saveRetention = (scope: Scope, id: string, form: Form) =>
  scope.tx(async (tx) => {
    const { name } = await findCompany(tx, scope, id);
    const changes = changesBetween(await retentionOf(tx, id), form);
    if (Object.keys(changes).length > 0) {
      await tx
        .insert(retentionSettings)
        .values({ tenantId: id, ...form })
        .onConflictDoUpdate({ target: retentionSettings.tenantId, set: { ...form, updatedAt: sql`now()` } });
      await audit(tx, scope, { action: "retention.updated", tenantId: id, targetId: id, targetName: name, changes });
    }
    return { settings: form, defaults: scope.config.retention };
  });

async function findCompany(tx: Tx, scope: Scope, id: string) {
  const found = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, id));
  const company = firstOr(found, notFound(t("Company not found")));
  refuseForeignCompany(scope, id);
  return company;
}
