// A company's rules for second factors, and the list of its people with their factors.
import type { FactorRules } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, isNull, sql } from "#db/orm.ts";
import { matchesAny } from "#db/paging.ts";
import { firstOr } from "#db/rows.ts";
import { passkeys, recoveryCodes, totpSecrets } from "#db/tables/second-factors.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { refuseForeignCompany } from "#features/users/user-rules.ts";

export const getFactorRules = (scope: Scope, id: string) =>
  scope.tx(async (tx) => rulesOf(await findCompany(tx, scope, id)));

export const saveFactorRules = (scope: Scope, id: string, form: FactorRules) =>
  scope.tx(async (tx) => {
    const company = await findCompany(tx, scope, id, { lock: true });
    const changes = changesBetween(rulesOf(company), form);
    if (Object.keys(changes).length > 0) {
      // The time to set up a factor begins when it is required, not again with each change.
      const factorRequiredAt = form.requiresFactor ? (company.factorRequiredAt ?? scope.now()) : null;
      const { graceDays: factorGraceDays, allowsPasskeySignIn } = form;
      await tx
        .update(tenants)
        .set({ factorRequiredAt, factorGraceDays, allowsPasskeySignIn })
        .where(eq(tenants.id, id));
      const entry = { tenantId: id, targetId: id, targetName: company.name };
      await audit(tx, scope, { action: "factor-rules.updated", ...entry, changes });
    }
    return form;
  });

const mostListed = 200;

export async function listPeopleFactors(scope: Scope, id: string, q: string | undefined) {
  await scope.tx((tx) => findCompany(tx, scope, id));
  // As platform: the tenant role has no access to factors. The company was checked above.
  return scope.platformTx(async (tx) => {
    const ofCompany = and(eq(users.tenantId, id), eq(users.status, "Active"));
    const countOf = (table: typeof passkeys | typeof totpSecrets | typeof recoveryCodes, isCounted = sql`true`) =>
      sql<number>`(select count(*)::int from ${table} where ${table.tenantId} = ${users.tenantId} and ${table.userId} = ${users.id} and ${isCounted})`;
    const items = await tx
      .select({
        ...{ id: users.id, name: users.name, email: users.email },
        totp: sql<boolean>`${countOf(totpSecrets)} > 0`,
        // Nested, because Drizzle takes the table from the columns of an expression that is selected as it is.
        passkeys: sql<number>`${countOf(passkeys)}`,
        recoveryCodesLeft: sql<number>`${countOf(recoveryCodes, isNull(recoveryCodes.usedAt))}`,
      })
      .from(users)
      .where(and(ofCompany, q ? sql`(${matchesAny([users.name, users.email], q)})` : undefined))
      .orderBy(asc(users.hasFactor), asc(users.name), asc(users.id))
      .limit(mostListed);
    return {
      total: await tx.$count(users, ofCompany),
      withFactor: await tx.$count(users, and(ofCompany, eq(users.hasFactor, true))),
      items,
    };
  });
}

type Company = Pick<
  typeof tenants.$inferSelect,
  "name" | "factorRequiredAt" | "factorGraceDays" | "allowsPasskeySignIn"
>;

const rulesOf = ({ factorRequiredAt, factorGraceDays: graceDays, allowsPasskeySignIn }: Company): FactorRules => ({
  requiresFactor: factorRequiredAt !== null,
  graceDays,
  allowsPasskeySignIn,
});

async function findCompany(tx: Tx, scope: Scope, id: string, { lock = false } = {}): Promise<Company> {
  const { name, factorRequiredAt, factorGraceDays, allowsPasskeySignIn } = tenants;
  const companies = tx
    .select({ name, factorRequiredAt, factorGraceDays, allowsPasskeySignIn })
    .from(tenants)
    .where(eq(tenants.id, id));
  const company = firstOr(await (lock ? companies.for("no key update") : companies), notFound(t("Company not found")));
  refuseForeignCompany(scope, id);
  return company;
}
