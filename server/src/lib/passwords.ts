// Passwords at rest: argon2id. Never logs one, never returns one.

import { timingSafeEqual } from "node:crypto";
import { maxPasswordLength, minPasswordLength } from "@intellibox/contract/rules/limits";
import { hash } from "@node-rs/argon2";
import { isCommonPassword } from "./common-passwords.ts";
import { AppError, invalid } from "./errors.ts";
import { limitConcurrency } from "./limit-concurrency.ts";

// OWASP's floor for argon2id; 2 = Argon2id, the enum itself cannot be imported without a compiler.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Each run takes some 35 ms of a core: without a bound a burst of sign-ins starves every other call, and without an end of the
// queue whoever comes late waits for everybody before them.
const slot = limitConcurrency(2, {
  mostWaiting: 64,
  refusal: () =>
    new AppError("unavailable", "Too many people are signing in just now. Please try again in a few seconds.", {
      retryAfter: 3,
    }),
});

/** Every run of argon2 goes through this: tests count them here, in whichever order their files are run. */
export const argon = { hash };

/** `like`: a hash whose salt is used again. Accounts of one address share theirs, so that one run compares with all of them. */
export const hashPassword = (password: string, like?: string) =>
  slot(() => argon.hash(password, { ...settings, ...(like && { salt: recipeOf(like)?.salt }) }));

/** A real hash of nothing anyone knows: comparing with it costs what a real comparison costs. */
const decoy = hashPassword(`decoy ${Math.random()}`);

export const passwordMatches = async (stored: string | undefined, password: string) =>
  (await whichMatch(stored === undefined ? [] : [stored], password)).size > 0;

/**
 * Those of the hashes that belong to the password. Takes the same time whether there is a hash to compare with or not, and
 * however many there are with one salt, so that time does not tell who exists.
 */
export async function whichMatch(stored: string[], password: string): Promise<Set<string>> {
  const compareWith = stored.length > 0 ? stored : [await decoy];
  const recipes = new Map<string, Recipe>();
  for (const text of compareWith) {
    const recipe = recipeOf(text) ?? recipeOf(await decoy);
    if (recipe) recipes.set(recipe.text, recipe);
  }
  const matching = new Set<string>();
  for (const { text: _, ...options } of recipes.values()) {
    const computed = await slot(() => argon.hash(password, options));
    for (const text of stored) if (isSame(text, computed)) matching.add(text);
  }
  return matching;
}

type Recipe = { text: string; algorithm: 2; memoryCost: number; timeCost: number; parallelism: number; salt: Buffer };

/** How a hash was made, which is written in it; undefined where it is none of ours. */
function recipeOf(stored: string): Recipe | undefined {
  const found = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+))\$[A-Za-z\d+/]{43}$/.exec(stored);
  if (!found) return undefined;
  const [, text = "", memory, time, lanes, salt = ""] = found;
  const costs = { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(lanes) };
  return { text, algorithm: 2, ...costs, salt: Buffer.from(salt, "base64") };
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The rules for a new password: long enough, and not one that everybody uses. No composition rules. */
export function refuseWeakPassword(password: string, field = "password") {
  const refuse = (message: string) => invalid(message, { [field]: message });
  if ([...password].length < minPasswordLength)
    throw refuse(`Password must have at least ${minPasswordLength} characters`);
  if (password.length > maxPasswordLength) throw refuse("Password is too long");
  if (isCommonPassword(password)) throw refuse("That password is too common. Choose another one.");
  if (new Set(password).size < 4) throw refuse("That password is too easy to guess. Choose another one.");
}
