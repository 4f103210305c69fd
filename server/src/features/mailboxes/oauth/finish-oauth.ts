import type { ConnectError } from "@intellibox/contract/endpoints/mailboxes";
import { syncLimit } from "@intellibox/contract/rules/limits";
import { AppError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { tokenLease } from "#db/lease.ts";
import { and, eq, gt, isNull, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { sessions } from "#db/tables/sessions.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import { type Grant, OauthError, type OauthFault, type OauthProvider } from "#outside/oauth.ts";
import { openScope, type Person, type Scope, type World } from "#scope.ts";
import { takeApproval } from "#features/requests/mailbox-approval.ts";
import { mailboxOwner } from "../mailboxes.ts";
import { askForChannel } from "../push/channels.ts";
import { requestSync } from "../request-sync.ts";
import { endAttempt, redirectUriOf } from "./attempts.ts";
import { readState } from "./state.ts";
import { sealTokens, tokensOf } from "./tokens.ts";

export type ConnectResult = { connected: string } | { error: ConnectError };
/** The request with which the provider sends the browser back. */
type Callback = { provider: OauthProvider; query: URLSearchParams; cookies: string };

/** Connects the account, or returns why not. */
export async function finishOauth(world: World, { provider, query, cookies }: Callback): Promise<ConnectResult> {
  const key = readState(world.sealer, query.get("state") ?? "");
  if (!key) return { error: "state" };
  const attempt = await endAttempt(world, key, { provider, cookies });
  if (typeof attempt === "string") return { error: attempt };
  const user = await findPerson(world, { ...key, sessionId: attempt.sessionId });
  if (!user) return { error: "session" };
  const scope = openScope(world, { user });
  try {
    const redirectUri = redirectUriOf(world.config, provider);
    const grant = await world.outside.oauth.finish(provider, redirectUri, attempt.proof, query);
    return { connected: await connectAccount(scope, provider, grant) };
  } catch (error) {
    if (error instanceof AppError && error.code === "approval_required") return { error: "approval" };
    if (!(error instanceof OauthError)) throw error;
    world.log.info({ fault: error.fault, provider }, "an account was not connected");
    return { error: errorOfFault[error.fault] };
  }
}

const errorOfFault: Record<OauthFault, ConnectError> = {
  denied: "denied",
  revoked: "code",
  scope: "scope",
  setup: "setup",
  unavailable: "unavailable",
};

type Session = { tenantId: string; userId: string; sessionId: string };

/** As platform, like every sign-in. The owner of the session, if it is still valid and the user is still active. */
async function findPerson({ db, outside }: World, session: Session): Promise<Person | undefined> {
  const { tenantId, userId, sessionId } = session;
  const [found] = await fencedTransaction(db, "platform", (tx) =>
    tx
      .select({ user: users, tenant: tenants })
      .from(sessions)
      .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.id, sessions.userId)))
      .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
      .where(
        and(
          eq(sessions.tenantId, tenantId),
          eq(sessions.id, sessionId),
          eq(sessions.userId, userId),
          gt(sessions.endsAt, outside.now()),
          eq(users.status, "Active"),
          isNull(users.mailClosedAt),
          eq(tenants.status, "Active"),
        ),
      ),
  );
  if (!found) return undefined;
  const { user, tenant } = found;
  const { id, name, email, mustChangePassword } = user;
  return {
    ...{ id, tenantId, name, email, mustChangePassword, sessionId },
    role: user.roleCode,
    tenantName: tenant.name,
    tenantIsOwner: tenant.isOwner,
  };
}

type Account = Grant & { refreshToken: string; email: string };

/** Connecting an account again gives its mailbox new tokens, and keeps its mail. */
function connectAccount(scope: Scope, provider: OauthProvider, account: Account): Promise<string> {
  const { email, refreshToken } = account;
  const owner = mailboxOwner(scope);
  const tokens = tokensOf(account, refreshToken, scope.now());
  return scope.tx(async (tx) => {
    const [known] = await tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(
        and(
          eq(mailboxes.tenantId, owner.tenantId),
          eq(mailboxes.userId, owner.userId),
          eq(mailboxes.kind, provider),
          sql`lower(${mailboxes.username}) = ${email.toLowerCase()}`,
        ),
      )
      .for("update");
    if (!known) await takeApproval(tx, scope, { kind: provider, email });
    const id = known?.id ?? newId();
    // Releasing the lease makes a renewal under way with the old tokens fail.
    const fresh = { status: "connected" as const, failures: 0, lastError: null, ...tokenLease.release };
    const passwordSealed = sealTokens(scope.sealer, { tenantId: owner.tenantId, id }, tokens);
    if (known)
      await tx
        .update(mailboxes)
        .set({ passwordSealed, ...fresh })
        .where(eq(mailboxes.id, id));
    else await tx.insert(mailboxes).values({ ...owner, id, kind: provider, email, username: email, passwordSealed });
    await requestSync(scope, tx, owner, [id], known ? undefined : syncLimit);
    await askForChannel(scope, tx, { ...owner, id });
    await scope.publish(tx, owner, { kind: "mailboxes", data: { mailbox: id } });
    return id;
  });
}
