import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";
import config from "../vitest.config.ts";
import { commandFile, inRoot, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { programs } from "./system-packages.mjs";
import { afterRepeat, choose, commandResults, filesToRepeat, parts, programsOf, skipFor } from "./test-parts.mjs";
import { countLine, summary } from "./test-summary.mjs";

const program = (name) => programs.find((each) => each.name === name);
const part = (name) => parts.find((each) => each.name === name);
const skipped = (missing) => parts.filter((each) => skipFor(each, missing).length > 0).map(({ name }) => name);

/** A part's commands, without the options that only change what is printed. */
const commandsOf = (name) =>
  part(name).commands.map(({ tool, args }) =>
    [tool, ...args.filter((arg) => !/^--(reporter|silent)/.test(arg))].join(" "),
  );

const projects = config.test.projects.map(({ test: project }) => project);
const project = (name) => projects.find((each) => each.name === name);

/** The test files of a Vitest project. */
function filesOf({ include, exclude = [] }) {
  const files = include.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return files.filter((file) => !exclude.some((pattern) => matchesGlob(file, pattern)));
}

test("without words every part runs, with names those parts, and with other words the files that match", () => {
  expect(choose([]).chosen).toEqual(parts);
  expect(choose(["unit"]).chosen).toEqual([part("unit")]);
  expect(choose(["lint", "types"]).chosen).toEqual([part("types"), part("lint")]);
  expect(choose(["no-such-journey"])).toEqual({ chosen: [part("unit")], patterns: ["no-such-journey"] });
  expect(choose(["journeys/login"])).toEqual({ chosen: [part("unit"), part("browser")], patterns: ["journeys/login"] });
});

test("each part names the programs that it runs against, and each tool is installed", () => {
  const facts = parts.map(({ name, needs = [], uses = [] }) => [name, ...needs, ...uses].join(" "));
  expect(facts).toEqual([
    "types",
    "lint",
    "unit Dovecot PgBouncer",
    "postgres PostgreSQL Dovecot PgBouncer",
    "browser Chromium",
  ]);
  for (const { tool } of parts.flatMap(({ commands }) => commands)) expect(commandFile(tool)).toContain(tool);
});

test("types of every workspace, lint of everything, and all unit tests are run [RUN-06]", () => {
  const { workspaces } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  expect(commandsOf("types").toSorted()).toEqual(
    workspaces.map((workspace) => `typescript --noEmit -p ${workspace} --checkers 1`).toSorted(),
  );
  expect(commandsOf("lint")).toEqual(["@biomejs/biome ci ."]);
  expect(commandsOf("unit")).toEqual(["vitest run --allowOnly=false --passWithNoTests --project=!postgres"]);
  const all = globSync("{*.test.ts,{contract,client,cli,server,web,scripts}/**/*.test.{ts,tsx,mjs}}", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  const run = projects.filter(({ name }) => name !== "postgres").flatMap(filesOf);
  expect(run.toSorted()).toEqual(all.toSorted());
});

test("integration tests run on the embedded database and on a real PostgreSQL [RUN-07]", () => {
  expect(project("server").provide.database).toBe("embedded");
  expect(project("postgres").provide.database).toBe("system");
  expect(commandsOf("postgres")).toEqual(["vitest run --allowOnly=false --passWithNoTests --project=postgres"]);
  const files = filesOf(project("postgres"));
  expect(files).toContain("server/src/db/fence.test.ts");
  // It prepares the statements that the tests of all features have sent in the part before it.
  expect(files).toContain("server/src/db/statements.test.ts");
  expect(parts.indexOf(part("unit"))).toBeLessThan(parts.indexOf(part("postgres")));
  expect(part("unit").lane).toBe(part("postgres").lane);
  // Every pattern names files.
  for (const pattern of project("postgres").include)
    for (const each of alternativesOf(pattern)) expect(globSync(each, { cwd: root }), each).not.toEqual([]);
});

/** The patterns without braces that a pattern stands for. */
function alternativesOf(pattern) {
  const [, before, choices, after] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  return choices === undefined
    ? [pattern]
    : choices.split(",").flatMap((choice) => alternativesOf(`${before}${choice}${after}`));
}

test("the mailboxes' tests start a real IMAP and POP3 server, and are part of the run [RUN-08]", () => {
  const withServer = filesOf(project("server")).filter((file) =>
    /startDovecot|dovecot\.ts/.test(readFileSync(inRoot(file), "utf8")),
  );
  expect(withServer).toEqual(
    expect.arrayContaining([
      "server/src/features/inbox/inbox.test.ts",
      "server/src/outside/mailboxes/pop3/pop3.test.ts",
    ]),
  );
});

test("all journeys run in a browser, on the web app as it is now [RUN-09]", () => {
  expect(commandsOf("browser")).toEqual(["@playwright/test test -c e2e --forbid-only"]);
  expect(part("browser").before).toBe(prepare);
});

test("a compiler or linter run counts as one test", () => {
  const [compiler] = part("types").commands;
  const results = [...commandResults(compiler, 0, []), ...commandResults(compiler, 2, [])];
  expect(countLine(results)).toBe("1 passed, 1 failed, 0 skipped");
  expect(results[1].why).toBe("typescript ended with code 2; see above");
});

test("a test runner that fails without a failed test counts as a failed test", () => {
  const [vitest] = part("unit").commands;
  const [passed, failed] = [{ status: "passed" }, { status: "failed" }];
  expect(countLine(commandResults(vitest, 0, []))).toBe("0 passed, 0 failed, 0 skipped");
  expect(countLine(commandResults(vitest, 1, [passed]))).toBe("1 passed, 1 failed, 0 skipped");
  expect(countLine(commandResults(vitest, 1, [passed, failed]))).toBe("1 passed, 1 failed, 0 skipped");
});

test("files with failed tests run again, unless many failed or the cause has no file", () => {
  const [[vitest], [compiler]] = [part("unit").commands, part("types").commands];
  const failed = (file) => ({ title: "adds up", file, status: "failed", why: "1 is not 2" });
  const passed = { title: "opens", file: "b.test.ts", status: "passed", why: "" };
  expect(filesToRepeat(vitest, [failed("a.test.ts"), failed("a.test.ts"), passed])).toEqual(["a.test.ts"]);
  expect(filesToRepeat(vitest, [passed])).toEqual([]);
  expect(filesToRepeat(vitest, [failed("a.test.ts"), failed("")])).toEqual([]);
  expect(filesToRepeat(compiler, [failed("a.test.ts")])).toEqual([]);
  expect(
    filesToRepeat(
      vitest,
      Array.from({ length: 6 }, (_, at) => failed(`${at}.test.ts`)),
    ),
  ).toEqual([]);
});

test("the second outcome of a repeated file stands, and a test that passed only then is named", () => {
  const first = [
    { title: "adds up", file: "a.test.ts", status: "failed", why: "1 is not 2" },
    { title: "takes off", file: "a.test.ts", status: "failed", why: "3 is not 4" },
    { title: "opens", file: "b.test.ts", status: "passed", why: "" },
  ];
  const second = [
    { title: "adds up", file: "a.test.ts", status: "passed", isFlaky: false, why: "" },
    { title: "takes off", file: "a.test.ts", status: "failed", isFlaky: false, why: "3 is not 4" },
  ];
  const results = afterRepeat(first, second);
  expect(countLine(results)).toBe("2 passed, 1 failed, 0 skipped");
  expect(results.filter(({ isFlaky }) => isFlaky).map(({ title, why }) => [title, why])).toEqual([
    ["adds up", "1 is not 2"],
  ]);
  // A file that did not run again does not turn a failed run into a passed one.
  expect(countLine(afterRepeat(first, []))).toBe("1 passed, 2 failed, 0 skipped");
});

test("only the programs that the chosen parts run against are installed", () => {
  const names = (words) => programsOf(choose(words).chosen, programs).map(({ name }) => name);
  expect(names(["types", "lint"])).toEqual([]);
  expect(names(["browser"])).toEqual(["Chromium"]);
  expect(names([])).toEqual(["Chromium", "Dovecot", "PostgreSQL", "PgBouncer"]);
});

test("a missing program skips exactly the suites that need it, and the summary names its package [RUN-11]", () => {
  expect(skipped([])).toEqual([]);
  expect(skipped([program("Chromium")])).toEqual(["browser"]);
  expect(skipped([program("PostgreSQL")])).toEqual(["postgres"]);
  // The suites of Dovecot and PgBouncer are part of larger runs, and skip themselves.
  expect(skipped([program("Dovecot"), program("PgBouncer")])).toEqual([]);
  const lines = summary({ results: [], missing: programs, traced: false }).join("\n");
  expect(lines).toContain("Skipped for want of Chromium: the browser tests. To run them: apt-get install chromium");
  expect(lines).toContain("dovecot-imapd dovecot-pop3d");
  expect(lines).toContain("apt-get install postgresql");
});

test("the summary names each failure with its reason, without the rest of its stack, and each repeated test", () => {
  const why = "AssertionError: expected 1 to be 2\n    at a.test.ts:4:40\n    at node_modules/vitest/run.js:1:1";
  const results = [
    { title: "adds up", file: "a.test.ts", part: "unit", status: "failed", why },
    { title: "opens", file: "b.spec.ts", part: "browser", status: "passed", isFlaky: true, why: "Timeout" },
  ];
  const lines = summary({ results, missing: [], traced: { proved: ["RTE-01"], open: ["RTE-02"] } });
  expect(lines).toEqual([
    "",
    "Failed",
    "✗ unit › a.test.ts › adds up",
    "    AssertionError: expected 1 to be 2",
    "        at a.test.ts:4:40",
    "",
    "Passed only at the second try",
    "browser › b.spec.ts › opens",
    "    Timeout",
    "",
    "Requirements: 1 of 2 named by a passing test.",
    "Not yet:",
    "  RTE 02",
  ]);
});
