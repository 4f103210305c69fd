// Passwords at rest: argon2id. Never logs one, never returns one.

import { maxPasswordLength, minPasswordLength } from "@intellibox/contract/rules/limits";
import { hash, verify } from "@node-rs/argon2";
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

/** Every comparison goes through this: tests count them here, in whichever order their files are run. */
export const argon = { verify };

export const hashPassword = (password: string) => slot(() => hash(password, settings));

/** A real hash of nothing anyone knows: comparing with it costs what a real comparison costs. */
const decoy = hashPassword(`decoy ${Math.random()}`);

/** Takes the same time whether there is a hash to compare with or not, so that time does not tell who exists. */
export async function passwordMatches(stored: string | undefined, password: string) {
  const compareWith = stored ?? (await decoy);
  const matches = await slot(() => argon.verify(compareWith, password).catch(() => false));
  return stored !== undefined && matches;
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
