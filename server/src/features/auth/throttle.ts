import { createHash } from "node:crypto";
import { t } from "@intellibox/contract/text/t";
import { countedAddress } from "#lib/counted-address.ts";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { eq, inArray, lt, sql } from "#db/orm.ts";
import { loginFailures } from "#db/tables/login-failures.ts";

/**
 * `free` is the number of failures without a delay. It is higher for an IP address, which a whole office may share. An account's
 * longest delay is short, because failures of strangers also delay the owner in a new browser.
 */
const bounds = {
  account: { free: 5, longestSeconds: 60 },
  address: { free: 20, longestSeconds: 15 * 60 },
  device: { free: 5, longestSeconds: 15 * 60 },
  // Passwords and codes of a person who has passed the first step or is signed in. Strangers do not get here.
  proof: { free: 5, longestSeconds: 15 * 60 },
};
type Kind = keyof typeof bounds;
const forgottenAfterMs = 60 * 60_000;

type Attempt = {
  email: string;
  address: string;
  /** The ids of known devices: one for each account of the email address that this browser has signed in to. */
  devices: string[];
};

/** For which accounts the password of an attempt may be checked now. */
type AllowedChecks = {
  /** For every account of the email address, as from an unknown browser. */
  stranger: boolean;
  /** Known devices: each allows the check for its own account. */
  devices: string[];
};

/**
 * Each further failure doubles the wait, for the email address and for the IP address, whether the account exists or not. A known
 * device has its own count, so that strangers do not delay it. Throws if no check is allowed now. The answer depends only on
 * accounts that the browser is known for: it must not reveal which companies have an account for the email address.
 */
export async function refuseTooManyFailures(tx: Tx, attempt: Attempt, now: Date): Promise<AllowedChecks> {
  const rows = await tx
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, [...strangerKeys(attempt), ...attempt.devices.map(deviceKey)]));
  const waitFor = (keys: string[]) =>
    longestWait(
      rows.filter(({ key }) => keys.includes(key)),
      now,
    );
  const stranger = waitFor(strangerKeys(attempt));
  const devices = attempt.devices.map((device) => ({ device, wait: waitFor([deviceKey(device)]) }));
  const wait = Math.min(stranger, ...devices.map((known) => known.wait));
  refuseWait(wait);
  return {
    stranger: stranger === 0,
    devices: devices.flatMap((known) => (known.wait === 0 ? known.device : [])),
  };
}

type Failures = typeof loginFailures.$inferSelect;

const longestWait = (rows: Failures[], now: Date) =>
  Math.ceil(Math.max(0, ...rows.map((row) => secondsLeft(row, now))));

function refuseWait(wait: number) {
  if (wait > 0)
    throw new AppError(
      "rate_limited",
      t("Too many attempts. Try again in {wait, plural, one {# second} other {# seconds}}.", { wait }),
      { retryAfter: wait },
    );
}

function secondsLeft({ key, failures, lastAt }: Failures, now: Date) {
  const { free, longestSeconds } = bounds[key.split(":")[0] as Kind];
  const over = failures - free;
  if (over < 0 || now.getTime() - lastAt.getTime() > forgottenAfterMs) return 0;
  return Math.min(2 ** over, longestSeconds) - (now.getTime() - lastAt.getTime()) / 1000;
}

/**
 * Serializes attempts on an account or from an address until the end of the transaction, so that a hundred parallel guesses get
 * no further than a hundred sequential ones.
 */
export async function lockAttempt(tx: Tx, attempt: Attempt) {
  await lockKeys(tx, [...strangerKeys(attempt), ...attempt.devices.map(deviceKey)]);
}

async function lockKeys(tx: Tx, keys: string[]) {
  // Sorted, so that two attempts cannot deadlock.
  for (const key of keys.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Counts a failure for every check that was allowed. */
export async function countFailure(tx: Tx, attempt: Attempt, allowed: AllowedChecks, now: Date) {
  await countKeys(tx, [...(allowed.stranger ? strangerKeys(attempt) : []), ...allowed.devices.map(deviceKey)], now);
}

async function countKeys(tx: Tx, keys: string[], now: Date) {
  const forgotten = new Date(now.getTime() - forgottenAfterMs);
  for (const key of keys) {
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
 * A sign-in clears the failures of the known device. Those of the email address only expire: otherwise a person who can sign in
 * to one of its accounts could reset the count and go on guessing the passwords of the others.
 */
export async function forgetFailures(tx: Tx, device: string) {
  await tx.delete(loginFailures).where(eq(loginFailures.key, deviceKey(device)));
}

/** An attempt to prove who one is: the second step of a sign-in, or a step-up. */
type ProofAttempt = { userId: string; address: string; device: string | undefined };

/** Serializes the proofs of a person from a place, and throws if there were too many failures. */
export async function admitProof(tx: Tx, attempt: ProofAttempt, now: Date) {
  const keys = proofKeys(attempt);
  await lockKeys(tx, keys);
  refuseWait(longestWait(await tx.select().from(loginFailures).where(inArray(loginFailures.key, keys)), now));
}

export const countFailedProof = (tx: Tx, attempt: ProofAttempt, now: Date) => countKeys(tx, proofKeys(attempt), now);

export async function forgetFailedProofs(tx: Tx, { userId, device }: ProofAttempt) {
  await tx.delete(loginFailures).where(eq(loginFailures.key, proofKey(device ?? userId)));
}

export async function purgeFailures(tx: Tx, now: Date) {
  await tx.delete(loginFailures).where(lt(loginFailures.lastAt, new Date(now.getTime() - forgottenAfterMs)));
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const deviceKey = (device: string) => `device:${digest(device)}`;
const proofKey = (whose: string) => `proof:${digest(whose)}`;
/** A known device has a count of its own, so that a thief of the password cannot delay its owner. */
const proofKeys = ({ userId, address, device }: ProofAttempt) =>
  device ? [proofKey(device)] : [proofKey(userId), `address:${digest(countedAddress(address))}`];
const strangerKeys = ({ email, address }: Attempt) => [
  `account:${digest(email)}`,
  `address:${digest(countedAddress(address))}`,
];
