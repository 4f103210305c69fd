import { expect, test } from "vitest";
import { leftWords, minutesLeft, type Sample, withSample } from "./time-left.ts";

const samplesOf = (...given: [seconds: number, remaining: number][]) =>
  given.reduce<readonly Sample[]>((all, [at, remaining]) => withSample(all, { at: at * 1000, remaining }), []);

test("the time is told only when the rate is known [SYN-08]", () => {
  expect(leftWords([])).toBeUndefined();
  expect(leftWords(samplesOf([0, 0]))).toBeUndefined();
  expect(leftWords(samplesOf([0, 1200]))).toBe("1,200 messages left");
  expect(leftWords(samplesOf([0, 1200], [2, 1100]))).toBe("1,100 messages left");
  expect(leftWords(samplesOf([0, 1200], [60, 900]))).toBe("900 messages left, about 3 minutes");
  expect(leftWords(samplesOf([0, 12], [60, 1]))).toBe("1 message left, about 1 minute");
  expect(leftWords(samplesOf([0, 100_000], [60, 99_700]))).toBe("99,700 messages left, about 6 hours");
});

test("a new step is measured anew, and a number that stands still keeps the estimate [SYN-08]", () => {
  expect(minutesLeft(samplesOf([0, 600], [60, 100], [70, 500]))).toBeUndefined();
  const standing = samplesOf([0, 600], [60, 300], [600, 300]);
  expect(standing).toHaveLength(2);
  expect(minutesLeft(standing)).toBe(1);
});
