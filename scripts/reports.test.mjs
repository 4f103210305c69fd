import { expect, test } from "vitest";
import { check, countLine, playwrightResults, vitestResults } from "./reports.mjs";

const vitestFile = (status, tests, message = "") => ({
  name: "/app/server/src/a.test.ts",
  status,
  message,
  assertionResults: tests,
});
const vitestTest = (fullName, status, failureMessages = []) => ({ fullName, status, failureMessages });

test("Vitest's tests are passed, failed or skipped; what is only planned is skipped", () => {
  const tests = [
    vitestTest("a passes", "passed"),
    vitestTest("b fails", "failed", ["expected 1 to be 2"]),
    vitestTest("c is skipped", "skipped"),
    vitestTest("d is planned", "todo"),
    vitestTest("e never ran", "pending"),
  ];
  const results = vitestResults({ testResults: [vitestFile("failed", tests)] }, "/app");
  expect(countLine(results)).toBe("1 passed, 1 failed, 3 skipped");
  expect(results[1]).toEqual({
    title: "b fails",
    file: "server/src/a.test.ts",
    status: "failed",
    why: "expected 1 to be 2",
  });
});

test("a test file that cannot be loaded is a failed test, not a silent one", () => {
  const results = vitestResults({ testResults: [vitestFile("failed", [], "Cannot find module")] }, "/app");
  expect(results).toMatchObject([{ status: "failed", file: "server/src/a.test.ts", why: "Cannot find module" }]);
});

test("a test file whose closing hook fails is a failed test beside those that passed", () => {
  const report = { testResults: [vitestFile("failed", [vitestTest("a passes", "passed")], "hook failed")] };
  expect(countLine(vitestResults(report, "/app"))).toBe("1 passed, 1 failed, 0 skipped");
});

const spec = (title, status, message) => ({
  title,
  file: "login.spec.ts",
  tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
});

test("Playwright's titles carry the groups around them, and a flaky test is told apart", () => {
  const inner = { title: "Login", file: "login.spec.ts", specs: [spec("in a group", "flaky")], suites: [] };
  const specs = [
    spec("plain", "expected"),
    spec("left out", "skipped"),
    spec("bad", "unexpected", "\x1b[31mno\x1b[0m"),
  ];
  const report = { errors: [], suites: [{ title: "login.spec.ts", file: "login.spec.ts", specs, suites: [inner] }] };
  const results = playwrightResults(report);
  expect(results.map(({ title, status }) => `${title}: ${status}`)).toEqual([
    "plain: passed",
    "left out: skipped",
    "bad: failed",
    "Login in a group: passed",
  ]);
  expect(results.map(({ isFlaky }) => isFlaky)).toEqual([false, false, false, true]);
  expect(results[2]).toMatchObject({ file: "e2e/journeys/login.spec.ts", why: "no" });
});

test("browser tests that could not start at all have failed", () => {
  const results = playwrightResults({ suites: [], errors: [{ message: "The product did not start" }] });
  expect(results).toMatchObject([{ status: "failed", why: "The product did not start" }]);
});

test("a compiler or linter run counts as one test", () => {
  expect(countLine([...check("types", 0), ...check("lint", 1, "see above")])).toBe("1 passed, 1 failed, 0 skipped");
});
