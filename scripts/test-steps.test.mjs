import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, test, vi } from "vitest";
import { inRoot, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { attend } from "./run.mjs";
import { needs } from "./system-packages.mjs";
import { choose, needsOf, opensNoDatabase, skipFor, steps } from "./test-steps.mjs";
import { closing } from "./test-summary.mjs";

vi.mock("./run.mjs", async (load) => ({ ...(await load()), attend: vi.fn(async () => 0) }));
vi.mock("./prepare.mjs", () => ({ prepare: vi.fn() }));

const named = (name) => needs.find((need) => need.name === name);
const skipped = (missing) => steps.filter((step) => skipFor(step, missing).length > 0).map(({ part }) => part);

test("without words everything runs, by name a part, and by anything else the files that match", () => {
  expect(choose([]).chosen).toEqual(steps);
  expect(choose(["unit"]).chosen.map(({ part }) => part)).toEqual(["unit"]);
  expect(choose(["lint", "types"]).chosen.map(({ part }) => part)).toEqual(["types", "lint"]);
  expect(choose(["no-such-journey"])).toMatchObject({ chosen: [{ part: "unit" }], patterns: ["no-such-journey"] });
});

/** What a part starts: the tool, its words, and the database it is told to use. */
async function startedBy(part) {
  vi.mocked(attend).mockClear();
  await steps.find((step) => step.part === part).run([]);
  return vi.mocked(attend).mock.calls.map(([, [file, ...words], { env }]) => ({
    tool: /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file.replaceAll("\\", "/"))?.[1],
    words: words.filter((word) => !/^--(reporter|outputFile|colors|exclude|retry|retries)/.test(word)).join(" "),
    database: env.TEST_DATABASE,
    left: words.filter((word) => word.startsWith("--exclude=")).map((word) => word.slice("--exclude=".length)),
  }));
}

test("a run has its parts in this order, and each with the programs it runs against", () => {
  const facts = steps.map(({ part, needs: needed = [], uses = [] }) => [part, ...needed, ...uses].join(" "));
  expect(facts).toEqual(["types", "lint", "unit Dovecot", "postgres PostgreSQL Dovecot", "browser Chromium"]);
});

test("types of every workspace, lint of everything, and all unit tests are run [RUN-06]", async () => {
  const { workspaces } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const types = await startedBy("types");
  expect(types.map(({ tool, words }) => `${tool} ${words}`).toSorted()).toEqual(
    workspaces.map((workspace) => `typescript --noEmit -p ${workspace}`).toSorted(),
  );
  expect(await startedBy("lint")).toMatchObject([{ tool: "@biomejs/biome", words: "ci ." }]);
  const [unit, ...others] = await startedBy("unit");
  expect(others).toEqual([]);
  // No project and no file is left out.
  expect(unit).toMatchObject({ tool: "vitest", left: [] });
  expect(unit.words).toMatch(/^run --silent/);
});

test("integration tests run on the embedded database and on a real PostgreSQL [RUN-07]", async () => {
  const [unit] = await startedBy("unit");
  expect(unit.database).not.toBe("system");
  const [postgres, ...others] = await startedBy("postgres");
  expect(others).toEqual([]);
  expect(postgres).toMatchObject({ tool: "vitest", database: "system" });
  expect(postgres.words).toMatch(/^run --project server /);
  expect(filesWithout(postgres.left)).toEqual(
    expect.arrayContaining(["server/src/features/auth/auth.test.ts", "server/src/db/fence.test.ts"]),
  );
});

test("the mailboxes' tests start a real IMAP and POP3 server, and are part of the run [RUN-08]", async () => {
  const [unit] = await startedBy("unit");
  const withServer = filesWithout(unit.left).filter((file) =>
    /startDovecot|dovecot\.ts/.test(readFileSync(inRoot(file), "utf8")),
  );
  expect(withServer).toEqual(
    expect.arrayContaining(["server/src/features/inbox/inbox.test.ts", "server/src/outside/mailboxes/pop3.test.ts"]),
  );
});

test("all journeys run in a browser, on the web app as it is now [RUN-09]", async () => {
  vi.mocked(prepare).mockClear();
  const [browser, ...others] = await startedBy("browser");
  expect(others).toEqual([]);
  expect(browser.tool).toBe("@playwright/test");
  expect(browser.words).toBe("test -c e2e --forbid-only");
  expect(prepare).toHaveBeenCalledExactlyOnceWith();
});

/** The server's test files that are left when those are left out. */
const filesWithout = (left) =>
  globSync("server/{src,test}/**/*.test.ts", { cwd: root }).filter(
    (file) => !left.some((pattern) => matchesGlob(file, pattern)),
  );

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
