// The second step of a sign-in, between the password and the session.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { secondStep as calls } from "@intellibox/contract/endpoints/factors";
import type { SecondStep } from "@intellibox/contract/errors";
import { t } from "@intellibox/contract/text/t";
import { AppError, invalid, unauthenticated } from "#lib/errors.ts";
import { hashToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, lte } from "#db/orm.ts";
import { passkeys, type signInChallenges, totpSecrets } from "#db/tables/second-factors.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Visitor } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { completeSignIn } from "../complete-sign-in.ts";
import { knownDevice } from "../known-device.ts";
import { maySignInHere } from "../local-sign-in.ts";
import { admitProof, countFailedProof, forgetFailedProofs } from "../throttle.ts";
import { beganAt, endChallenge, issueChallenge, lockSecondStep, takeChallenge } from "./challenges.ts";
import { noteFactorChange } from "./factor-mail.ts";
import {
  authenticationOptions,
  challengeIn,
  checkPasskey,
  passkeysOf,
  ofUser as passkeysOfUser,
} from "./passkey-answers.ts";
import { codesLeft, spendCode } from "./recovery-codes.ts";
import { checkTotp, ofUser as totpOfUser } from "./totp.ts";

type User = typeof users.$inferSelect;
type FirstStep = (typeof signInChallenges.$inferSelect)["via"];

/** Call it instead of opening a session if the person has a factor, and throw `secondStepRequired` after the transaction. */
export async function beginSecondStep(tx: Tx, user: User, via: FirstStep, now: Date): Promise<SecondStep> {
  return {
    challenge: await issueChallenge(tx, { kind: "second-step", userId: user.id, via }, now),
    code: (await tx.$count(totpSecrets, totpOfUser(user))) > 0,
    passkey: (await tx.$count(passkeys, passkeysOfUser(user))) > 0,
    recoveryCode: (await codesLeft(tx, user)) > 0,
  };
}

export const secondStepRequired = (secondStep: SecondStep) =>
  new AppError("second_step_required", t("One more step: confirm the sign-in with your second factor"), { secondStep });

const tookTooLong = () => unauthenticated(t("The sign-in took too long, or your password was changed. Start again."));

export async function secondStepPasskeyOptions(visitor: Visitor, challenge: string) {
  const { known, token } = await visitor.platformTx(async (tx) => {
    const now = visitor.now();
    const found = await findStep(tx, challenge, now);
    if (!found) throw tookTooLong();
    const { step, user } = found;
    return {
      known: await passkeysOf(tx, user),
      token: await issueChallenge(tx, { kind: "second-step-passkey", userId: user.id, boundTo: step.hash }, now),
    };
  });
  return authenticationOptions(visitor, token, known);
}

export async function finishSecondStep(visitor: Visitor, form: BodyOf<typeof calls.finish>) {
  // As platform: before the sign-in there is no tenant to fence by.
  const session = await visitor.platformTx(async (tx) => {
    const now = visitor.now();
    const found = await findStep(tx, form.challenge, now);
    if (!found) throw tookTooLong();
    const { step, user, tenant } = found;
    const attempt = { userId: user.id, address: visitor.address, device: knownDevice(visitor, user.id) };
    await admitProof(tx, attempt, now);
    const proof = await checkProof(tx, visitor, { user, form, now });
    if (!proof) {
      // Returned, not thrown, so that the failure is counted and the code stays used.
      await countFailedProof(tx, attempt, now);
      return undefined;
    }
    await forgetFailedProofs(tx, attempt);
    await endChallenge(tx, step.hash);
    if (proof.codesLeft !== undefined) {
      const actor = { id: user.id, tenantId: tenant.id, name: user.name, email: user.email, role: user.roleCode };
      const signedIn = { ...actor, mustChangePassword: false, tenantName: tenant.name, tenantIsOwner: tenant.isOwner };
      const entry = { targetId: user.id, targetName: user.email, changes: { codesLeft: proof.codesLeft } };
      const by = { user: signedIn, tenantId: tenant.id, address: visitor.address };
      await audit(tx, by, { action: "factor.code-used", ...entry });
      await noteFactorChange(tx, visitor, user, "code-used", String(proof.codesLeft));
    }
    const opened = await completeSignIn(tx, visitor, { user, tenant, via: step.via });
    return { ...opened, ...(proof.codesLeft !== undefined && { recoveryCodesLeft: proof.codesLeft }) };
  });
  if (session) return session;
  const field = form.recoveryCode === undefined ? "code" : "recoveryCode";
  const message =
    form.passkey === undefined
      ? t("This code is not right, or it was used before. Try the next one.")
      : t("This passkey was not accepted. Try again, or use another way.");
  throw invalid(message, form.passkey === undefined ? { [field]: message } : undefined);
}

type Proving = { user: User; form: BodyOf<typeof calls.finish>; now: Date };

async function checkProof(
  tx: Tx,
  visitor: Visitor,
  { user, form, now }: Proving,
): Promise<{ codesLeft?: number } | undefined> {
  if (form.code !== undefined) return (await checkTotp(tx, visitor.sealer, user, form.code, now)) ? {} : undefined;
  if (form.recoveryCode !== undefined) {
    const left = await spendCode(tx, user, form.recoveryCode, now);
    return left === undefined ? undefined : { codesLeft: left };
  }
  if (form.passkey === undefined) return undefined;
  const challenge = { kind: "second-step-passkey" as const, boundTo: hashToken(form.challenge) };
  if (!(await takeChallenge(tx, challenge, challengeIn(form.passkey), now))) return undefined;
  return (await checkPasskey(tx, visitor, form.passkey, { user, mustVerify: false, now })) ? {} : undefined;
}

/** The person and the company are looked up again: since the first step both may have been suspended, and the password changed. */
async function findStep(tx: Tx, challenge: string, now: Date) {
  const step = await lockSecondStep(tx, challenge, now);
  if (!step?.userId) return undefined;
  const [found] = await tx
    .select({ user: users, tenant: tenants })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(
      and(
        eq(users.id, step.userId),
        eq(users.status, "Active"),
        lte(users.passwordSetAt, beganAt(step)),
        eq(tenants.status, "Active"),
        maySignInHere(tx),
      ),
    );
  return found && { step, ...found };
}
