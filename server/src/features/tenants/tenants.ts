import type { BodyOf } from "@intellibox/contract/endpoint";
import type { tenants as tenantCalls } from "@intellibox/contract/endpoints/tenants";
import { slugOf } from "@intellibox/contract/rules/slug";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { lockTenantRow } from "#db/lock-tenant.ts";
import { eq, like } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { endSessionsOfTenant } from "#features/auth/sessions.ts";
import { presentTenant, tenantColumns } from "./list-tenants.ts";

type Row = typeof tenants.$inferSelect;
type Form = BodyOf<typeof tenantCalls.update>;

export function createTenant(scope: Scope, { slug, ...form }: BodyOf<typeof tenantCalls.create>) {
  return scope.tx(async (tx) => {
    await refuseUnknownPlan(tx, form.planId);
    const row = only(
      await tx
        .insert(tenants)
        .values({ ...form, slug: slug ? wantedSlug(slug) : await freeSlug(tx, form) })
        .returning(),
    );
    const { id, code, name, status, planId } = row;
    const changes = { code, name, slug: row.slug, status, planId };
    await audit(tx, scope, { action: "tenant.created", tenantId: id, targetId: id, targetName: name, changes });
    return presentTenant({ ...row, userCount: 0 });
  });
}

export function updateTenant(scope: Scope, id: string, form: Form) {
  return scope.tx(async (tx) => {
    const before = await lockTenantRow(tx, id);
    const row = wantedRow(before, form);
    const changes = changesBetween(before, row);
    refuseChange(scope, before, changes);
    if ("planId" in changes) await refuseUnknownPlan(tx, form.planId);
    if (Object.keys(changes).length > 0) {
      await tx.update(tenants).set(row).where(eq(tenants.id, id));
      // So that old tokens do not work again once the company is active.
      if ("status" in changes && row.status === "Suspended") await endSessionsOfTenant(tx, id);
      const name = form.name ?? before.name;
      await audit(tx, scope, { action: "tenant.updated", tenantId: id, targetId: id, targetName: name, changes });
    }
    return presentTenant(only(await tx.select(tenantColumns).from(tenants).where(eq(tenants.id, id))));
  });
}

/** Removes a company with everything that it owns. If it has users, `confirm` must be its code. */
export async function removeTenant(scope: Scope, id: string, confirm: string | undefined) {
  const { user } = scope;
  const remove = async (tx: Tx) => {
    const { isOwner, name, code } = await lockTenantRow(tx, id);
    if (isOwner) throw conflict(t("The owner company cannot be deleted"));
    if (id === user.tenantId) throw conflict(t("You cannot delete your own company"));
    const people = await tx.$count(users, eq(users.tenantId, id));
    if (people > 0 && confirm?.toUpperCase() !== code) {
      throw conflict(
        t("{name} has {people, plural, one {# user} other {# users}}. Type its code to delete it.", { name, people }),
      );
    }
    await tx.delete(tenants).where(eq(tenants.id, id));
    // Recorded in the actor's company, because the removal deletes the company's own records.
    const entry = { action: "tenant.deleted", targetId: id, targetName: name, changes: { code, users: people } };
    await audit(tx, scope, { ...entry, tenantId: user.tenantId });
  };
  // Deleting all of a company's mail takes longer than the usual statement timeout.
  await scope.tx(remove, { statementSeconds: 300 });
  return { ok: true as const };
}

/** The columns that the form sets. A field that is missing stays as it is. */
function wantedRow(before: Row, { code, slug, address, ...fields }: Form): Partial<Row> {
  if (code !== undefined && code !== before.code) {
    throw invalid(t("The code cannot be changed"), { code: t("The code cannot be changed") });
  }
  const row = { ...fields, ...(address && { address: { ...before.address, ...address } }) };
  const named = slug === undefined ? {} : { slug: wantedSlug(slug || (fields.name ?? before.name)) };
  return Object.fromEntries(Object.entries({ ...row, ...named }).filter(([, value]) => value !== undefined));
}

const ownFields = new Set(["name", "contactEmail", "contactPhone", "address"]);

function refuseChange({ user }: Scope, before: Row, changes: Record<string, unknown>) {
  const managed = Object.keys(changes).filter((field) => !ownFields.has(field));
  if (user.role !== "SUPER_ADMIN" && managed.length > 0) {
    throw forbidden(t("Only a super admin may change: {fields}", { fields: managed.join(", ") }));
  }
  if (before.isOwner && "isOwner" in changes) throw conflict(t("The owner company stays the owner"));
  if (before.isOwner && "status" in changes) throw conflict(t("The owner company cannot be suspended"));
  if ("status" in changes && before.status === "Active" && before.id === user.tenantId) {
    throw conflict(t("You cannot suspend your own company"));
  }
}

/** The lock keeps the plan from being removed before the company that refers to it is committed. */
async function refuseUnknownPlan(tx: Tx, planId: string | null | undefined) {
  if (!planId) return;
  const found = await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, planId)).for("key share");
  firstOr(found, invalid(t("That plan does not exist"), { planId: t("That plan does not exist") }));
}

function wantedSlug(text: string) {
  const slug = slugOf(text);
  if (!slug) throw invalid(t("Slug needs letters or digits"), { slug: t("Slug needs letters or digits") });
  return slug;
}

/** Made from the name, or from the code if the name has no characters for a slug. Gets a number if it is taken. */
async function freeSlug(tx: Tx, { name, code }: { name: string; code: string }) {
  const base = slugOf(name) || slugOf(code) || "company";
  const alike = await tx
    .select({ slug: tenants.slug })
    .from(tenants)
    .where(like(tenants.slug, `${base}%`));
  const taken = new Set(alike.map(({ slug }) => slug));
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
