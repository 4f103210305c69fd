// The provider's answer, and the session that the page gets for it.
import type { SsoFailure } from "@intellibox/contract/rules/sso";
import { ssoFailureText } from "@intellibox/contract/rules/sso";
import { unauthenticated } from "#lib/errors.ts";
import { and, eq, ne } from "#db/orm.ts";
import { ssoConnections } from "#db/tables/sso.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import { OidcError } from "#outside/oidc.ts";
import type { Visitor } from "#scope.ts";
import { completeSignIn } from "#features/auth/complete-sign-in.ts";
import { beginSecondStep, secondStepRequired } from "#features/auth/factors/second-step.ts";
import { admitPerson, auditOwn } from "./admit-person.ts";
import { type BegunAttempt, beginAttempt, endAttempt, proofOf } from "./attempts.ts";
import { publicClientOf } from "./doors.ts";
import { redirectUriOf } from "./sso-settings.ts";
import { activeConnection, companyClient } from "./start-sso.ts";

/** The claims that are read from the user info endpoint if the ID token lacks them. */
const wantedClaims = ["email", "email_verified", "name"];

/** Checks the provider's answer. Returns a code for the page, or why nobody is signed in. `calledFor` is the company in the path. */
export async function answerSso(
  visitor: Visitor,
  query: URLSearchParams,
  calledFor?: string,
): Promise<BegunAttempt | SsoFailure> {
  const state = query.get("state") ?? "";
  // As platform, like every sign-in.
  const attempt = await visitor.platformTx((tx) => endAttempt(tx, visitor, "provider", state));
  if (!attempt) return "state";
  const { door, companyId } = attempt;
  // Another provider's answer. Its code would go to the provider that began, which could use it at the other one.
  if ((companyId ?? undefined) !== calledFor) return "state";
  const connection =
    door === "company" && companyId
      ? await visitor.platformTx((tx) => activeConnection(tx, eq(ssoConnections.tenantId, companyId)))
      : undefined;
  const client =
    door === "company" ? connection && companyClient(visitor, connection) : publicClientOf(visitor.config, door);
  if (!client) return "account";
  const wanted = [...wantedClaims, ...(connection?.groupRoles.length ? [connection.groupsClaim] : [])];
  const asked = { ...proofOf(state, attempt.secret), redirectUri: redirectUriOf(visitor.config, calledFor), wanted };
  try {
    const claims = await visitor.outside.oidc.finish(client, asked, query);
    const user = await admitPerson(visitor, { door, companyId, claims });
    if (typeof user === "string") {
      visitor.log.info({ failure: user, companyId, issuer: claims.iss }, "nobody was signed in by a provider");
      return user;
    }
    const subject = { door, companyId: user.tenantId, userId: user.id };
    return await visitor.platformTx((tx) => beginAttempt(tx, visitor, "page", subject));
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    visitor.log.info({ err: error, companyId }, "a provider's answer was refused");
    return error.fault;
  }
}

/** Exchanges the page's code for a session, or for the second step of the sign-in. */
export async function finishSso(visitor: Visitor, code: string) {
  const session = await visitor.platformTx(async (tx) => {
    const attempt = await endAttempt(tx, visitor, "page", code);
    if (!attempt?.companyId || !attempt.userId) return undefined;
    // Checks again what may have changed since the provider's answer.
    const [found] = await tx
      .select()
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(
        and(
          eq(users.tenantId, attempt.companyId),
          eq(users.id, attempt.userId),
          eq(users.status, "Active"),
          ne(users.roleCode, "SUPER_ADMIN"),
          eq(tenants.status, "Active"),
        ),
      )
      .for("share", { of: users });
    if (!found) return undefined;
    const { users: user, tenants: tenant } = found;
    const { door } = attempt;
    if (door === "company") {
      await auditOwn(tx, visitor, user, "user.signed-in-by-sso", { door });
      return completeSignIn(tx, visitor, { user, tenant, via: "sso" });
    }
    // Only the company's own provider decides about the second factor.
    if (user.hasFactor) return { secondStep: await beginSecondStep(tx, user, door, visitor.now()) };
    return completeSignIn(tx, visitor, { user, tenant, via: door });
  });
  if (!session) throw unauthenticated(ssoFailureText("state"));
  if ("secondStep" in session) throw secondStepRequired(session.secondStep);
  return session;
}
