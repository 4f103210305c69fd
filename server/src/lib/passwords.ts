// Hashes passwords with argon2id. Never logs a password.
import { availableParallelism } from "node:os";
import { maxPasswordLength, minPasswordLength } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { hash } from "@node-rs/argon2";
import { isCommonPassword } from "./common-passwords.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { AppError, invalid } from "./errors.ts";
import { limitConcurrency } from "./limit-concurrency.ts";

// OWASP's minimum for argon2id. 2 is Argon2id; Node's type stripping cannot import a const enum.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The bounds of a queue for sign-ins. A late caller does not wait for all others. */
export const signInQueue = {
  mostWaiting: 64,
  refusal: () =>
    new AppError("unavailable", t("Too many people are signing in just now. Please try again in a few seconds."), {
      retryAfter: 3,
    }),
};

// A hash takes about 35 ms of a core. One core stays free, so that a burst of sign-ins does not starve other calls.
export const hashesAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const slot = limitConcurrency(hashesAtOnce, signInQueue);

/** All hashing goes through this object, so that tests can count the calls. */
export const argon = { hash };

/** `like` is a hash whose salt is reused. Accounts of one address share a salt, so that one hash compares with all of them. */
export const hashPassword = (password: string, like?: string) =>
  slot(() => argon.hash(password, { ...settings, ...(like && { salt: readHash(like)?.salt }) }));

/** A hash of an unknown password, so that a comparison without an account costs as much as with one. */
const decoy = hashPassword(`decoy ${Math.random()}`);

export const passwordMatches = async (stored: string | undefined, password: string) =>
  (await whichMatch(stored === undefined ? [] : [stored], password)).size > 0;

/**
 * Returns the hashes that match the password. Takes the same time without a hash, and with any number of hashes that share a salt,
 * so that time does not reveal which accounts exist.
 */
export async function whichMatch(stored: string[], password: string): Promise<Set<string>> {
  const compareWith = stored.length > 0 ? stored : [await decoy];
  const settingsBySalt = new Map<string, HashSettings>();
  for (const text of compareWith) {
    const found = readHash(text) ?? readHash(await decoy);
    if (found) settingsBySalt.set(found.text, found);
  }
  const matching = new Set<string>();
  for (const { text: _, ...options } of settingsBySalt.values()) {
    const computed = await slot(() => argon.hash(password, options));
    for (const text of stored) if (equalInConstantTime(computed, text)) matching.add(text);
  }
  return matching;
}

type HashSettings = {
  text: string;
  algorithm: 2;
  memoryCost: number;
  timeCost: number;
  parallelism: number;
  salt: Buffer;
};

/** Reads the settings and the salt from a hash. Undefined if it is not an argon2id hash. */
function readHash(stored: string): HashSettings | undefined {
  const found = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+))\$[A-Za-z\d+/]{43}$/.exec(stored);
  if (!found) return undefined;
  const [, text = "", memory, time, lanes, salt = ""] = found;
  const costs = { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(lanes) };
  return { text, algorithm: 2, ...costs, salt: Buffer.from(salt, "base64") };
}

/** A new password must be long enough and not common. There are no composition rules (NIST SP 800-63B 5.1.1.2). */
export function refuseWeakPassword(password: string, field = "password") {
  const refuse = (message: string) => invalid(message, { [field]: message });
  if ([...password].length < minPasswordLength)
    throw refuse(t("Password must have at least {count} characters", { count: minPasswordLength }));
  if (password.length > maxPasswordLength) throw refuse(t("Password is too long"));
  if (isCommonPassword(password)) throw refuse(t("That password is too common. Choose another one."));
  if (new Set(password).size < 4) throw refuse(t("That password is too easy to guess. Choose another one."));
}
