import { existsSync, readFileSync, rmSync } from "node:fs";
import { commandFile, inRoot, productNode } from "./paths.mjs";
import { trace } from "./requirements.mjs";
import { environment, runAttached } from "./run.mjs";
import { installMissing, programs } from "./system-packages.mjs";
import { bold, dim, green, main, red, SetupError, say, seconds, yellow } from "./terminal.mjs";
import { lanesOf, openOutputs } from "./test-lanes.mjs";
import { afterRepeat, choose, commandResults, filesToRepeat, parts, programsOf, skipFor } from "./test-parts.mjs";
import { count, countLine, summary } from "./test-summary.mjs";

/** A run that broke off also ends with a count, so that a reader of the last line does not take it for a success. */
const couldNotRun = () => say("\n0 passed, 1 failed, 0 skipped");

await main(async () => {
  const { chosen, patterns } = choose(process.argv.slice(2));
  // The installation waits for the network most of the time. Types and lint, which need no program, run meanwhile.
  const installing = installMissing(programsOf(chosen, programs));
  // Before any test: products that tests start serve the built web app, which a build replaces.
  const faults = await setUp(chosen);
  const lanes = lanesOf(chosen);
  const outputs = openOutputs(lanes.length);
  const runLane = async (lane, output) => {
    const results = [];
    try {
      for (const part of lane) {
        const run = { part, patterns, output, fault: faults.get(part) };
        const outcomes = await runPart(run, part.needs || part.uses ? await installing : []);
        results.push(...outcomes.map((outcome) => ({ ...outcome, part: part.name })));
      }
    } finally {
      output.end();
    }
    return results;
  };
  // If a lane breaks off, the other one ends first, so that the count is the last line.
  const ended = await Promise.allSettled(lanes.map((lane, at) => runLane(lane, outputs[at])));
  const broken = ended.find(({ status }) => status === "rejected");
  if (broken) throw broken.reason;
  const results = ended.flatMap(({ value }) => value);
  const missing = await installing;
  if (results.length === 0) throw new SetupError(`No test file matches ${patterns.join(" ")}`);

  const traced = trace(results);
  for (const { part, file, title } of traced.unknown) {
    const why = "names a requirement that docs/requirements.md does not have";
    results.push({ part, file, title, status: "failed", why });
  }
  const isWhole = chosen.length === parts.length;
  for (const line of summary({ results, missing, traced: isWhole && traced })) say(line);
  say(`\n${countLine(results)}`);
  if (count(results).failed > 0) process.exitCode = 1;
}, couldNotRun);

/** Does what the parts need before they run. Returns the parts for which it failed, with the reason. */
async function setUp(chosen) {
  const faults = new Map();
  for (const part of chosen) {
    try {
      await part.before?.();
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      faults.set(part, error.message);
    }
  }
  return faults;
}

async function runPart(run, missing) {
  const { part, output } = run;
  const print = (line) => output.write(`${line}\n`);
  print(`\n${bold(part.title)}`);
  const start = Date.now();
  const skipped = skipFor(part, missing);
  if (skipped.length > 0) {
    print(yellow(`- ${skipped[0].why}`));
    return skipped;
  }
  const results = await resultsOf(run);
  const mark = count(results).failed > 0 ? red("✗") : green("✓");
  print(`${mark} ${countLine(results)} ${dim(`in ${seconds(start)}`)}`);
  return results;
}

async function resultsOf(run) {
  const { part, fault } = run;
  if (fault !== undefined) return [{ title: "the web app builds", file: "", status: "failed", why: fault }];
  const results = await Promise.all(part.commands.map((command) => runCommand(command, run)));
  return results.flat();
}

async function runCommand(command, run) {
  const results = await outcomesOf(command, run);
  const files = process.env.CI ? filesToRepeat(command, results) : [];
  if (files.length === 0) return results;
  run.output.write(yellow(`\nRunning again, in a new process: ${files.join(", ")}\n`));
  return afterRepeat(results, await outcomesOf(command, { ...run, patterns: files }));
}

async function outcomesOf(command, { part, patterns, output }) {
  const file = inRoot("test-results", `outcomes-${part.name}.json`);
  rmSync(file, { force: true });
  const args = [commandFile(command.tool), ...command.args, ...patterns];
  const hasTerminal = output.hasTerminal();
  const env = environment({ TEST_RESULTS: file, ...coloursOf({ hasTerminal }) });
  // On the terminal both streams of a tool go to one, so that its lines stay in order.
  const to = hasTerminal ? { stdio: ["inherit", 1, 1] } : { stdio: ["ignore", "pipe", "pipe"], onOutput: output.write };
  const code = await runAttached(productNode(), args, { env, ...to });
  return commandResults(command, code, existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
}

/** A tool that writes to a pipe cannot know that a terminal will show its output. */
function coloursOf({ hasTerminal }) {
  if (!process.stdout.isTTY) return { NO_COLOR: "1" };
  return hasTerminal ? {} : { FORCE_COLOR: "1" };
}
