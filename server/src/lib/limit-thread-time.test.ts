import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitThreadTime } from "./limit-thread-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The seconds until a task with a limit of 10 s is ended, if its thread gets a share of a processor. */
async function endedAfter(cpuMs: (wallMs: number) => number | undefined) {
  const beganAt = performance.now();
  let endedAt: number | undefined;
  const cpuUsage = () => {
    const user = cpuMs(performance.now() - beganAt);
    return user === undefined
      ? new Promise<never>(() => undefined)
      : Promise.resolve({ user: (5000 + user) * 1000, system: 0 });
  };
  const stop = limitThreadTime({ cpuUsage }, 10_000, () => {
    endedAt = performance.now();
  });
  for (let second = 0; second < 60 && endedAt === undefined; second++) await vi.advanceTimersByTimeAsync(1000);
  stop();
  return endedAt === undefined ? undefined : Math.round((endedAt - beganAt) / 1000);
}

test("a task that hangs is ended at its limit", async () => {
  expect(await endedAfter((ms) => ms)).toBe(10);
});

test("a task that waits for the processor has more time, but not without end", async () => {
  const atAThird = await endedAfter((ms) => ms / 3);
  expect(atAThird).toBeGreaterThan(20);
  expect(atAThird).toBeLessThan(35);
  expect(await endedAfter(() => 0)).toBe(40);
});

test("a thread that does not say its time is judged by the clock", async () => {
  const silent = await endedAfter(() => undefined);
  expect(silent).toBeGreaterThan(12);
  expect(silent).toBeLessThan(25);
});

test("a task that ended is neither measured nor judged", async () => {
  const onExceeded = vi.fn();
  const cpuUsage = vi.fn(async () => ({ user: 0, system: 0 }));
  const stop = limitThreadTime({ cpuUsage }, 10_000, onExceeded);
  await vi.advanceTimersByTimeAsync(1500);
  expect(cpuUsage).toHaveBeenCalledOnce();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cpuUsage).toHaveBeenCalledOnce();
  expect(onExceeded).not.toHaveBeenCalled();
});
