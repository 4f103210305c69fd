import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inRoot } from "./paths.mjs";
import TestReporter from "./test-reporter.mjs";
import { countLine } from "./test-summary.mjs";

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intellibox-results-"));
  vi.stubEnv("TEST_RESULTS", join(folder, "results.json"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
const written = () => JSON.parse(readFileSync(join(folder, "results.json"), "utf8"));

const unitTest = (fullName, state, { errors, flaky = false } = {}) => ({
  fullName,
  result: () => ({ state, errors }),
  diagnostic: () => ({ flaky }),
});
const unitFile = (tests, { errors = [], suites = [] } = {}) => ({
  relativeModuleId: "server/src/a.test.ts",
  errors: () => errors,
  children: { allTests: () => tests, allSuites: () => suites },
});

function afterVitest(modules, unhandledErrors = []) {
  new TestReporter().onTestRunEnd(modules, unhandledErrors);
  return written();
}

test("Vitest's tests are passed, failed or skipped, and a repeated one is flaky", () => {
  const failure = { message: "expected 1 to be 2", stack: "AssertionError: expected 1 to be 2\n    at a.test.ts:1:1" };
  const results = afterVitest([
    unitFile([
      unitTest("a passes", "passed"),
      unitTest("b fails", "failed", { errors: [failure] }),
      unitTest("c is skipped", "skipped"),
      unitTest("d never ran", "pending"),
      unitTest("e passes at the second try", "passed", { errors: [failure], flaky: true }),
    ]),
  ]);
  expect(countLine(results)).toBe("2 passed, 1 failed, 2 skipped");
  expect(results[1]).toEqual({
    title: "b fails",
    file: "server/src/a.test.ts",
    status: "failed",
    isFlaky: false,
    why: failure.stack,
  });
  expect(results.filter(({ isFlaky }) => isFlaky).map(({ title }) => title)).toEqual(["e passes at the second try"]);
});

test("a test file that does not load is a failed test", () => {
  const results = afterVitest([unitFile([], { errors: [{ message: "Cannot find module", stack: "" }] })]);
  expect(results).toMatchObject([{ status: "failed", file: "server/src/a.test.ts" }]);
  expect(results[0].why).toContain("Cannot find module");
});

test("a failed hook is a failed test beside those that passed", () => {
  const suites = [{ errors: () => [{ message: "hook failed" }] }];
  expect(countLine(afterVitest([unitFile([unitTest("a passes", "passed")], { suites })]))).toBe(
    "1 passed, 1 failed, 0 skipped",
  );
});

test("an unhandled rejection is a failed test", () => {
  expect(afterVitest([], [{ message: "rejected", stack: "" }])).toMatchObject([{ status: "failed" }]);
});

const journey = (titles, outcome, message) => ({
  outcome: () => outcome,
  titlePath: () => ["", "", "login.spec.ts", ...titles],
  location: { file: inRoot("e2e", "journeys", "login.spec.ts") },
  results: [{ errors: message ? [{ message }] : [] }],
});

function afterPlaywright(journeys, errors = []) {
  const reporter = new TestReporter();
  reporter.onBegin({}, { allTests: () => journeys });
  for (const error of errors) reporter.onError(error);
  reporter.onEnd();
  return written();
}

test("Playwright's titles include their groups, and a repeated journey is flaky", () => {
  const results = afterPlaywright([
    journey(["plain"], "expected"),
    journey(["left out"], "skipped"),
    journey(["bad"], "unexpected", "\x1b[31mno\x1b[0m"),
    journey(["Login", "in a group"], "flaky"),
  ]);
  expect(results.map(({ title, status }) => `${title}: ${status}`)).toEqual([
    "plain: passed",
    "left out: skipped",
    "bad: failed",
    "Login in a group: passed",
  ]);
  expect(results.map(({ isFlaky }) => isFlaky)).toEqual([false, false, false, true]);
  expect(results[2]).toMatchObject({ file: "e2e/journeys/login.spec.ts" });
  expect(results[2].why.trim()).toBe("no");
});

test("browser tests that do not start have failed", () => {
  const results = afterPlaywright([], [{ message: "The product did not start" }]);
  expect(results).toMatchObject([{ status: "failed", file: "e2e" }]);
  expect(results[0].why).toContain("The product did not start");
});
