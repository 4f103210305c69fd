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
  /** The browser, once for each account of the address that somebody has signed in to with it before. */
  devices: string[];
};

/** As whom an attempt may be judged now. */
export type OpenWays = {
  /** As anybody: for every account of the address. */
  stranger: boolean;
  /** As a known browser: for the account that it is known for. */
  devices: string[];
};

/**
 * Each further failure doubles the wait, for the account and for the address, whether the account exists or not. A known
 * browser has failures of its own: strangers do not delay it. Refuses where no way is open. What is refused depends on no
 * account but those that the browser is known for: it must not tell which other companies know the address.
 */
export async function refuseTooManyFailures(tx: Tx, attempt: Attempt, now: Date): Promise<OpenWays> {
  const rows = await tx
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, [...strangerKeys(attempt), ...attempt.devices.map(deviceKey)]));
  const waitFor = (keys: string[]) =>
    Math.ceil(Math.max(0, ...rows.map((row) => (keys.includes(row.key) ? left(row, now) : 0))));
  const stranger = waitFor(strangerKeys(attempt));
  const devices = attempt.devices.map((device) => ({ device, wait: waitFor([deviceKey(device)]) }));
  const wait = Math.min(stranger, ...devices.map((known) => known.wait));
  if (wait > 0) {
    throw new AppError(
      "rate_limited",
      `Too many attempts. Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
      { retryAfter: wait },
    );
  }
  return {
    stranger: stranger === 0,
    devices: devices.flatMap((known) => (known.wait === 0 ? known.device : [])),
  };
}

/** The seconds that are left to wait. */
function left({ key, failures, lastAt }: typeof loginFailures.$inferSelect, now: Date) {
  const { free, longestSeconds } = bounds[key.split(":")[0] as Kind];
  const over = failures - free;
  if (over < 0 || now.getTime() - lastAt.getTime() > forgottenAfterMs) return 0;
  return Math.min(2 ** over, longestSeconds) - (now.getTime() - lastAt.getTime()) / 1000;
}

/**
 * Until the end of the transaction no other attempt on the account or from the address is judged: a hundred guesses at once
 * are told no more than a hundred one after the other.
 */
export async function takeTurns(tx: Tx, attempt: Attempt) {
  // Always in the same order, so that two attempts never wait for each other.
  const keys = [...strangerKeys(attempt), ...attempt.devices.map(deviceKey)].sort();
  for (const key of keys) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Counted wherever it was judged. */
export async function noteFailure(tx: Tx, attempt: Attempt, ways: OpenWays, now: Date) {
  const forgotten = new Date(now.getTime() - forgottenAfterMs);
  for (const key of [...(ways.stranger ? strangerKeys(attempt) : []), ...ways.devices.map(deviceKey)]) {
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
 * Signing in clears the known browser. The account's failures lapse with time only: whoever may sign in to one account of an
 * address must not buy themselves a fresh start at guessing the others, and whoever signed in has a known browser from then on.
 */
export async function forgetFailures(tx: Tx, device: string) {
  await tx.delete(loginFailures).where(eq(loginFailures.key, deviceKey(device)));
}

export async function purgeFailures(tx: Tx, now: Date) {
  await tx.delete(loginFailures).where(lt(loginFailures.lastAt, new Date(now.getTime() - forgottenAfterMs)));
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const deviceKey = (device: string) => `device:${digest(device)}`;
const strangerKeys = ({ email, address }: Attempt) => [
  `account:${digest(email)}`,
  `address:${digest(countedAddress(address))}`,
];
