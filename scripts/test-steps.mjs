import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandFile, inRoot, productNode, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { check, playwrightResults, vitestResults } from "./reports.mjs";
import { attend, environment } from "./run.mjs";
import { SetupError } from "./terminal.mjs";

// These floors know no database, and the tests of database servers start their own: once is enough.
const withoutDatabase = [
  "server/src/lib/**",
  "server/src/outside/**",
  "server/src/engine/**",
  "server/src/db/embedded/**",
  "server/src/db/embedded.test.ts",
  "server/test/**",
];

/** Nor need a test run twice that opens neither a world nor a database. */
export const opensNoDatabase = () =>
  globSync("server/src/**/*.test.ts", { cwd: root }).filter(
    (file) => !/[wW]orld|adminUrl|openDatabase/.test(readFileSync(inRoot(file), "utf8")),
  );

const onceIsEnough = () => [...withoutDatabase, ...opensNoDatabase()].map((files) => `--exclude=${files}`);

/**
 * The parts of a test run in their order, by the name that `npm test -- <part>` gives them.
 * Without a program it needs, a part is skipped; without one it uses, some of its tests skip themselves.
 */
export const steps = [
  { part: "types", name: "Types", run: types },
  { part: "lint", name: "Lint and format", run: lint },
  {
    part: "unit",
    name: "Unit and integration tests, on the embedded database",
    uses: ["Dovecot"],
    run: (patterns) => vitest(patterns),
  },
  {
    part: "postgres",
    name: "Server tests, on the system's PostgreSQL",
    needs: ["PostgreSQL"],
    uses: ["Dovecot"],
    run: (patterns) => vitest([...patterns, "--project", "server", ...onceIsEnough()], { TEST_DATABASE: "system" }),
  },
  { part: "browser", name: "Browser tests", needs: ["Chromium"], run: browser },
];

/** No words: everything. Names of parts: those. Anything else: the test files whose path contains it. */
export function choose(words) {
  if (words.length === 0) return { chosen: steps, patterns: [] };
  const parts = steps.filter(({ part }) => words.includes(part));
  if (parts.length === words.length) return { chosen: parts, patterns: [] };
  const withFiles = hasJourneys(words) ? ["unit", "browser"] : ["unit"];
  return { chosen: steps.filter(({ part }) => withFiles.includes(part)), patterns: words };
}

/** The programs that the chosen steps need or use. */
export function needsOf(chosen, programs) {
  const names = chosen.flatMap(({ needs = [], uses = [] }) => [...needs, ...uses]);
  return programs.filter(({ name }) => names.includes(name));
}

/** A step whose program is missing is one skipped test. */
export const skipFor = (step, missing) =>
  missing
    .filter(({ name }) => step.needs?.includes(name))
    .map(({ name }) => ({ title: step.name, file: "", status: "skipped", why: `skipped: ${name} is missing` }));

async function types() {
  const results = [];
  for (const workspace of ["contract", "server", "web", "e2e"]) {
    const code = await tool("typescript", ["--noEmit", "-p", workspace]);
    results.push(...check(`types of ${workspace}`, code, "see the compiler's words above"));
  }
  return results;
}

async function lint() {
  const colours = process.stdout.isTTY ? "force" : "off";
  const code = await tool("@biomejs/biome", ["ci", ".", `--colors=${colours}`]);
  return check("lint and format", code, "see the linter's words above");
}

function vitest(args, env = {}) {
  return withReport(async (report) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`, "--silent=passed-only"];
    const options = ["--passWithNoTests", "--allowOnly=false"];
    const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
    const code = await tool("vitest", ["run", ...args, ...reporters, ...options, ...repeat("--retry")], {
      ...plain,
      ...env,
    });
    return { code, read: (json) => vitestResults(json, root) };
  });
}

/** A shared CI machine may starve a test of its time once: there a failed test is repeated once. At a desk it is not. */
const repeat = (option) => (process.env.CI ? [`${option}=1`] : []);

async function browser(patterns) {
  if (!hasJourneys(patterns)) return [];
  try {
    await prepare();
  } catch (error) {
    if (error instanceof SetupError) return check("the web app builds", 1, error.message);
    throw error;
  }
  return await withReport(async (report) => {
    const options = ["--reporter=list,json", "--forbid-only", ...repeat("--retries")];
    const args = ["test", "-c", "e2e", ...patterns, ...options];
    const code = await tool("@playwright/test", args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
    return { code, read: playwrightResults };
  });
}

function hasJourneys(patterns) {
  const folder = inRoot("e2e", "journeys");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".spec.ts")) : [];
  const matches = (file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
  return files.some((file) => matches(`e2e/journeys/${file}`));
}

/** A runner that fails without a failed test (a stray rejection, a crash) has failed all the same. */
async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-test-"));
  const report = join(folder, "report.json");
  try {
    const { code, read } = await run(report);
    const results = existsSync(report) ? read(JSON.parse(readFileSync(report, "utf8"))) : [];
    const told = code === 0 || results.some(({ status }) => status === "failed");
    return told ? results : [...results, ...check("the run as a whole", code, `it ended with code ${code}; see above`)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What tools write to either stream comes out on one, in the order in which it was written. */
const tool = (name, args, env = {}) =>
  attend(productNode(), [commandFile(name), ...args], { env: environment(env), stdio: ["inherit", 1, 1] });
