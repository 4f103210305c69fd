import { BadSettings } from "#lib/bad-settings.ts";
import { hashPassword, passwordMatches, refuseWeakPassword } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Visitor } from "#scope.ts";
import { createOwner, lockIfEmpty } from "#features/setup/first-owner.ts";
import { firstPlans } from "#features/setup/first-plans.ts";
import { demoPassword, demoPeople, demoTenants } from "./demo-people.ts";

/**
 * Adds the demo, or the first owner of the settings, to an empty database; another is left as it is. Returns whether the database
 * is still empty, so that there is no account to sign in with.
 */
export async function prepareFirstStart(visitor: Visitor): Promise<{ isEmpty: boolean }> {
  const { demo, firstOwner } = visitor.config;
  if (!demo) await refuseDemoAccounts(visitor);
  if (firstOwner && !demo) refuseWeakSetting(firstOwner.password);
  const passwordHash = demo || firstOwner ? await hashPassword(demo ? demoPassword : (firstOwner?.password ?? "")) : "";

  // As platform: there is no tenant yet.
  return visitor.platformTx(async (tx) => {
    if (!(await lockIfEmpty(tx))) {
      if (demo) await refuseRealAccounts(tx);
      return { isEmpty: false };
    }
    if (demo) await loadDemoPeople(tx, passwordHash);
    else if (firstOwner) await createOwner(tx, { name: "Owner", email: firstOwner.email, passwordHash });
    return { isEmpty: !demo && !firstOwner };
  });
}

/** A database that held the demo must not become a real installation, because the demo's password is public. */
async function refuseDemoAccounts(visitor: Visitor) {
  const emails = demoPeople.map(({ email }) => email);
  // As platform: the demo has several tenants.
  const accounts = await visitor.platformTx((tx) =>
    tx
      .select({ email: users.email, passwordHash: users.passwordHash })
      .from(users)
      .where(and(inArray(users.email, emails), eq(users.status, "Active"))),
  );
  const open = [];
  for (const { email, passwordHash } of accounts)
    if (await passwordMatches(passwordHash, demoPassword)) open.push(email);
  if (open.length === 0) return;
  throw new BadSettings([
    `the database holds demo accounts with the public password (${open.join(", ")}), and the demo is off: ` +
      "start on an empty database (another INTELLIBOX_DATA or DATABASE_URL), or go on with the demo (INTELLIBOX_DEMO=1)",
  ]);
}

/** A real installation must not run as a demo, which has weaker checks. It would if its settings were lost. */
async function refuseRealAccounts(tx: Tx) {
  const emails = demoPeople.map(({ email }) => email);
  const [known] = await tx.select({ id: users.id }).from(users).where(inArray(users.email, emails)).limit(1);
  if (known) return;
  throw new BadSettings([
    "the demo is on, and the database is not the demo's: set INTELLIBOX_DEMO=0, or start the demo on an empty database (another INTELLIBOX_DATA)",
  ]);
}

function refuseWeakSetting(password: string) {
  try {
    refuseWeakPassword(password);
  } catch (error) {
    throw new BadSettings([`INTELLIBOX_ADMIN_PASSWORD is refused: ${(error as Error).message}`]);
  }
}

async function loadDemoPeople(tx: Tx, passwordHash: string) {
  const byCode = new Map((await tx.insert(plans).values(firstPlans).returning()).map((plan) => [plan.code, plan.id]));
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
