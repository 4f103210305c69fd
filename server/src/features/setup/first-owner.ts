import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import { firstPlans } from "./first-plans.ts";

/** Holds a lock until the end of the transaction, so that of several processes only one fills an empty database. */
export async function lockIfEmpty(tx: Tx): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(727002)`);
  const [any] = await tx.select({ id: tenants.id }).from(tenants).limit(1);
  return !any;
}

type Owner = { name: string; email: string; passwordHash: string };

/** Creates the owner company with its first super admin. Only for an empty database. */
export async function createOwner(tx: Tx, owner: Owner) {
  await tx.insert(plans).values(firstPlans);
  const address = { line1: "", line2: "", city: "", state: "", pin: "", country: "India" };
  const { id } = only(
    await tx
      .insert(tenants)
      .values({ code: "OWNER", name: "Intellibox", slug: "intellibox", isOwner: true, address })
      .returning(),
  );
  await tx.insert(users).values({ ...owner, tenantId: id, roleCode: "SUPER_ADMIN" });
}
