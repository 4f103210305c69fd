// The second factors of the caller: list, add, rename, remove.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { factors } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { conflict, invalid, notFound, unauthenticated } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { passkeys, totpSecrets } from "#db/tables/second-factors.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { endChallengesOf, issueChallenge, takeChallenge } from "./challenges.ts";
import { type FactorChange, noteFactorChange } from "./factor-mail.ts";
import { factorDueAt } from "./factor-state.ts";
import {
  challengeIn,
  passkeysOf,
  ofUser as passkeysOfUser,
  registrationOptions,
  relyingParty,
  verifyNewPasskey,
} from "./passkey-answers.ts";
import { codesLeft, deleteCodes, renewCodes } from "./recovery-codes.ts";
import { newTotpSecret, type Owner, stepOfCode, storeTotp, ofUser as totpOfUser, totpUri } from "./totp.ts";

/** More are no help, and each is one more to lose. */
const mostPasskeys = 20;
const setupMinutes = 30;

// As platform throughout: the tenant role has no access to factors, so that no other call can reach them.

export const listFactors = (scope: Scope) =>
  scope.platformTx(async (tx) => {
    const { user } = scope;
    const { person, company } = await findPerson(tx, user);
    const [totp] = await tx.select().from(totpSecrets).where(totpOfUser(user));
    return {
      totp: totp ? { createdAt: totp.createdAt, lastUsedAt: totp.lastUsedAt } : null,
      passkeys: (await passkeysOf(tx, user)).map(presentPasskey),
      recoveryCodesLeft: await codesLeft(tx, user),
      requiredFrom: factorDueAt(person, company),
      allowsPasskeySignIn: company.allowsPasskeySignIn,
      address: relyingParty(scope.config).origin,
    };
  });

const setupContent = z.object({ secret: z.string(), session: z.string(), until: z.number() });
const setupPlace = ({ tenantId, id }: Owner) => ({ tenantId, table: "totp_secrets", row: id, field: "setup" });

/** Nothing is stored before the app has proved that it knows the secret: the sealed set-up travels to the page and back. */
export function startTotp(scope: Scope) {
  const { user, sealer } = scope;
  const secret = newTotpSecret();
  const until = scope.now().getTime() + setupMinutes * 60_000;
  const setup = sealer.seal(JSON.stringify({ secret, session: user.sessionId, until }), setupPlace(user));
  return { secret, uri: totpUri(secret, user), setup };
}

export function addTotp(scope: Scope, { setup, code }: BodyOf<typeof factors.addTotp>) {
  const { user, sealer } = scope;
  const secret = openSetup(scope, setup);
  const step = stepOfCode(secret, code, scope.now());
  if (step === undefined) {
    const message = t("The code is not right. Check the clock of your phone and try the next one.");
    throw invalid(message, { code: message });
  }
  return scope.platformTx(async (tx) => {
    const isFirst = await lockPerson(tx, user);
    await storeTotp(tx, sealer, user, { secret, step, id: newId() });
    return added(tx, scope, { isFirst, change: "totp-added" });
  });
}

function openSetup({ sealer, user, now }: Scope, setup: string): string {
  const over = () => invalid(t("This set-up is over. Start again."), { setup: t("This set-up is over. Start again.") });
  try {
    const { secret, session, until } = setupContent.parse(JSON.parse(sealer.open(setup, setupPlace(user))));
    if (session === user.sessionId && until > now().getTime()) return secret;
  } catch {
    throw over();
  }
  throw over();
}

export const removeTotp = (scope: Scope) =>
  scope.platformTx(async (tx) => {
    await lockPerson(tx, scope.user);
    const removed = await tx.delete(totpSecrets).where(totpOfUser(scope.user)).returning({ id: totpSecrets.id });
    firstOr(removed, notFound(t("There is no authenticator app")));
    return afterRemoval(tx, scope, "totp-removed");
  });

export const newPasskeyOptions = async (scope: Scope) => {
  const { user } = scope;
  const { known, token } = await scope.platformTx(async (tx) => ({
    known: await passkeysOf(tx, user),
    token: await issueChallenge(tx, { kind: "new-passkey", userId: user.id, boundTo: sessionOf(scope) }, scope.now()),
  }));
  return registrationOptions(scope, user, known, token);
};

export async function addPasskey(scope: Scope, { name, passkey }: BodyOf<typeof factors.addPasskey>) {
  const { user } = scope;
  const challenge = { kind: "new-passkey" as const, boundTo: sessionOf(scope) };
  const taken = await scope.platformTx((tx) => takeChallenge(tx, challenge, challengeIn(passkey), scope.now()));
  const made = taken && (await verifyNewPasskey(scope, passkey as never));
  if (!made) throw invalid(t("The passkey could not be checked. Start again."));
  return scope.platformTx(async (tx) => {
    const isFirst = await lockPerson(tx, user);
    if ((await tx.$count(passkeys, passkeysOfUser(user))) >= mostPasskeys)
      throw conflict(t("You have {mostPasskeys} passkeys. Remove one first.", { mostPasskeys }));
    const known = await tx.$count(passkeys, eq(passkeys.credentialId, made.credentialId));
    if (known > 0) throw conflict(t("This passkey is in use already"));
    const row = { tenantId: user.tenantId, userId: user.id, name, ...made };
    const stored = only(await tx.insert(passkeys).values(row).returning());
    return { passkey: presentPasskey(stored), ...(await added(tx, scope, { isFirst, change: "passkey-added", name })) };
  });
}

export const renamePasskey = (scope: Scope, id: string, { name }: { name: string }) =>
  scope.platformTx(async (tx) => {
    const one = and(passkeysOfUser(scope.user), eq(passkeys.id, id));
    const [before] = await tx.select().from(passkeys).where(one).for("update");
    const row = firstOr(
      await tx.update(passkeys).set({ name }).where(one).returning(),
      notFound(t("Passkey not found")),
    );
    await auditFactor(tx, scope, "factor.passkey-renamed", { name: [before?.name, name] });
    return presentPasskey(row);
  });

export const removePasskey = (scope: Scope, id: string) =>
  scope.platformTx(async (tx) => {
    await lockPerson(tx, scope.user);
    const one = and(passkeysOfUser(scope.user), eq(passkeys.id, id));
    const { name } = firstOr(await tx.delete(passkeys).where(one).returning(), notFound(t("Passkey not found")));
    return afterRemoval(tx, scope, "passkey-removed", name);
  });

export const renewRecoveryCodes = (scope: Scope) =>
  scope.platformTx(async (tx) => {
    const { user } = scope;
    if (await lockPerson(tx, user)) throw conflict(t("Set up an authenticator app or a passkey first"));
    const codes = await renewCodes(tx, user);
    await auditFactor(tx, scope, "factor.codes-renewed");
    await noteFactorChange(tx, scope, user, "codes-renewed");
    return { recoveryCodes: codes };
  });

/** Deletes every factor of a person. The caller records it. */
export async function deleteFactors(tx: Tx, user: Owner) {
  await tx.delete(totpSecrets).where(totpOfUser(user));
  await tx.delete(passkeys).where(passkeysOfUser(user));
  await deleteCodes(tx, user);
  await endChallengesOf(tx, user.id);
  await noteHasFactor(tx, user);
}

type Addition = { isFirst: boolean; change: FactorChange; name?: string };

async function added(tx: Tx, scope: Scope, { isFirst, change, name }: Addition) {
  const { user } = scope;
  const codes = isFirst ? await renewCodes(tx, user) : undefined;
  await noteHasFactor(tx, user);
  await auditFactor(tx, scope, `factor.${change}`, name ? { name } : {});
  await noteFactorChange(tx, scope, user, change, name);
  return codes ? { recoveryCodes: codes } : {};
}

async function afterRemoval(tx: Tx, scope: Scope, change: FactorChange, name?: string) {
  const { user } = scope;
  const hasFactor = await noteHasFactor(tx, user);
  if (!hasFactor) {
    const { company } = await findPerson(tx, user);
    if (company.factorRequiredAt)
      throw conflict(t("Your company requires a second factor, and this is your last one. Add another one first."));
    await deleteCodes(tx, user);
  }
  await auditFactor(tx, scope, `factor.${change}`, name ? { name } : {});
  await noteFactorChange(tx, scope, user, change, name);
  return { ok: true as const };
}

/** `users.has_factor` is what the sign-in and every call look at. */
async function noteHasFactor(tx: Tx, user: Owner): Promise<boolean> {
  const count = (await tx.$count(totpSecrets, totpOfUser(user))) + (await tx.$count(passkeys, passkeysOfUser(user)));
  await tx
    .update(users)
    .set({ hasFactor: count > 0 })
    .where(and(eq(users.tenantId, user.tenantId), eq(users.id, user.id)));
  return count > 0;
}

/** Serializes changes of a person's factors. True if there is none yet. */
async function lockPerson(tx: Tx, user: Owner): Promise<boolean> {
  const person = and(eq(users.tenantId, user.tenantId), eq(users.id, user.id));
  const found = await tx.select({ hasFactor: users.hasFactor }).from(users).where(person).for("update");
  return !firstOr(found, unauthenticated()).hasFactor;
}

async function findPerson(tx: Tx, user: Owner) {
  const found = await tx
    .select({ person: users, company: tenants })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.tenantId, user.tenantId), eq(users.id, user.id)));
  return firstOr(found, unauthenticated());
}

function sessionOf({ user }: Scope): string {
  if (!user.sessionId) throw unauthenticated();
  return user.sessionId;
}

const auditFactor = (tx: Tx, scope: Scope, action: string, changes: Record<string, unknown> = {}) =>
  audit(tx, scope, {
    ...{ action, changes, tenantId: scope.user.tenantId },
    targetId: scope.user.id,
    targetName: scope.user.email,
  });

const presentPasskey = ({ id, name, createdAt, lastUsedAt, isSynced }: typeof passkeys.$inferSelect) => ({
  ...{ id, name, createdAt, lastUsedAt, isSynced },
});
