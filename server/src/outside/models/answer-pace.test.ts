import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchPace } from "./answer-pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { firstMs: 30_000, windowMs: 28_000, minChars: 28, totalMs: 120_000 };

test("a trickle below the minimum rate is ended within 30 seconds", () => {
  const pace = watchPace(limits);
  for (let second = 0; second < 30; second += 2) {
    pace.received(1);
    vi.advanceTimersByTime(2_000);
  }
  expect(pace.signal.aborted).toBe(true);
  expect(pace.fault()).toBe("too-slow");
});

test("a slow answer at the minimum rate goes on until the limit of the whole answer", () => {
  const pace = watchPace(limits);
  const seconds = () => {
    for (let second = 1; second < 200; second++) {
      pace.received(2);
      vi.advanceTimersByTime(1_000);
      if (pace.signal.aborted) return second;
    }
    return 0;
  };
  expect(seconds()).toBe(120);
  expect(pace.fault()).toBe("too-long");
});

test("a fast answer that becomes a trickle is ended within 30 seconds of it", () => {
  const pace = watchPace(limits);
  pace.received(2_000);
  vi.advanceTimersByTime(20_000);
  expect(pace.signal.aborted).toBe(false);
  pace.received(500);
  vi.advanceTimersByTime(28_000);
  expect(pace.signal.aborted).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(pace.fault()).toBe("too-slow");
});

test("an answer that does not begin is ended, and a stopped watch ends nothing", () => {
  const silent = watchPace(limits);
  vi.advanceTimersByTime(30_000);
  expect(silent.fault()).toBe("no-start");
  const stopped = watchPace(limits);
  stopped.received(1);
  stopped.stop();
  vi.advanceTimersByTime(300_000);
  expect(stopped.signal.aborted).toBe(false);
});
