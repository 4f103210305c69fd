import { check, count, countLine } from "./reports.mjs";
import { trace } from "./requirements.mjs";
import { installMissing, needs } from "./system-packages.mjs";
import { bold, dim, green, main, red, SetupError, say, seconds, yellow } from "./terminal.mjs";
import { choose, needsOf, skipFor, steps } from "./test-steps.mjs";
import { closing } from "./test-summary.mjs";

/** The count is the last line even of a run that broke off: whoever reads only that must not take it for success. */
const couldNotRun = () => say("\n0 passed, 1 failed, 0 skipped");

await main(async () => {
  const { chosen, patterns } = choose(process.argv.slice(2));
  const missing = await installMissing(needsOf(chosen, needs));
  const results = [];
  for (const step of chosen) {
    const ended = await runStep(step, patterns, missing);
    results.push(...ended.map((result) => ({ ...result, part: step.part })));
  }
  if (results.length === 0) throw new SetupError(`No test file matches ${patterns.join(" ")}`);

  const traced = trace(results);
  for (const { file, title } of traced.unknown) {
    results.push(...check(`${title} (${file})`, 1, "names a requirement that docs/requirements.md does not have"));
  }
  const isWhole = chosen.length === steps.length;
  for (const line of closing({ results, missing, traced: isWhole && traced })) say(line);
  say(`\n${countLine(results)}`);
  if (count(results).failed > 0) process.exitCode = 1;
}, couldNotRun);

async function runStep(step, patterns, missing) {
  say(`\n${bold(step.name)}`);
  const start = Date.now();
  const skipped = skipFor(step, missing);
  if (skipped.length > 0) {
    say(yellow(`- ${skipped[0].why}`));
    return skipped;
  }
  const results = await step.run(patterns);
  const mark = count(results).failed > 0 ? red("✗") : green("✓");
  say(`${mark} ${countLine(results)} ${dim(`in ${seconds(start)}`)}`);
  return results;
}
