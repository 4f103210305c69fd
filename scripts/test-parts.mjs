import { globSync, rmSync } from "node:fs";
import { inRoot, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";

// Relative to the root, where all tools run.
const reporter = "./scripts/test-reporter.mjs";
const output = ["--silent=passed-only", "--reporter=default", `--reporter=${reporter}`];
const vitest = ["run", "--allowOnly=false", "--passWithNoTests", ...output];

/** If more files fail, the cause is not a stalled machine or state of another file. */
const mostRepeated = 5;

/**
 * The parts of a test run, in order. `npm test -- <name>` runs one.
 * A part is skipped without a program that it `needs`. Without one that it `uses`, only some of its tests are skipped.
 * The commands of a part run at the same time. One that `reports` writes an outcome for each of its tests; any other is one test.
 * Parts of one `lane` run one after the other, and the lanes run at the same time: tests of the server wait for processes, mail
 * servers and locks half of the time, and the browser uses the cores meanwhile.
 */
export const parts = [
  {
    name: "types",
    title: "Types",
    lane: "browser",
    // The workspaces run in parallel, so a second checker for each would only repeat work.
    commands: ["contract", "client", "cli", "server", "web", "e2e"].map((workspace) => ({
      title: `types of ${workspace}`,
      tool: "typescript",
      args: ["--noEmit", "-p", workspace, "--checkers", "1"],
    })),
  },
  {
    name: "lint",
    title: "Lint and format",
    lane: "browser",
    commands: [{ title: "lint and format", tool: "@biomejs/biome", args: ["ci", "."] }],
  },
  {
    name: "unit",
    title: "Unit and integration tests, on the embedded database",
    lane: "server",
    uses: ["Dovecot", "PgBouncer"],
    // Its tests record the statements that the next part prepares.
    before: () => rmSync(inRoot("test-results", "statements"), { recursive: true, force: true }),
    commands: [{ title: "unit tests", tool: "vitest", args: [...vitest, "--project=!postgres"], reports: true }],
  },
  {
    name: "postgres",
    title: "Database tests, on the system's PostgreSQL",
    lane: "server",
    needs: ["PostgreSQL"],
    uses: ["Dovecot", "PgBouncer"],
    commands: [{ title: "database tests", tool: "vitest", args: [...vitest, "--project=postgres"], reports: true }],
  },
  {
    name: "browser",
    title: "Browser tests",
    lane: "browser",
    needs: ["Chromium"],
    before: prepare,
    commands: [
      {
        title: "browser tests",
        tool: "@playwright/test",
        args: ["test", "-c", "e2e", "--forbid-only", `--reporter=list,${reporter}`],
        reports: true,
      },
    ],
  },
];

/** Without words, every part. With the names of parts, those. Otherwise the words are parts of the paths of test files. */
export function choose(words) {
  if (words.length === 0) return { chosen: parts, patterns: [] };
  const named = parts.filter(({ name }) => words.includes(name));
  if (named.length === words.length) return { chosen: named, patterns: [] };
  const journeys = globSync("e2e/journeys/*.spec.ts", { cwd: root });
  const hasJourneys = journeys.some((file) => words.some((word) => file.includes(word)));
  const names = hasJourneys ? ["unit", "browser"] : ["unit"];
  return { chosen: parts.filter(({ name }) => names.includes(name)), patterns: words };
}

/** The programs that the chosen parts need or use. */
export function programsOf(chosen, programs) {
  const names = chosen.flatMap(({ needs = [], uses = [] }) => [...needs, ...uses]);
  return programs.filter(({ name }) => names.includes(name));
}

/** A command without a report is one test. One with a report that fails without a failed test is a failed test too. */
export function commandResults({ title, tool, reports }, code, results) {
  if (reports && (code === 0 || results.some(({ status }) => status === "failed"))) return results;
  const why = code === 0 ? "" : `${tool} ended with code ${code}; see above`;
  return [...results, { title, file: "", status: code === 0 ? "passed" : "failed", why }];
}

/** The files to run again in a new process: failed tests may have met state that other files left in theirs. None if too much failed. */
export function filesToRepeat({ reports }, results) {
  const failed = results.filter(({ status }) => status === "failed");
  const files = [...new Set(failed.map(({ file }) => file))];
  return reports && files.length <= mostRepeated && files.every((file) => file.includes(".")) ? files : [];
}

/** The second outcome of each file that ran again stands. A test that passed only then is named as repeated. */
export function afterRepeat(results, repeated) {
  const keyOf = ({ file, title }) => `${file}\n${title}`;
  const failed = new Map(results.filter(({ status }) => status === "failed").map((result) => [keyOf(result), result]));
  const again = repeated.map((result) => {
    const before = failed.get(keyOf(result));
    return before && result.status === "passed" ? { ...result, isFlaky: true, why: before.why } : result;
  });
  const ranAgain = new Set(repeated.map(({ file }) => file));
  return [...results.filter(({ file }) => !ranAgain.has(file)), ...again];
}

/** A part whose program is missing counts as one skipped test. */
export const skipFor = (part, missing) =>
  missing
    .filter(({ name }) => part.needs?.includes(name))
    .map(({ name }) => ({ title: part.title, file: "", status: "skipped", why: `skipped: ${name} is missing` }));
