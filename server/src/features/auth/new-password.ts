import { eq } from "drizzle-orm";
import { hashPassword } from "#lib/passwords.ts";
import { users } from "#db/tables/users.ts";
import type { Common } from "#scope.ts";

/** A password for an account that has one. `stored`: the hash that it replaces. Slow on purpose: outside of any transaction. */
export const replacePassword = async (scope: Pick<Common, "now">, password: string, stored: string) => ({
  passwordHash: await hashPassword(password, stored),
  passwordSetAt: scope.now(),
});

/**
 * A password for a new account. It shares the salt of the accounts that other companies have for the address: signing in then
 * takes the same time, however many there are.
 */
export async function firstPassword(scope: Pick<Common, "now" | "platformTx">, email: string, password: string) {
  // As platform: nothing of the other accounts is told to anybody.
  const [other] = await scope.platformTx((tx) =>
    tx.select({ hash: users.passwordHash }).from(users).where(eq(users.email, email)).limit(1),
  );
  return { passwordHash: await hashPassword(password, other?.hash), passwordSetAt: scope.now() };
}
