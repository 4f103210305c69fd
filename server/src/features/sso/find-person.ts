// Which person of this installation a provider's answer is about. A company's provider speaks for people of that company only, and
// only for addresses of its proven domains. A person is found by issuer and subject; by the address only the first time.
import type { PublicDoor } from "@intellibox/contract/rules/sso";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, exists, isNotNull, ne, notExists, type SQL, sql } from "#db/orm.ts";
import { ssoConnections, ssoDomains, ssoIdentities } from "#db/tables/sso.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { OidcClaims } from "#outside/oidc.ts";
import { maySignInHere } from "#features/auth/local-sign-in.ts";
import { addressOf, domainOf } from "./read-claims.ts";
import { activeConnection, ownerOfDomain } from "./start-sso.ts";

export type User = typeof users.$inferSelect;
export type Connection = typeof ssoConnections.$inferSelect;

export type FoundPerson =
  | { kind: "known"; user: User }
  /** An account for the address that no subject of this issuer is linked to yet. */
  | { kind: "unlinked"; user: User }
  /** There is no account yet, but the company admits people who sign in for the first time. */
  | { kind: "new"; tenantId: string; email: string }
  | "email"
  | "account";

/** A super admin never signs in by a provider: whoever controls it would control every company. */
const mayCome = and(eq(users.status, "Active"), eq(tenants.status, "Active"), ne(users.roleCode, "SUPER_ADMIN"));

export async function findAtCompany(tx: Tx, connection: Connection, claims: OidcClaims): Promise<FoundPerson> {
  const { tenantId } = connection;
  const inCompany = eq(users.tenantId, tenantId);
  const linked = await findUsers(tx, and(inCompany, isLinked(tx, claims)));
  const [known] = linked;
  if (known) {
    // The domain may have been removed since, or its proof have ended with another issuer.
    if (!(await isProven(tx, tenantId, domainOf(known.email)))) return "email";
    return (await isAllowed(tx, known)) ? { kind: "known", user: known } : "account";
  }
  const email = addressOf("company", claims);
  if (!email || !(await isProven(tx, tenantId, domainOf(email)))) return "email";
  const [user] = await findUsers(tx, and(inCompany, eq(users.email, email)));
  if (!user) return connection.createsUsers ? { kind: "new", tenantId, email } : "account";
  // An address that was given to another person must not open the mail of the first.
  const isFree = (await findUsers(tx, and(inCompany, eq(users.id, user.id), hasNoLink(tx, claims.iss)))).length > 0;
  return isFree && (await isAllowed(tx, user)) ? { kind: "unlinked", user } : "account";
}

export async function findAtPublicDoor(tx: Tx, door: PublicDoor, claims: OidcClaims): Promise<FoundPerson> {
  // A company that refuses passwords wants its own provider.
  const allowed = and(mayCome, maySignInHere(tx));
  const [known] = await findUsers(tx, and(allowed, isLinked(tx, claims)));
  if (known) return { kind: "known", user: known };
  const email = addressOf(door, claims);
  if (!email) return "email";
  // Any company may have made an account with this address. The owner of the domain decides; without one, nobody is preferred.
  const owner = await ownerOfDomain(tx, domainOf(email));
  const inReach = and(eq(users.email, email), owner === undefined ? undefined : eq(users.tenantId, owner));
  const [user, another] = await findUsers(tx, and(allowed, inReach, hasNoLink(tx, claims.iss)));
  if (user) return another ? "account" : { kind: "unlinked", user };
  if (owner === undefined) return "account";
  const connection = await activeConnection(tx, eq(ssoConnections.tenantId, owner));
  if (!connection?.createsUsers || connection.isOnly) return "account";
  const [taken] = await findUsers(tx, inReach);
  return taken ? "account" : { kind: "new", tenantId: owner, email };
}

/** The account that was used last comes first, of an address with several. */
async function findUsers(tx: Tx, which: SQL | undefined): Promise<User[]> {
  const rows = await tx
    .select({ user: users })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(which)
    .orderBy(sql`${users.lastSignInAt} desc nulls last`, desc(users.createdAt))
    .for("update", { of: users });
  return rows.map(({ user }) => user);
}

const isAllowed = async (tx: Tx, user: User) =>
  (await findUsers(tx, and(eq(users.tenantId, user.tenantId), eq(users.id, user.id), mayCome))).length > 0;

const linkTo = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({ one: sql`1` })
    .from(ssoIdentities)
    .where(and(eq(ssoIdentities.tenantId, users.tenantId), eq(ssoIdentities.userId, users.id), which));

const isLinked = (tx: Tx, { iss, sub }: OidcClaims) =>
  exists(linkTo(tx, and(eq(ssoIdentities.issuer, iss), eq(ssoIdentities.subject, sub))));
const hasNoLink = (tx: Tx, issuer: string) => notExists(linkTo(tx, eq(ssoIdentities.issuer, issuer)));

async function isProven(tx: Tx, tenantId: string, domain: string) {
  const rows = await tx
    .select({ id: ssoDomains.id })
    .from(ssoDomains)
    .where(and(eq(ssoDomains.tenantId, tenantId), eq(ssoDomains.domain, domain), isNotNull(ssoDomains.provenAt)));
  return rows.length > 0;
}
