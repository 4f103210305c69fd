import type { BodyOf } from "@intellibox/contract/endpoint";
import type { plans as planCalls } from "@intellibox/contract/endpoints/plans";
import { t } from "@intellibox/contract/text/t";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { asc, eq, inArray, or } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";

type Row = typeof plans.$inferSelect;

/** Sorted by code. An ADMIN sees the active plans and their company's own. */
export function listPlans(scope: Scope) {
  return scope.tx(async (tx) => {
    const own = tx.select({ id: tenants.planId }).from(tenants).where(eq(tenants.id, scope.tenantId));
    const visible =
      scope.user.role === "SUPER_ADMIN" ? undefined : or(eq(plans.status, "Active"), inArray(plans.id, own));
    return (await tx.select().from(plans).where(visible).orderBy(asc(plans.code))).map(presentPlan);
  });
}

export function createPlan(scope: Scope, form: BodyOf<typeof planCalls.create>) {
  return scope.tx(async (tx) => {
    const row = only(await tx.insert(plans).values(form).returning());
    await auditPlan(tx, scope, { action: "plan.created", row, changes: form });
    return presentPlan(row);
  });
}

export function updatePlan(scope: Scope, id: string, { code, ...form }: BodyOf<typeof planCalls.update>) {
  return scope.tx(async (tx) => {
    const before = await lockPlan(tx, id);
    if (code !== undefined && code !== before.code) {
      throw invalid(t("The code cannot be changed"), { code: t("The code cannot be changed") });
    }
    const wanted = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    const changes = changesBetween(before, wanted as Partial<Row>);
    if (Object.keys(changes).length === 0) return presentPlan(before);
    const row = only(await tx.update(plans).set(wanted).where(eq(plans.id, id)).returning());
    await auditPlan(tx, scope, { action: "plan.updated", row, changes });
    return presentPlan(row);
  });
}

export async function removePlan(scope: Scope, id: string) {
  await scope.tx(async (tx) => {
    const row = await lockPlan(tx, id);
    const companies = await tx.$count(tenants, eq(tenants.planId, id));
    if (companies > 0) {
      throw conflict(
        t(
          "In use by {companies, plural, one {# company. Move it to another plan first.} other {# companies. Move them to another plan first.}}",
          { companies },
        ),
      );
    }
    await tx.delete(plans).where(eq(plans.id, id));
    await auditPlan(tx, scope, { action: "plan.deleted", row, changes: { code: row.code } });
  });
  return { ok: true as const };
}

const lockPlan = async (tx: Tx, id: string) =>
  firstOr(await tx.select().from(plans).where(eq(plans.id, id)).for("update"), notFound(t("Plan not found")));

/** Plans belong to no tenant, so the record goes to the actor's company. */
const auditPlan = (
  tx: Tx,
  scope: Scope,
  { action, row, changes }: { action: string; row: Row; changes: Record<string, unknown> },
) => audit(tx, scope, { action, tenantId: scope.user.tenantId, targetId: row.id, targetName: row.name, changes });

const presentPlan = ({ id, ...row }: Row) => ({ _id: id, ...row });
