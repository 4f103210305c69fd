import { expect, test } from "vitest";
import { hashPassword, passwordMatches, refuseWeakPassword } from "./passwords.ts";

const isRefused = (password: string) => {
  try {
    refuseWeakPassword(password);
    return false;
  } catch {
    return true;
  }
};

test("a password needs twelve characters, and no rule of composition", () => {
  expect(isRefused("elevenchars")).toBe(true);
  expect(isRefused("plain lower case words")).toBe(false);
  expect(isRefused("पासवर्ड लंबा और सुरक्षित")).toBe(false);
  expect(isRefused("x".repeat(257))).toBe(true);
});

test("common ones are refused, also doubled or dressed up", () => {
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

test("no account costs the time of a wrong password [SES-21]", async () => {
  const stored = await hashPassword("the right one, truly");
  await passwordMatches(undefined, "warm up");
  const spent = { unknown: [] as number[], wrong: [] as number[] };
  // In turns, so that whatever else the machine does meets both alike; a skipped comparison would be a hundred times quicker.
  for (let round = 0; round < 9; round++) {
    for (const [kind, hash] of [
      ["unknown", undefined],
      ["wrong", stored],
    ] as const) {
      const start = process.hrtime.bigint();
      expect(await passwordMatches(hash, "not the right one")).toBe(false);
      spent[kind].push(Number(process.hrtime.bigint() - start));
    }
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[4] ?? 0;
  const ratio = median(spent.unknown) / median(spent.wrong);
  expect(ratio).toBeGreaterThan(0.2);
  expect(ratio).toBeLessThan(5);
});

test("a burst of sign-ins is worked off as far as the queue is long; the rest is told to come again", async () => {
  const stored = await hashPassword("the right one, truly");
  const answers = await Promise.allSettled(
    Array.from({ length: 70 }, () => passwordMatches(stored, "the right one, truly")),
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
