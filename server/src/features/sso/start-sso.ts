// The first step of a sign-in: the address of the provider.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { sso } from "@intellibox/contract/endpoints/sso";
import type { SsoDoor } from "@intellibox/contract/rules/sso";
import { t } from "@intellibox/contract/text/t";
import { AppError, outsideFailed } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNotNull, type SQL } from "#db/orm.ts";
import { openSecret, sealedColumns } from "#db/sealed-columns.ts";
import { ssoConnections, ssoDomains } from "#db/tables/sso.ts";
import { tenants } from "#db/tables/tenants.ts";
import { type OidcClient, OidcError } from "#outside/oidc.ts";
import type { Common, Visitor } from "#scope.ts";
import { beginAttempt, proofOf } from "./attempts.ts";
import { publicClientOf, publicDoorsOf } from "./doors.ts";
import { redirectUriOf } from "./sso-settings.ts";

/** The same for an unknown domain, an unknown code and a company without single sign-on. It never depends on an account. */
const nothingHere = () =>
  new AppError("not_found", t("Single sign-on is not set up for this address or code. Sign in with your password."));

export async function startSso(visitor: Visitor, body: BodyOf<typeof sso.start>) {
  const { door, companyId, client } = await chooseProvider(visitor, body);
  const subject = { door, ...(companyId && { companyId }) };
  // As platform: nobody has signed in yet.
  const { token, secret, cookie } = await visitor.platformTx((tx) => beginAttempt(tx, visitor, "provider", subject));
  const hint = door === "company" && body.company?.includes("@") ? body.company : undefined;
  const extra = { ...(hint && { login_hint: hint }), ...(door !== "company" && { prompt: "select_account" }) };
  try {
    const redirectUri = redirectUriOf(visitor.config, companyId);
    const url = await visitor.outside.oidc.begin(client, { ...proofOf(token, secret), redirectUri, extra });
    return { url: url.href, cookie };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    visitor.log.info({ err: error, companyId }, "a provider did not answer a sign-in");
    throw outsideFailed(t("The provider of your company cannot be reached. Try again later."), error);
  }
}

type Provider = { door: SsoDoor; companyId?: string; client: OidcClient };

async function chooseProvider(visitor: Visitor, body: BodyOf<typeof sso.start>): Promise<Provider> {
  const { config } = visitor;
  const { door, company = "" } = body;
  if (door) {
    const client = publicDoorsOf(config).includes(door) ? publicClientOf(config, door) : undefined;
    if (!client) throw nothingHere();
    return { door, client };
  }
  const text = company.toLowerCase();
  const domain = text.includes("@") ? text.slice(text.lastIndexOf("@") + 1) : undefined;
  const found = await visitor.platformTx((tx) =>
    domain ? companyOfDomain(tx, domain) : activeConnection(tx, eq(tenants.code, company.toUpperCase())),
  );
  const client = found && companyClient(visitor, found);
  if (!client) throw nothingHere();
  return { door: "company", companyId: found.tenantId, client };
}

type Connection = typeof ssoConnections.$inferSelect;

const isOn = and(eq(ssoConnections.isOn, true), eq(tenants.status, "Active"));

/** The connection of an active company, if it is on. */
export async function activeConnection(tx: Tx, which: SQL): Promise<Connection | undefined> {
  const [found] = await tx
    .select({ connection: ssoConnections })
    .from(ssoConnections)
    .innerJoin(tenants, eq(tenants.id, ssoConnections.tenantId))
    .where(and(which, isOn));
  return found?.connection;
}

/** The id of the company that has proven the domain, also if its single sign-on is off. */
export async function ownerOfDomain(tx: Tx, domain: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ tenantId: ssoDomains.tenantId })
    .from(ssoDomains)
    .where(and(eq(ssoDomains.domain, domain), isNotNull(ssoDomains.provenAt)));
  return found?.tenantId;
}

/** The connection of the company that has proven the domain. */
export async function companyOfDomain(tx: Tx, domain: string): Promise<Connection | undefined> {
  const owner = await ownerOfDomain(tx, domain);
  return owner === undefined ? undefined : activeConnection(tx, eq(ssoConnections.tenantId, owner));
}

/** Undefined if the company has no provider of its own. */
export function companyClient({ sealer }: Common, connection: Connection): OidcClient | undefined {
  const { tenantId, issuer, clientId, clientSecretSealed: sealed } = connection;
  if (!issuer || !sealed) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: openSecret(sealer, sealedColumns.ssoSecret, { tenantId, row: tenantId, sealed }),
  };
}
