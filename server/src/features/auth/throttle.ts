import { createHash } from "node:crypto";
import { eq, inArray, lt, sql } from "drizzle-orm";
import { countedAddress } from "#lib/counted-address.ts";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { loginFailures } from "#db/tables/login-failures.ts";

/**
 * `free`: failures that cost nothing; an office behind one address mistypes more often than one person. What strangers do to an
 * account delays its owner too, where they come with a browser that is not known: so that delay stays short.
 */
const bounds = {
  account: { free: 5, longestSeconds: 60 },
  address: { free: 20, longestSeconds: 15 * 60 },
  device: { free: 5, longestSeconds: 15 * 60 },
};
type Kind = keyof typeof bounds;
const forgottenAfterMs = 60 * 60_000;

type Attempt = {
  email: string;
  address: string;
  /** The browser, where somebody has signed in to this account with it before. */
  device: string | undefined;
};

/**
 * Each further failure doubles the wait, for the account and for the address, whether the account exists or not. A known
 * browser waits for its own failures only.
 */
export async function refuseTooManyFailures(tx: Tx, attempt: Attempt, now: Date) {
  const rows = await tx
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, Object.values(keysOf(attempt))));
  const waits = rows.map(({ key, failures, lastAt }) => {
    const { free, longestSeconds } = bounds[key.split(":")[0] as Kind];
    const over = failures - free;
    if (over < 0 || now.getTime() - lastAt.getTime() > forgottenAfterMs) return 0;
    return Math.min(2 ** over, longestSeconds) - (now.getTime() - lastAt.getTime()) / 1000;
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

/**
 * Signing in clears the account or the known browser, not the address: one good account must not buy an attacker a fresh
 * start. What strangers did to the account stays counted where its owner came with a known browser.
 */
export async function forgetFailures(tx: Tx, attempt: Attempt) {
  const { account, device } = keysOf(attempt);
  await tx.delete(loginFailures).where(eq(loginFailures.key, device ?? account ?? ""));
}

export async function purgeFailures(tx: Tx, now: Date) {
  await tx.delete(loginFailures).where(lt(loginFailures.lastAt, new Date(now.getTime() - forgottenAfterMs)));
}

/** Always the same, so that two attempts never wait for each other. */
const inOrder = (attempt: Attempt) => Object.values(keysOf(attempt)).sort();

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const keysOf = ({ email, address, device }: Attempt): Partial<Record<Kind, string>> =>
  device
    ? { device: `device:${digest(device)}` }
    : { account: `account:${digest(email)}`, address: `address:${digest(countedAddress(address))}` };
