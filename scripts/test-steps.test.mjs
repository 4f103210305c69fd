import { expect, test } from "vitest";
import { closing } from "./closing.mjs";
import { needs } from "./system-packages.mjs";
import { choose, needsOf, opensNoDatabase, skipFor, steps } from "./test-steps.mjs";

const named = (name) => needs.find((need) => need.name === name);
const skipped = (missing) => steps.filter((step) => skipFor(step, missing).length > 0).map(({ part }) => part);

test("without words everything runs, by name a part, and by anything else the files that match", () => {
  expect(choose([]).chosen).toEqual(steps);
  expect(choose(["unit"]).chosen.map(({ part }) => part)).toEqual(["unit"]);
  expect(choose(["lint", "types"]).chosen.map(({ part }) => part)).toEqual(["types", "lint"]);
  expect(choose(["no-such-journey"])).toMatchObject({ chosen: [{ part: "unit" }], patterns: ["no-such-journey"] });
});

test("a run has types, lint, unit and integration tests on both databases and a real mail server, and a browser [RUN-06] [RUN-07] [RUN-08] [RUN-09]", () => {
  const facts = steps.map(({ part, needs: needed = [], uses = [] }) => [part, ...needed, ...uses].join(" "));
  expect(facts).toEqual(["types", "lint", "unit Dovecot", "postgres PostgreSQL Dovecot", "browser Chromium"]);
});

test("what opens no database runs once; what opens one runs on both", () => {
  const once = opensNoDatabase();
  expect(once).toContain("server/src/main.test.ts");
  for (const file of ["server/src/features/auth/auth.test.ts", "server/src/db/fence.test.ts"])
    expect(once).not.toContain(file);
});

test("only the programs that the chosen parts run against are asked for", () => {
  const names = (words) => needsOf(choose(words).chosen, needs).map(({ name }) => name);
  expect(names(["types", "lint"])).toEqual([]);
  expect(names(["browser"])).toEqual(["Chromium"]);
  expect(names([])).toEqual(["Chromium", "Dovecot", "PostgreSQL"]);
});

test("a missing program skips exactly the suites that need it, and the closing lines name its package [RUN-11]", () => {
  expect(skipped([])).toEqual([]);
  expect(skipped([named("Chromium")])).toEqual(["browser"]);
  expect(skipped([named("PostgreSQL")])).toEqual(["postgres"]);
  // Dovecot's suites are part of larger runs and leave themselves out.
  expect(skipped([named("Dovecot")])).toEqual([]);
  const lines = closing({ results: [], missing: needs, traced: false }).join("\n");
  expect(lines).toContain("Skipped for want of Chromium: the browser tests. To run them: apt-get install chromium");
  expect(lines).toContain("dovecot-imapd dovecot-pop3d");
  expect(lines).toContain("apt-get install postgresql");
});

test("the closing lines name each failure with its reason and leave the rest of its stack out", () => {
  const why = "AssertionError: expected 1 to be 2\n    at a.test.ts:4:40\n    at node_modules/vitest/run.js:1:1";
  const results = [{ title: "adds up", file: "a.test.ts", part: "unit", status: "failed", why }];
  const lines = closing({ results, missing: [], traced: { proved: ["RTE-01"], open: ["RTE-02"] } });
  expect(lines).toEqual([
    "",
    "Failed",
    "✗ unit › a.test.ts › adds up",
    "    AssertionError: expected 1 to be 2",
    "        at a.test.ts:4:40",
    "",
    "Requirements: 1 of 2 named by a passing test.",
    "Not yet:",
    "  RTE 02",
  ]);
});
