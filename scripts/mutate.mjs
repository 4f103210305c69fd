// npm run mutate -- <file or folder> … [--tests <part of a test's path>] [--most 40] [--related] [--restart]
// Counts how many small faults the tests notice. With --related, only tests that import the file run: this is quick, but
// leaves out tests that start the program. With --restart, each fault gets a new Vitest, for code that runs before the
// tests, such as migrations.
import "./require-node.mjs";
import { fork } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { parseArgs } from "node:util";
import { apply, mutationsOf } from "./mutations.mjs";
import { inRoot, productNode, root } from "./paths.mjs";
import { say } from "./terminal.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: "string", multiple: true },
    most: { type: "string", default: "40" },
    related: { type: "boolean", default: false },
    restart: { type: "boolean", default: false },
  },
});

const files = positionals.flatMap((path) =>
  statSync(inRoot(path)).isDirectory()
    ? globSync("**/*.ts", { cwd: inRoot(path) }).map((file) => `${path.replace(/\/$/, "")}/${file}`)
    : [path],
);
const sources = files.filter((file) => !file.endsWith(".test.ts") && !file.endsWith(".d.ts"));
const mutants = sources.flatMap((file) => {
  const source = readFileSync(inRoot(file), "utf8");
  return mutationsOf(source).map((mutation) => ({ file, source, mutation }));
});

// Every n-th mutant, so that the sample covers all files and is the same each time.
const step = Math.max(1, mutants.length / Number(values.most));
const chosen = Array.from(
  { length: Math.min(mutants.length, Number(values.most)) },
  (_, at) => mutants[Math.floor(at * step)],
);

/** Writes the original source back. Undefined unless a mutant is in its place. */
let restore;
/** The process that runs the tests. It leads a process group. */
let runner;
const survivors = [];
let tried = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
process.on("exit", () => {
  restore?.();
  endRunner();
  printScore();
});

// Tests that fail without a mutant would seem to notice all of them.
for (const tests of new Set(chosen.map(({ file }) => testsOf(file).join("\n")))) {
  const failures = await run(undefined, tests.split("\n"));
  if (failures.length === 0) continue;
  process.stderr.write(`These tests fail without a fault:\n  ${failures.join("\n  ")}\n`);
  process.exit(1);
}

for (const mutant of chosen) {
  const isNoticed = await notices(mutant);
  tried++;
  if (!isNoticed) survivors.push(mutant);
  say(`${tried}/${chosen.length} ${isNoticed ? "noticed " : "SURVIVED"} ${describe(mutant)}`);
}
process.exit();

async function notices({ file, source, mutation }) {
  const path = inRoot(file);
  restore = () => writeFileSync(path, source);
  writeFileSync(path, apply(source, mutation));
  if (values.restart) endRunner();
  const failures = await run(path, testsOf(file));
  restore();
  restore = undefined;
  return failures.length > 0;
}

/** The score counts the mutants that were tried, since a person may stop a long run. */
function printScore() {
  const noticed = tried - survivors.length;
  const percent = Math.round((100 * noticed) / Math.max(1, tried));
  say(`\n${noticed} of ${tried} noticed (${percent} %), of ${mutants.length} possible`);
  for (const survivor of survivors) say(`  ${describe(survivor)}`);
}

function testsOf(file) {
  return values.tests ?? [relative(root, dirname(inRoot(file)))];
}

/** Runs the tests on the file as it is now, and returns the failures. Tests that never end have failed. */
async function run(changed, tests) {
  runner ??= await startRunner();
  const child = runner;
  child.send({ changed, tests, related: values.related });
  const limit = setTimeout(endRunner, 300_000);
  const failures = await new Promise((resolve) => {
    child.once("message", resolve);
    child.once("exit", () => resolve(["the tests did not end"]));
  });
  clearTimeout(limit);
  for (const event of ["message", "exit"]) child.removeAllListeners(event);
  if (child.exitCode !== null || child.signalCode !== null) runner = undefined;
  return failures;
}

async function startRunner() {
  // The child leads a process group, which it ends as a whole: a mutant may put a worker into an endless loop.
  const child = fork(inRoot("scripts", "mutate-tests.mjs"), {
    execPath: productNode(),
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: true,
  });
  await once(child, "message");
  return child;
}

/** The child closes its database server when its parent disconnects. */
function endRunner() {
  if (runner?.connected) runner.disconnect();
  runner = undefined;
}

function describe({ file, source, mutation: { start, end, text, line } }) {
  const old = source.slice(start, end).replaceAll(/\s+/g, " ");
  return `${file}:${line} ${old.length > 60 ? `${old.slice(0, 57)}...` : old} -> ${text || "(removed)"}`;
}
