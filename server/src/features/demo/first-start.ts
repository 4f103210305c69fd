import { sql } from "drizzle-orm";
import { hashPassword, refuseWeakPassword } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { only } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Visitor } from "#scope.ts";
import { demoPassword, demoPeople, demoPlans, demoTenants } from "./demo-people.ts";

/** An empty database gets the demo, or its first owner; one with anything in it is left alone. */
export async function prepareFirstStart(visitor: Visitor) {
  const { config } = visitor;
  if (!config.demo && !config.firstOwner) return;
  if (config.firstOwner && !config.demo) refuseWeakPassword(config.firstOwner.password, "INTELLIBOX_ADMIN_PASSWORD");
  const passwordHash = await hashPassword(config.demo ? demoPassword : (config.firstOwner?.password ?? ""));

  // As platform: there is no tenant yet.
  await visitor.platformTx(async (tx) => {
    // Of two processes that start at once on an empty database, one fills it.
    await tx.execute(sql`select pg_advisory_xact_lock(727002)`);
    const [any] = await tx.select({ id: tenants.id }).from(tenants).limit(1);
    if (any) return;
    if (config.demo) await loadDemoPeople(tx, passwordHash);
    else if (config.firstOwner) await createOwner(tx, config.firstOwner.email, passwordHash);
  });
}

async function createOwner(tx: Tx, email: string, passwordHash: string) {
  await tx.insert(plans).values(demoPlans);
  const owner = only(
    await tx
      .insert(tenants)
      .values({ code: "OWNER", name: "Intellibox", slug: "intellibox", isOwner: true, address: noAddress })
      .returning(),
  );
  await tx.insert(users).values({ tenantId: owner.id, name: "Owner", email, roleCode: "SUPER_ADMIN", passwordHash });
}

async function loadDemoPeople(tx: Tx, passwordHash: string) {
  const byCode = new Map((await tx.insert(plans).values(demoPlans).returning()).map((plan) => [plan.code, plan.id]));
  for (const { plan, ...tenant } of demoTenants) {
    const { id } = only(
      await tx
        .insert(tenants)
        .values({ ...tenant, planId: byCode.get(plan) ?? null })
        .returning(),
    );
    const people = demoPeople.filter(({ company }) => company === tenant.code);
    await tx
      .insert(users)
      .values(people.map(({ company: _, ...person }) => ({ ...person, tenantId: id, passwordHash })));
  }
}

const noAddress = { line1: "", line2: "", city: "", state: "", pin: "", country: "India" };
