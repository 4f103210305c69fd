// A fresh proof of a signed-in person, before calls that do harm or give access.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { stepUp } from "@intellibox/contract/endpoints/step-up";
import { proofMinutes } from "@intellibox/contract/rules/second-factor";
import { publicDoors } from "@intellibox/contract/rules/sso";
import { t } from "@intellibox/contract/text/t";
import { invalid, unauthenticated } from "#lib/errors.ts";
import { passwordMatches } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray } from "#db/orm.ts";
import { passkeys, totpSecrets } from "#db/tables/second-factors.ts";
import { sessions } from "#db/tables/sessions.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { issueChallenge, takeChallenge } from "./factors/challenges.ts";
import {
  authenticationOptions,
  challengeIn,
  checkPasskey,
  passkeysOf,
  ofUser as passkeysOfUser,
} from "./factors/passkey-answers.ts";
import { checkTotp, ofUser as totpOfUser } from "./factors/totp.ts";
import { knownDevice } from "./known-device.ts";
import { maySignInHere } from "./local-sign-in.ts";
import { noteProof } from "./sessions.ts";
import { admitProof, countFailedProof, forgetFailedProofs } from "./throttle.ts";

type Form = BodyOf<typeof stepUp.prove>;

// As platform throughout: the tenant role may neither read failures and factors nor change a session.

export const waysToProve = (scope: Scope) =>
  scope.platformTx(async (tx) => ({
    password: (await tx.$count(users, and(personOf(scope.user), maySignInHere(tx)))) > 0,
    code: (await tx.$count(totpSecrets, totpOfUser(scope.user))) > 0,
    passkey: (await tx.$count(passkeys, passkeysOfUser(scope.user))) > 0,
    signIn:
      (await tx.$count(
        sessions,
        and(eq(sessions.id, sessionOf(scope)), inArray(sessions.via, ["sso", ...publicDoors])),
      )) > 0,
  }));

const personOf = (user: Scope["user"]) => and(eq(users.tenantId, user.tenantId), eq(users.id, user.id));

export async function stepUpPasskeyOptions(scope: Scope) {
  const { user } = scope;
  const boundTo = sessionOf(scope);
  const { known, token } = await scope.platformTx(async (tx) => ({
    known: await passkeysOf(tx, user),
    token: await issueChallenge(tx, { kind: "step-up", userId: user.id, boundTo }, scope.now()),
  }));
  return authenticationOptions(scope, token, known);
}

export async function prove(scope: Scope, form: Form) {
  const { user, address } = scope;
  const session = { tenantId: user.tenantId, id: sessionOf(scope) };
  const attempt = { userId: user.id, address, device: knownDevice(scope, user.id) };
  const known = form.password === undefined ? undefined : await comparePassword(scope, attempt, form.password);
  const until = await scope.platformTx(async (tx) => {
    const now = scope.now();
    // Checks again what may have changed during the hashing: failures and the password.
    await admitProof(tx, attempt, now);
    const isProved = known
      ? known.matches && known.stored !== undefined && (await storedHash(tx, scope)) === known.stored
      : await checkFactor(tx, scope, form, now);
    if (!isProved) {
      await countFailedProof(tx, attempt, now);
      return undefined;
    }
    await forgetFailedProofs(tx, attempt);
    await noteProof(tx, session, now);
    return new Date(now.getTime() + proofMinutes * 60_000);
  });
  if (!until) throw refusalOf(form);
  return { until };
}

/** Outside of any long transaction, because hashing is slow on purpose. */
async function comparePassword(scope: Scope, attempt: Parameters<typeof admitProof>[1], password: string) {
  const stored = await scope.platformTx(async (tx) => {
    await admitProof(tx, attempt, scope.now());
    return storedHash(tx, scope);
  });
  return { stored, matches: await passwordMatches(stored, password) };
}

/** Undefined if the company refuses passwords: one that is left from before is no proof. */
async function storedHash(tx: Tx, { user }: Scope) {
  const [found] = await tx
    .select({ hash: users.passwordHash })
    .from(users)
    .where(and(personOf(user), maySignInHere(tx)));
  return found?.hash;
}

async function checkFactor(tx: Tx, scope: Scope, { code, passkey }: Form, now: Date): Promise<boolean> {
  const { user, sealer } = scope;
  if (code !== undefined) return checkTotp(tx, sealer, user, code, now);
  if (passkey === undefined) return false;
  const challenge = { kind: "step-up" as const, boundTo: sessionOf(scope) };
  if (!(await takeChallenge(tx, challenge, challengeIn(passkey), now))) return false;
  return (await checkPasskey(tx, scope, passkey, { user, mustVerify: false, now })) !== undefined;
}

function refusalOf({ password, code }: Form) {
  if (password !== undefined) return invalid(t("Password is incorrect"), { password: t("Password is incorrect") });
  const message =
    code === undefined
      ? t("This passkey was not accepted. Try again, or use another way.")
      : t("This code is not right, or it was used before. Try the next one.");
  return invalid(message, code === undefined ? undefined : { code: message });
}

function sessionOf({ user }: Scope): string {
  if (!user.sessionId) throw unauthenticated();
  return user.sessionId;
}
