import { expect, test } from "vitest";
import { leftWords, minutesLeft, type Sample, withSample } from "./time-left.ts";

const samplesOf = (...given: [seconds: number, here: number][]) =>
  given.reduce<readonly Sample[]>((all, [at, here]) => withSample(all, { at: at * 1000, here }), []);

test("the time is told only when the rate is known [SYN-08]", () => {
  expect(leftWords([], 0, false)).toBeUndefined();
  expect(leftWords(samplesOf([0, 0]), 1200, false)).toBe("1,200 messages left");
  expect(leftWords(samplesOf([0, 0], [2, 100]), 1100, false)).toBe("1,100 messages left");
  expect(leftWords(samplesOf([0, 0], [60, 300]), 900, false)).toBe("900 messages left, about 3 minutes");
  expect(leftWords(samplesOf([0, 0], [60, 11]), 1, false)).toBe("1 message left, about 1 minute");
  expect(leftWords(samplesOf([0, 50], [60, 350]), 99_700, true)).toBe("about 99,700 messages left, about 6 hours");
});

test("steps of one load are one measurement, and mail that is deleted begins another [SYN-08]", () => {
  expect(minutesLeft(samplesOf([0, 50], [60, 550], [120, 1050]), 5000)).toBe(10);
  expect(minutesLeft(samplesOf([0, 600], [60, 900], [70, 100]), 500)).toBeUndefined();
  const standing = samplesOf([0, 300], [60, 600], [600, 600]);
  expect(standing).toHaveLength(2);
  expect(minutesLeft(standing, 300)).toBe(1);
});
