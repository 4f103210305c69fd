// Ten codes for the time when every other factor is lost. Each works once.
import { readableCode } from "#lib/readable-code.ts";
import { hashToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull } from "#db/orm.ts";
import { recoveryCodes } from "#db/tables/second-factors.ts";
import type { Owner } from "./totp.ts";

const howMany = 10;

/** Replaces all codes of a person, and returns the new ones, which cannot be read again. */
export async function renewCodes(tx: Tx, user: Owner): Promise<string[]> {
  await tx.delete(recoveryCodes).where(ofUser(user));
  const codes = Array.from({ length: howMany }, () => readableCode(4));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ tenantId: user.tenantId, userId: user.id, hash: hashOf(user, code) })));
  return codes;
}

/** Uses a code, and returns how many are left; undefined if it is wrong or was used. */
export async function spendCode(tx: Tx, user: Owner, typed: string, now: Date): Promise<number | undefined> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(ofUser(user), isNull(recoveryCodes.usedAt), eq(recoveryCodes.hash, hashOf(user, typed))))
    .returning({ id: recoveryCodes.id });
  return used.length === 0 ? undefined : codesLeft(tx, user);
}

export const codesLeft = (tx: Tx, user: Owner) =>
  tx.$count(recoveryCodes, and(ofUser(user), isNull(recoveryCodes.usedAt)));

export async function deleteCodes(tx: Tx, user: Owner) {
  await tx.delete(recoveryCodes).where(ofUser(user));
}

/** A fast hash is enough for 80 random bits. Case, spaces and dashes do not count, because people type the codes. */
const hashOf = (user: Owner, code: string) => hashToken(`${user.id}|${code.toLowerCase().replaceAll(/[\s-]/g, "")}`);

const ofUser = (user: Owner) => and(eq(recoveryCodes.tenantId, user.tenantId), eq(recoveryCodes.userId, user.id));
