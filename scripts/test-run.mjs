import { existsSync, readFileSync, rmSync } from "node:fs";
import { commandFile, inRoot, productNode } from "./paths.mjs";
import { trace } from "./requirements.mjs";
import { environment, runAttached } from "./run.mjs";
import { installMissing, programs } from "./system-packages.mjs";
import { bold, dim, green, main, red, SetupError, say, seconds, yellow } from "./terminal.mjs";
import { afterRepeat, choose, commandResults, filesToRepeat, parts, programsOf, skipFor } from "./test-parts.mjs";
import { count, countLine, summary } from "./test-summary.mjs";

/** A run that broke off also ends with a count, so that a reader of the last line does not take it for a success. */
const couldNotRun = () => say("\n0 passed, 1 failed, 0 skipped");

await main(async () => {
  const { chosen, patterns } = choose(process.argv.slice(2));
  // The installation waits for the network most of the time. Types and lint, which need no program, run meanwhile.
  const installing = installMissing(programsOf(chosen, programs));
  const results = [];
  for (const part of chosen) {
    const outcomes = await runPart(part, patterns, part.needs || part.uses ? await installing : []);
    results.push(...outcomes.map((outcome) => ({ ...outcome, part: part.name })));
  }
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

async function runPart(part, patterns, missing) {
  say(`\n${bold(part.title)}`);
  const start = Date.now();
  const skipped = skipFor(part, missing);
  if (skipped.length > 0) {
    say(yellow(`- ${skipped[0].why}`));
    return skipped;
  }
  const results = await resultsOf(part, patterns);
  const mark = count(results).failed > 0 ? red("✗") : green("✓");
  say(`${mark} ${countLine(results)} ${dim(`in ${seconds(start)}`)}`);
  return results;
}

async function resultsOf(part, patterns) {
  try {
    await part.before?.();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return [{ title: "the web app builds", file: "", status: "failed", why: error.message }];
  }
  const results = await Promise.all(part.commands.map((command) => runCommand(command, patterns)));
  return results.flat();
}

async function runCommand(command, patterns) {
  const results = await outcomesOf(command, patterns);
  const files = process.env.CI ? filesToRepeat(command, results) : [];
  if (files.length === 0) return results;
  say(yellow(`\nRunning again, in a new process: ${files.join(", ")}`));
  return afterRepeat(results, await outcomesOf(command, files));
}

async function outcomesOf(command, patterns) {
  const file = inRoot("test-results", "outcomes.json");
  rmSync(file, { force: true });
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
  const code = await runAttached(productNode(), [commandFile(command.tool), ...command.args, ...patterns], {
    env: environment({ TEST_RESULTS: file, ...colours }),
    // Both streams of a tool go to one, so that its lines stay in order.
    stdio: ["inherit", 1, 1],
  });
  return commandResults(command, code, existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
}
