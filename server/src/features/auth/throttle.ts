import { createHash } from "node:crypto";
import { eq, inArray, lt, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { loginFailures } from "#db/tables/login-failures.ts";

/** Failures that cost nothing; an office behind one address mistypes more often than one person. */
const free = { account: 5, address: 20 };
const longestWaitSeconds = 15 * 60;
const forgottenAfterMs = 60 * 60_000;

type Attempt = { email: string; address: string };

/** Each further failure doubles the wait, for the account and for the address, whether the account exists or not. */
export async function refuseTooManyFailures(tx: Tx, attempt: Attempt, now: Date) {
  const rows = await tx
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, Object.values(keysOf(attempt))));
  const waits = rows.map(({ key, failures, lastAt }) => {
    const over = failures - (key.startsWith("account:") ? free.account : free.address);
    if (over < 0 || now.getTime() - lastAt.getTime() > forgottenAfterMs) return 0;
    return Math.min(2 ** over, longestWaitSeconds) - (now.getTime() - lastAt.getTime()) / 1000;
  });
  const wait = Math.ceil(Math.max(0, ...waits));
  if (wait > 0) {
    throw new AppError(
      "rate_limited",
      `Too many attempts. Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
      { retryAfter: wait },
    );
  }
}

/**
 * Until the end of the transaction no other attempt on the account or from the address is judged: a hundred guesses at once
 * are told no more than a hundred one after the other.
 */
export async function takeTurns(tx: Tx, attempt: Attempt) {
  for (const key of inOrder(attempt)) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

export async function noteFailure(tx: Tx, attempt: Attempt, now: Date) {
  const forgotten = new Date(now.getTime() - forgottenAfterMs);
  for (const key of inOrder(attempt)) {
    await tx
      .insert(loginFailures)
      .values({ key, failures: 1, lastAt: now })
      .onConflictDoUpdate({
        target: loginFailures.key,
        set: {
          lastAt: now,
          failures: sql`case when ${loginFailures.lastAt} < ${forgotten} then 1 else ${loginFailures.failures} + 1 end`,
        },
      });
  }
}

/** Signing in clears the account, not the address: one good account must not buy an attacker a fresh start. */
export async function forgetFailures(tx: Tx, attempt: Attempt) {
  await tx.delete(loginFailures).where(eq(loginFailures.key, keysOf(attempt).account));
}

export async function purgeFailures(tx: Tx, now: Date) {
  await tx.delete(loginFailures).where(lt(loginFailures.lastAt, new Date(now.getTime() - forgottenAfterMs)));
}

/** Always the same, so that two attempts never wait for each other. */
const inOrder = (attempt: Attempt) => Object.values(keysOf(attempt)).sort();

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const keysOf = ({ email, address }: Attempt) => ({
  account: `account:${digest(email)}`,
  address: `address:${digest(address)}`,
});
