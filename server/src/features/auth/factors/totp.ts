// Codes of an authenticator app (RFC 6238). The secret is sealed; a code works once, and a clock may be wrong by one step of 30 s.
import { Secret, TOTP } from "otpauth";
import type { Sealer } from "#lib/seal.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { totpSecrets } from "#db/tables/second-factors.ts";

export type Owner = { tenantId: string; id: string };

const period = 30;
const issuer = "Intellibox";

export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, { email, tenantName }: { email: string; tenantName: string }) =>
  new TOTP({ issuer, label: `${email} (${tenantName})`, secret: Secret.fromBase32(secret), period }).toString();

/** The time step of a valid code, or undefined. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta;
}

/** True once for a code. The row is locked, so that two answers with the same code cannot both succeed. Call it as platform. */
export async function checkTotp(tx: Tx, sealer: Sealer, user: Owner, code: string, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(totpSecrets).where(ofUser(user)).for("update");
  if (!row) return false;
  const { tenantId, id, secretSealed: sealed } = row;
  const secret = openSecret(sealer, sealedColumns.totpSecret, { tenantId, row: id, sealed });
  const step = stepOfCode(secret, code, now);
  if (step === undefined || step <= row.lastStep) return false;
  await tx.update(totpSecrets).set({ lastStep: step, lastUsedAt: now }).where(ofUser(user));
  return true;
}

/** Replaces an earlier app. `step` is that of the code which proved the new one. */
export async function storeTotp(tx: Tx, sealer: Sealer, user: Owner, { secret, step, id }: NewTotp) {
  await tx.delete(totpSecrets).where(ofUser(user));
  const secretSealed = sealer.seal(secret, placeOf(sealedColumns.totpSecret, user.tenantId, id));
  await tx.insert(totpSecrets).values({ tenantId: user.tenantId, id, userId: user.id, secretSealed, lastStep: step });
}

type NewTotp = { secret: string; step: number; id: string };

export const ofUser = (user: Owner) => and(eq(totpSecrets.tenantId, user.tenantId), eq(totpSecrets.userId, user.id));
