// The domains of a company's work addresses. A domain is proven by a TXT record, or confirmed by the owner company.
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, notFound, outsideFailed } from "#lib/errors.ts";
import { newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNotNull } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { ssoConnections, ssoDomains } from "#db/tables/sso.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { companyOf, findConnection, presentDomain } from "./sso-settings.ts";

const mostDomains = 50;

export const addDomain = (scope: Scope, id: string, domain: string) =>
  scope.tx(async (tx) => {
    await companyOf(tx, scope, id);
    if ((await tx.$count(ssoDomains, eq(ssoDomains.tenantId, id))) >= mostDomains)
      throw conflict(t("At most {count} domains", { count: mostDomains }));
    // A proof is for the issuer of this row.
    await tx.insert(ssoConnections).values({ tenantId: id }).onConflictDoNothing();
    const row = only(await tx.insert(ssoDomains).values({ tenantId: id, domain, proof: newToken() }).returning());
    await record(tx, scope, { id, action: "sso.domain-added", domain });
    return presentDomain(row);
  });

export async function verifyDomain(scope: Scope, id: string, domainId: string) {
  const before = await scope.tx((tx) => findDomain(tx, scope, id, domainId));
  const { recordName, recordValue } = presentDomain(before);
  const records = await scope.outside.readTxt(recordName).catch((error: unknown) => {
    throw outsideFailed(t("The name server does not answer. Try again later."), error);
  });
  if (!records.some((text) => text.trim() === recordValue))
    throw conflict(
      records.length > 0
        ? t("{name} has another TXT value. Correct it, and wait until the change has spread.", { name: recordName })
        : t("{name} has no TXT record yet. A new record can take an hour to spread.", { name: recordName }),
    );
  return prove(scope, { id, domainId, proof: before.proof, by: "DNS" });
}

/** Only the owner company, whose super admins may act for every company. */
export async function confirmDomain(scope: Scope, id: string, domainId: string) {
  const { user } = scope;
  if (!user.tenantIsOwner) throw forbidden(t("Only the owner company may confirm a domain without DNS"));
  const { proof } = await scope.tx((tx) => findDomain(tx, scope, id, domainId));
  return prove(scope, { id, domainId, proof, by: user.name });
}

export const removeDomain = (scope: Scope, id: string, domainId: string) =>
  scope.tx(async (tx) => {
    const { domain, provenAt } = await findDomain(tx, scope, id, domainId);
    const connection = await findConnection(tx, id);
    const proven = and(eq(ssoDomains.tenantId, id), isNotNull(ssoDomains.provenAt));
    if (connection?.isOnly && provenAt && (await tx.$count(ssoDomains, proven)) === 1)
      throw conflict(t("This is the last proven domain. Allow passwords again before you remove it."));
    await tx.delete(ssoDomains).where(and(eq(ssoDomains.tenantId, id), eq(ssoDomains.id, domainId)));
    await record(tx, scope, { id, action: "sso.domain-removed", domain });
    return { ok: true as const };
  });

type Proving = { id: string; domainId: string; proof: string; by: string };

const prove = (scope: Scope, { id, domainId, proof, by }: Proving) =>
  scope.tx(async (tx) => {
    const { domain, provenAt } = await findDomain(tx, scope, id, domainId);
    const [row] = await tx
      .update(ssoDomains)
      .set({ provenAt: provenAt ?? scope.now(), provenBy: by })
      // Another issuer, saved meanwhile, has another proof.
      .where(and(eq(ssoDomains.tenantId, id), eq(ssoDomains.id, domainId), eq(ssoDomains.proof, proof)))
      .returning();
    if (!row) throw conflict(t("The issuer was changed meanwhile. Verify the domain again."));
    await record(tx, scope, { id, action: "sso.domain-proven", domain, by });
    return presentDomain(row);
  });

async function findDomain(tx: Tx, scope: Scope, id: string, domainId: string) {
  await companyOf(tx, scope, id);
  const found = await tx
    .select()
    .from(ssoDomains)
    .where(and(eq(ssoDomains.tenantId, id), eq(ssoDomains.id, domainId)));
  return firstOr(found, notFound(t("Domain not found")));
}

type Recorded = { id: string; action: string; domain: string; by?: string };

const record = (tx: Tx, scope: Scope, { id, action, domain, by }: Recorded) =>
  audit(tx, scope, { action, tenantId: id, targetId: id, targetName: domain, ...(by && { changes: { by } }) });
