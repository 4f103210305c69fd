import { hashPassword } from "#lib/passwords.ts";
import { eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import type { Common } from "#scope.ts";

/** Columns for a new password. `stored` is the hash that it replaces. Call it outside of a transaction: hashing is slow on purpose. */
export const hashNewPassword = async (scope: Pick<Common, "now">, password: string, stored: string) => ({
  passwordHash: await hashPassword(password, stored),
  passwordSetAt: scope.now(),
});

/**
 * Columns for the password of a new account. It shares the salt of the address's accounts in other companies, so that a sign-in
 * takes one hash however many there are, and its time does not reveal their number.
 */
export async function hashFirstPassword(scope: Pick<Common, "now" | "platformTx">, email: string, password: string) {
  // As platform: the salt may be another company's. It is never shown.
  const [other] = await scope.platformTx((tx) =>
    tx.select({ hash: users.passwordHash }).from(users).where(eq(users.email, email)).limit(1),
  );
  return { passwordHash: await hashPassword(password, other?.hash), passwordSetAt: scope.now() };
}
