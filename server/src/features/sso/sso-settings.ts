// The single sign-on of a company, as its admins set it up.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { SsoDomain, SsoSettings, sso } from "@intellibox/contract/endpoints/sso";
import { domainRecordName, scimPath, ssoCallbackPathOf } from "@intellibox/contract/rules/sso";
import { t } from "@intellibox/contract/text/t";
import type { Config } from "#lib/config.ts";
import { ForbiddenHostError } from "#lib/egress.ts";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, isNotNull } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { scimTokens, ssoConnections, ssoDomains, ssoIdentities } from "#db/tables/sso.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { refuseForeignCompany } from "#features/users/user-rules.ts";
import { publicDoorsOf } from "./doors.ts";

type Connection = typeof ssoConnections.$inferSelect;
type Form = BodyOf<typeof sso.save>;

/** `companyId` is absent for Google and Microsoft. */
export const redirectUriOf = (config: Config, companyId?: string) =>
  `${publicUrlOf(config)}${ssoCallbackPathOf(companyId)}`;

/** Locks the company, so that changes of its settings come one after the other. */
export async function companyOf(tx: Tx, scope: Scope, id: string) {
  const found = await tx
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(eq(tenants.id, id))
    .for("no key update");
  const company = firstOr(found, notFound(t("Company not found")));
  refuseForeignCompany(scope, id);
  return company;
}

export const getSso = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    await companyOf(tx, scope, id);
    return presentSso(tx, scope, id);
  });

export async function saveSso(scope: Scope, id: string, form: Form): Promise<SsoSettings> {
  if (form.issuer) await refuseIssuer(scope, form.issuer);
  return scope.tx(async (tx) => {
    const { name } = await companyOf(tx, scope, id);
    const before = await findConnection(tx, id);
    const { clientSecret, keepsPassword, ...fields } = form;
    const hasMoved = (before?.issuer ?? null) !== fields.issuer;
    // A secret is for one provider: with another issuer the saved one would be sent to somebody else.
    const kept = hasMoved ? null : (before?.clientSecretSealed ?? null);
    const clientSecretSealed = clientSecret
      ? scope.sealer.seal(clientSecret, placeOf(sealedColumns.ssoSecret, id, id))
      : kept;
    if (fields.isOn && fields.issuer && !clientSecretSealed)
      throw invalid(t("Client secret is required"), { clientSecret: t("Client secret is required") });
    if (hasMoved) await endProofs(tx, id);
    const passwordUserId = await passwordUserFor(tx, scope, id, { form, before });
    if (fields.isOnly) await refuseLockOut(tx, { id, issuer: fields.issuer, passwordUserId, keepsPassword });
    const row = { ...fields, clientSecretSealed, passwordUserId, updatedAt: scope.now() };
    await tx
      .insert(ssoConnections)
      .values({ tenantId: id, ...row })
      .onConflictDoUpdate({ target: ssoConnections.tenantId, set: row });
    const changes = {
      ...(before ? changesBetween(before, { ...fields, passwordUserId }) : fields),
      ...(clientSecret && { clientSecret: "changed" }),
    };
    if (Object.keys(changes).length > 0)
      await audit(tx, scope, { action: "sso.updated", tenantId: id, targetId: id, targetName: name, changes });
    return presentSso(tx, scope, id);
  });
}

export const removeSso = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const { name } = await companyOf(tx, scope, id);
    await tx.delete(ssoIdentities).where(eq(ssoIdentities.tenantId, id));
    await tx.delete(ssoDomains).where(eq(ssoDomains.tenantId, id));
    await tx.delete(ssoConnections).where(eq(ssoConnections.tenantId, id));
    await audit(tx, scope, { action: "sso.removed", tenantId: id, targetId: id, targetName: name });
    return { ok: true as const };
  });

export async function findConnection(tx: Tx, tenantId: string): Promise<Connection | undefined> {
  const [found] = await tx.select().from(ssoConnections).where(eq(ssoConnections.tenantId, tenantId));
  return found;
}

/** Providers with one address for everybody: their answer does not say whose directory a person is in. The id is that of `consumers`. */
const sharedMicrosoft =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;

async function refuseIssuer(scope: Scope, issuer: string) {
  const refuse = (why: string) => invalid(why, { issuer: why });
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== "https:" && !scope.config.allowPrivateHosts) throw refuse(t("The issuer must begin with https://"));
  if (sharedMicrosoft.test(issuer))
    throw refuse(t("Enter the issuer of your own directory: its address has your directory's id, not “common”."));
  await scope.outside.checkHost(hostname).catch((error: unknown) => {
    // A name that does not resolve now is told by Test.
    if (error instanceof ForbiddenHostError) throw refuse(error.message);
  });
}

/** A proof says that the owner of the domain trusts this issuer. Otherwise an admin could let a server of their own speak for it. */
const endProofs = async (tx: Tx, tenantId: string) => {
  const domains = await tx.select({ id: ssoDomains.id }).from(ssoDomains).where(eq(ssoDomains.tenantId, tenantId));
  for (const { id } of domains)
    await tx
      .update(ssoDomains)
      .set({ proof: newToken(), provenAt: null, provenBy: null })
      .where(and(eq(ssoDomains.tenantId, tenantId), eq(ssoDomains.id, id)));
};

type LockOut = { id: string; issuer: string | null; passwordUserId: string | null; keepsPassword: boolean };

async function refuseLockOut(tx: Tx, { id, issuer, passwordUserId, keepsPassword }: LockOut) {
  const proven = and(eq(ssoDomains.tenantId, id), isNotNull(ssoDomains.provenAt));
  if ((await tx.$count(ssoDomains, proven)) === 0)
    throw conflict(t("Prove a domain for this issuer before you refuse passwords: nobody could sign in"));
  const linked = and(eq(ssoIdentities.tenantId, id), eq(ssoIdentities.issuer, issuer ?? ""));
  if (passwordUserId || (await tx.$count(ssoIdentities, linked)) > 0) return;
  throw conflict(
    keepsPassword
      ? t(
          "An admin of the company must switch this on, and keep a password, until somebody has signed in by single sign-on",
        )
      : t("Keep your password until somebody has signed in by single sign-on"),
  );
}

/** The first admin who refused passwords keeps theirs, until it is given up or passwords are allowed again. */
async function passwordUserFor(
  tx: Tx,
  { user }: Scope,
  id: string,
  { form, before }: { form: Form; before: Connection | undefined },
) {
  if (!form.isOnly || !form.keepsPassword) return null;
  if (before?.isOnly && before.passwordUserId) {
    const [kept] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.tenantId, id), eq(users.id, before.passwordUserId), eq(users.status, "Active")));
    if (kept) return kept.id;
  }
  return user.tenantId === id ? user.id : null;
}

async function presentSso(tx: Tx, { config }: Scope, id: string): Promise<SsoSettings> {
  const connection = await findConnection(tx, id);
  const domains = await tx.select().from(ssoDomains).where(eq(ssoDomains.tenantId, id)).orderBy(asc(ssoDomains.domain));
  const [token] = await tx.select().from(scimTokens).where(eq(scimTokens.tenantId, id));
  const [passwordUser] = connection?.passwordUserId
    ? await tx
        .select({ id: users.id, name: users.name, email: users.email })
        .from(users)
        .where(and(eq(users.tenantId, id), eq(users.id, connection.passwordUserId)))
    : [];
  return {
    issuer: connection?.issuer ?? null,
    clientId: connection?.clientId ?? "",
    hasSecret: connection?.clientSecretSealed != null,
    isOn: connection?.isOn ?? false,
    createsUsers: connection?.createsUsers ?? false,
    defaultRole: connection?.defaultRole ?? "NORMAL_USER",
    groupsClaim: connection?.groupsClaim ?? "groups",
    groupRoles: connection?.groupRoles ?? [],
    isOnly: connection?.isOnly ?? false,
    passwordUser: passwordUser ?? null,
    domains: domains.map(presentDomain),
    redirectUri: redirectUriOf(config, id),
    publicDoors: publicDoorsOf(config),
    scim: {
      url: `${publicUrlOf(config)}${scimPath}`,
      createdAt: token?.createdAt ?? null,
      usedAt: token?.usedAt ?? null,
    },
  };
}

export const presentDomain = ({
  id,
  domain,
  proof,
  provenAt,
  provenBy,
}: typeof ssoDomains.$inferSelect): SsoDomain => ({
  ...{ id, domain, provenAt, provenBy },
  recordName: `${domainRecordName}.${domain}`,
  recordValue: recordValueOf(proof),
});

export const recordValueOf = (proof: string) => `intellibox-domain=${proof}`;
