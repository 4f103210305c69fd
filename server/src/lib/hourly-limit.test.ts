import { expect, test } from "vitest";
import { createHourlyLimit } from "./hourly-limit.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute));

test("the limit holds for an hour, and a refusal says what is left and when the rest fits", () => {
  const limit = createHourlyLimit(10);
  expect(limit.take("ana", 4, at(0))).toBeUndefined();
  expect(limit.take("ana", 4, at(20))).toBeUndefined();
  expect(limit.take("ana", 3, at(30))).toEqual({ left: 2, waitSeconds: 30 * 60 });
  expect(limit.take("ana", 7, at(30))).toEqual({ left: 2, waitSeconds: 50 * 60 });
  // Other keys have limits of their own, and a refusal uses nothing.
  expect(limit.take("joe", 10, at(30))).toBeUndefined();
  expect(limit.take("ana", 2, at(30))).toBeUndefined();
  expect(limit.take("ana", 4, at(59))).toEqual({ left: 0, waitSeconds: 60 });
  expect(limit.take("ana", 4, at(60))).toBeUndefined();
});

test("more than the limit is always refused, and unused amounts are returned", () => {
  const limit = createHourlyLimit(10);
  expect(limit.take("ana", 11, at(0))).toEqual({ left: 10, waitSeconds: 3600 });
  expect(limit.take("ana", 10, at(0))).toBeUndefined();
  limit.giveBack("ana", 3, at(0));
  expect(limit.take("ana", 3, at(0))).toBeUndefined();
  expect(limit.take("ana", 1, at(0))).toMatchObject({ left: 0 });
});

test("a key that was not used for an hour is dropped", () => {
  const limit = createHourlyLimit(10);
  for (let n = 0; n <= 10_000; n++) limit.take(`user ${n}`, 1, at(0));
  limit.take("ana", 1, at(61));
  expect(limit.size).toBe(1);
});

test("what another process took counts here, and it hears what is taken and returned here", () => {
  const told: [string, number][] = [];
  const limit = createHourlyLimit(10, (key, count) => told.push([key, count]));
  limit.note("ana", 6, at(0));
  expect(limit.take("ana", 5, at(1))).toMatchObject({ left: 4 });
  expect(limit.take("ana", 4, at(1))).toBeUndefined();
  limit.giveBack("ana", 1, at(1));
  limit.note("ana", -6, at(2));
  expect(limit.take("ana", 7, at(2))).toBeUndefined();
  expect(limit.take("ana", 1, at(2))).toMatchObject({ left: 0 });
  expect(told).toEqual([
    ["ana", 4],
    ["ana", -1],
    ["ana", 7],
  ]);
});
