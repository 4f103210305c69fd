// Makes and checks challenges of WebAuthn. The address of the installation is the relying party: passkeys work only there.
import type { PasskeyAnswer } from "@intellibox/contract/endpoints/step-up";
import type {
  AuthenticatorTransport,
  VerifyAuthenticationResponseOpts,
  VerifyRegistrationResponseOpts,
} from "@simplewebauthn/server";
import type { Config } from "#lib/config.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq } from "#db/orm.ts";
import { passkeys } from "#db/tables/second-factors.ts";
import type { Common } from "#scope.ts";
import type { Owner } from "./totp.ts";

type PasskeyRow = typeof passkeys.$inferSelect;
type RegistrationAnswer = VerifyRegistrationResponseOpts["response"];
type AuthenticationAnswer = VerifyAuthenticationResponseOpts["response"];

/** Loaded when a passkey is used: the library reads certificates of many formats, and takes 5 MB and a tenth of a start. */
const webAuthn = () => import("@simplewebauthn/server");

export const relyingParty = (config: Config) => {
  const url = new URL(publicUrlOf(config));
  return { id: url.hostname, origin: url.origin };
};

/** ES256, RS256 and Ed25519 (RFC 8152), which every authenticator has one of. */
const supportedAlgorithmIDs = [-7, -257, -8];

/** Bytes of the token, so that the challenge in the browser's answer is the token again. */
const challengeOf = (token: string) => new Uint8Array(Buffer.from(token, "base64url"));

export const passkeysOf = (tx: Tx, user: Owner) =>
  tx.select().from(passkeys).where(ofUser(user)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

const described = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
});

/** Options to make a passkey. It is stored in the device, so that it can be used without typing an address. */
export async function registrationOptions(
  { config }: Pick<Common, "config">,
  user: Owner & { name: string; email: string },
  known: PasskeyRow[],
  token: string,
) {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Intellibox",
    rpID: relyingParty(config).id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: challengeOf(token),
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return { options: { ...options } };
}

/** `known` is absent for a sign-in without a password, which then needs the device's PIN, finger or face. */
export async function authenticationOptions({ config }: Pick<Common, "config">, token: string, known?: PasskeyRow[]) {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: challengeOf(token),
    userVerification: known ? "preferred" : "required",
    ...(known && { allowCredentials: known.map(described) }),
  });
  return { options: { ...options } };
}

/** The challenge that an answer says it belongs to, or an empty text. */
export function challengeIn(answer: { response: { clientDataJSON: string } }): string {
  try {
    const data = JSON.parse(Buffer.from(answer.response.clientDataJSON, "base64url").toString()) as {
      challenge?: unknown;
    };
    return typeof data.challenge === "string" ? data.challenge : "";
  } catch {
    return "";
  }
}

/** The columns of a new passkey, or undefined if the answer is not right. The caller has taken the challenge. */
export async function verifyNewPasskey({ config, log }: Pick<Common, "config" | "log">, answer: RegistrationAnswer) {
  const { id, origin } = relyingParty(config);
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challengeIn(answer),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: answer.response.transports ?? [],
      isSynced: credentialBackedUp,
    };
  } catch (error) {
    log.info({ reason: (error as Error).message }, "a new passkey was refused");
    return undefined;
  }
}

/**
 * The passkey that an answer proves, or undefined. The row is locked, so that its counter cannot be passed twice. The caller has taken
 * the challenge. `mustVerify`: the device must have checked the person, because the passkey is the only proof.
 */
export async function checkPasskey(
  tx: Tx,
  { config, log }: Pick<Common, "config" | "log">,
  answer: PasskeyAnswer,
  { user, mustVerify, now }: { user?: Owner; mustVerify: boolean; now: Date },
): Promise<PasskeyRow | undefined> {
  // Before the row is locked, because the first use loads the library.
  const { verifyAuthenticationResponse } = await webAuthn();
  const [row] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, answer.id), user && ofUser(user)))
    .for("update");
  if (!row) return undefined;
  const { userHandle } = answer.response;
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== row.userId) return undefined;
  const { id, origin } = relyingParty(config);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationAnswer,
      expectedChallenge: challengeIn(answer),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: mustVerify,
      credential: {
        id: row.credentialId,
        publicKey: new Uint8Array(Buffer.from(row.publicKey, "base64url")),
        counter: row.counter,
      },
    });
    if (!verified) return undefined;
    const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo;
    await tx
      .update(passkeys)
      .set({ counter, isSynced, lastUsedAt: now })
      .where(and(eq(passkeys.tenantId, row.tenantId), eq(passkeys.id, row.id)));
    return row;
  } catch (error) {
    // A counter that went back, a wrong origin or a wrong signature.
    log.warn({ passkey: row.id, reason: (error as Error).message }, "the answer of a passkey was refused");
    return undefined;
  }
}

export const ofUser = (user: Owner) => and(eq(passkeys.tenantId, user.tenantId), eq(passkeys.userId, user.id));
