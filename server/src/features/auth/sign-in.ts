import type { BodyOf } from "@intellibox/contract/endpoint";
import type { auth } from "@intellibox/contract/endpoints/auth";
import { t } from "@intellibox/contract/text/t";
import { unauthenticated } from "#lib/errors.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { signInQueue, whichMatch } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, desc, eq } from "#db/orm.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Visitor } from "#scope.ts";
import { noteRefusedSignIn } from "#features/audit/sign-ins.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { beginSecondStep, secondStepRequired } from "./factors/second-step.ts";
import { knownDevice } from "./known-device.ts";
import { maySignInHere } from "./local-sign-in.ts";
import { countFailure, forgetFailures, lockAttempt, refuseTooManyFailures } from "./throttle.ts";

/** The same for every reason, so that it does not reveal who has an account. */
const refused = () => unauthenticated(t("Wrong email or password"));

/**
 * Attempts on one account, or from one network address, wait for each other while they hold a connection to the database. An office
 * or an attacker could hold all of them, and every other call would wait.
 */
const openTurns = () => limitConcurrency(2, signInQueue);

type Credentials = BodyOf<typeof auth.login>;

export const signIn = (visitor: Visitor, credentials: Credentials) =>
  visitor.once(openTurns)(() => signInInTurn(visitor, credentials));

/**
 * One address may have accounts in several companies, each with its own password. The password selects the account. If several
 * match, the one whose password was set last is used: a person who sets the password of one account then learns nothing about
 * the others. `company` restricts the choice to one company.
 */
async function signInInTurn(visitor: Visitor, { email, password, company }: Credentials) {
  // As platform: before the sign-in there is no tenant to fence by.
  const { attempt, hashes } = await visitor.platformTx(async (tx) => {
    const accounts = await findAccounts(tx, email, company);
    const devices = accounts.flatMap(({ users: { id } }) => knownDevice(visitor, id) ?? []);
    const attempt = { email, address: visitor.address, devices };
    await refuseTooManyFailures(tx, attempt, visitor.now());
    return { attempt, hashes: accounts.map(({ users: user }) => user.passwordHash) };
  });
  // Outside of any transaction, because hashing is slow on purpose. Also done without an account, so that time reveals nothing.
  const matching = await whichMatch(hashes, password);

  const session = await visitor.platformTx(async (tx) => {
    const now = visitor.now();
    // Checks again what may have changed during the hashing: failures, password and status.
    await lockAttempt(tx, attempt);
    const allowed = await refuseTooManyFailures(tx, attempt, now);
    const accounts = matching.size > 0 ? await findAccounts(tx, email, company, { lock: true }) : [];
    const found = accounts.find(({ users: user, tenants: tenant }) => {
      const device = knownDevice(visitor, user.id);
      const isAllowed = allowed.stranger || (device !== undefined && allowed.devices.includes(device));
      return isAllowed && matching.has(user.passwordHash) && user.status === "Active" && tenant.status === "Active";
    });
    if (!found) {
      await countFailure(tx, attempt, allowed, now);
      await noteRefusedSignIn(tx, visitor, { email, company });
      return undefined;
    }
    const { users: user, tenants: tenant } = found;
    const device = knownDevice(visitor, user.id);
    if (device) await forgetFailures(tx, device);
    if (user.hasFactor) return { secondStep: await beginSecondStep(tx, user, "password", now) };
    return completeSignIn(tx, visitor, { user, tenant, via: "password" });
  });
  if (!session) throw refused();
  if ("secondStep" in session) throw secondStepRequired(session.secondStep);
  return session;
}

async function findAccounts(tx: Tx, email: string, company: string | undefined, { lock = false } = {}) {
  const accounts = tx
    .select()
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.email, email), company ? eq(tenants.code, company) : undefined, maySignInHere(tx)))
    .orderBy(desc(users.passwordSetAt), asc(users.id));
  return lock ? accounts.for("share", { of: users }) : accounts;
}
