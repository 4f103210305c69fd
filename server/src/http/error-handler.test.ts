import { expect, test } from "vitest";
import { StorageFull, Unavailable } from "#lib/faults.ts";
import { seldom } from "#lib/seldom.ts";
import { errorBody } from "./error-handler.ts";

const coded = (code: string) => Object.assign(new Error("write failed"), { code });

test.each([
  ["the operating system's", coded("ENOSPC")],
  ["a disk quota's", coded("EDQUOT")],
  ["PostgreSQL's", new Error("Failed query", { cause: coded("53100") })],
  ["the object store's", new StorageFull("The object store answered 507")],
])("a full disk is named: %s error", (_whose, error) => {
  expect(errorBody(error, "id")).toEqual({
    status: 507,
    body: { error: expect.stringMatching(/^There is no disk space left on the server\./), code: "storage_full" },
  });
});

test("a database that cannot be reached is no internal error", () => {
  expect(errorBody(new Unavailable("x"), "id")).toMatchObject({ status: 503, body: { code: "unavailable" } });
});

test("a fault that repeats is reported once in a while, with the number of those left out", () => {
  let now = 0;
  const report = seldom(1000, () => now);
  const reported: number[] = [];
  for (now = 0; now < 2500; now += 100) report((others) => reported.push(others));
  expect(reported).toEqual([0, 9, 9]);
});
