import { expect, onTestFinished, test, vi } from "vitest";
import {
  argon,
  hashesAtOnce,
  hashPassword,
  passwordMatches,
  refuseWeakPassword,
  signInQueue,
  whichMatch,
} from "./passwords.ts";

const isRefused = (password: string) => {
  try {
    refuseWeakPassword(password);
    return false;
  } catch {
    return true;
  }
};

test("a password needs twelve characters, without rules of composition", () => {
  expect(isRefused("elevenchars")).toBe(true);
  expect(isRefused("plain lower case words")).toBe(false);
  expect(isRefused("पासवर्ड लंबा और सुरक्षित")).toBe(false);
  expect(isRefused("x".repeat(257))).toBe(true);
});

test("common passwords are refused, also doubled or with digits and symbols added", () => {
  for (const common of [
    "1qaz2wsx3edc",
    "QWERTYUIOP123",
    "passwordpassword",
    "!!password2026!!",
    "administrator",
    "aaaaaaaaaaaa",
  ]) {
    expect(isRefused(common), common).toBe(true);
  }
});

test("a missing account costs as much as a wrong password: one hash with the same settings [SES-21]", async () => {
  const stored = await hashPassword("the right one, truly");
  const hash = vi.spyOn(argon, "hash");
  onTestFinished(() => hash.mockRestore());
  const compared = async (hashed: string | undefined) => {
    hash.mockClear();
    expect(await passwordMatches(hashed, "not the right one")).toBe(false);
    return hash.mock.calls.map(([, settings]) => ({ ...settings, salt: settings?.salt?.length }));
  };
  const wrong = await compared(stored);
  expect(wrong).toHaveLength(1);
  expect(await compared(undefined)).toEqual(wrong);
  expect(await compared("not a hash at all")).toEqual(wrong);
});

test("any number of hashes with one salt costs one hash to compare [SES-21]", async () => {
  const first = await hashPassword("the right one, truly");
  const [second, third] = [await hashPassword("another one, truly", first), await hashPassword("the third one", first)];
  const hash = vi.spyOn(argon, "hash");
  onTestFinished(() => hash.mockRestore());
  expect(await whichMatch([first, second, third], "another one, truly")).toEqual(new Set([second]));
  expect(hash).toHaveBeenCalledTimes(1);
});

test("a burst of sign-ins fills the queue, and the rest is told to try again", async () => {
  const stored = await hashPassword("the right one, truly");
  const answers = await Promise.allSettled(
    Array.from({ length: hashesAtOnce + signInQueue.mostWaiting + 4 }, () =>
      passwordMatches(stored, "the right one, truly"),
    ),
  );
  const refused = answers.flatMap((answer) => (answer.status === "rejected" ? answer.reason : []));
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({
    status: 503,
    retryAfter: 3,
    message: "Too many people are signing in just now. Please try again in a few seconds.",
  });
  expect(await passwordMatches(stored, "the right one, truly")).toBe(true);
});
