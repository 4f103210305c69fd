// npm run mutate -- <file or folder> … [--tests <part of a test's path>] [--most 40]: how many small faults the tests notice.
import "./require-node.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { parseArgs } from "node:util";
import { apply, mutationsOf } from "./mutations.mjs";
import { inRoot, productNode, root } from "./paths.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: "string", multiple: true }, most: { type: "string", default: "40" } },
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

// Every n-th, so that a part of them is spread over all files and the same each time.
const step = Math.max(1, mutants.length / Number(values.most));
const chosen = Array.from(
  { length: Math.min(mutants.length, Number(values.most)) },
  (_, at) => mutants[Math.floor(at * step)],
);

/** Writes the original source back, while a mutant is in its place. */
let restore;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", () => restore?.());

const survivors = [];
for (const [at, { file, source, mutation }] of chosen.entries()) {
  restore = () => writeFileSync(inRoot(file), source);
  writeFileSync(inRoot(file), apply(source, mutation));
  const isNoticed = !(await passes(file));
  restore();
  restore = undefined;
  if (!isNoticed) survivors.push({ file, source, mutation });
  console.log(
    `${at + 1}/${chosen.length} ${isNoticed ? "noticed " : "SURVIVED"} ${describe({ file, source, mutation })}`,
  );
}
const noticed = chosen.length - survivors.length;
console.log(
  `\n${noticed} of ${chosen.length} noticed (${Math.round((100 * noticed) / Math.max(1, chosen.length))} %), of ${mutants.length} possible`,
);
for (const survivor of survivors) console.log(`  ${describe(survivor)}`);

async function passes(file) {
  const tests = values.tests ?? [relative(root, dirname(inRoot(file)))];
  const vitest = inRoot("node_modules", "vitest", "vitest.mjs");
  // A process group of its own: a mutant may loop for ever in a worker, which only a kill of the whole group ends.
  const child = spawn(productNode(), [vitest, "run", "--bail=1", ...tests], {
    cwd: root,
    stdio: "ignore",
    detached: true,
  });
  const end = () => killGroup(child.pid);
  const limit = setTimeout(end, 300_000);
  process.once("exit", end);
  const [code] = await once(child, "close");
  clearTimeout(limit);
  end();
  process.off("exit", end);
  return code === 0;
}

function killGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended.
  }
}

function describe({ file, source, mutation: { start, end, text, line } }) {
  const old = source.slice(start, end).replaceAll(/\s+/g, " ");
  return `${file}:${line} ${old.length > 60 ? `${old.slice(0, 57)}...` : old} -> ${text || "(removed)"}`;
}
