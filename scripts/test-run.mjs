import { check, count, countLine } from "./reports.mjs";
import { compact, requirementIds, trace } from "./requirements.mjs";
import { bold, dim, green, main, red, SetupError, say, seconds, yellow } from "./say.mjs";
import { installMissing, needs } from "./system-packages.mjs";
import { steps } from "./test-steps.mjs";

await main(async () => {
  const { chosen, patterns } = choose(process.argv.slice(2));
  const missing = await installMissing(needsOf(chosen));
  const results = [];
  for (const step of chosen) results.push(...(await runStep(step, patterns, missing)));
  if (results.length === 0) throw new SetupError(`No test file matches ${patterns.join(" ")}`);

  const { unknown, open, proved } = trace(results);
  for (const { file, title } of unknown) {
    results.push(...check(`${title} (${file})`, 1, "names a requirement that docs/requirements.md does not have"));
  }
  tellFailures(results);
  tellMissing(missing);
  if (chosen.length === steps.length) tellRequirements(proved, open);
  say(`\n${countLine(results)}`);
  if (count(results).failed > 0) process.exitCode = 1;
});

/** No words: everything. Names of parts: those. Anything else: the test files whose path contains it. */
function choose(words) {
  if (words.length === 0) return { chosen: steps, patterns: [] };
  const parts = steps.filter(({ part }) => words.includes(part));
  if (parts.length === words.length) return { chosen: parts, patterns: [] };
  return { chosen: steps.filter(({ part }) => part === "unit" || part === "browser"), patterns: words };
}

function needsOf(chosen) {
  const names = chosen.flatMap(({ needs: hard = [], uses = [] }) => [...hard, ...uses]);
  return needs.filter(({ name }) => names.includes(name));
}

async function runStep(step, patterns, missing) {
  say(`\n${bold(step.name)}`);
  const start = Date.now();
  const lacking = missing.find(({ name }) => step.needs?.includes(name));
  if (lacking) {
    say(yellow(`- skipped: ${lacking.name} is missing`));
    return [{ title: step.name, file: "", status: "skipped", why: "" }];
  }
  const results = await step.run(patterns);
  const mark = count(results).failed > 0 ? red("✗") : green("✓");
  say(`${mark} ${countLine(results)} ${dim(`in ${seconds(start)}`)}`);
  return results;
}

function tellFailures(results) {
  const failed = results.filter(({ status }) => status === "failed");
  if (failed.length > 0) say(`\n${bold("Failed")}`);
  for (const { file, title, why } of failed) {
    say(`${red("✗")} ${[file, title].filter(Boolean).join(" › ")}`);
    for (const line of gist(why)) say(dim(`    ${line}`));
  }
}

/** The first words of an error and the first line of its stack: the runner has shown the rest above. */
function gist(why) {
  const lines = why.split("\n").filter((line) => line.trim());
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines.slice(0, Math.min(stack < 0 ? lines.length : stack + 1, 8));
}

function tellMissing(missing) {
  if (missing.length > 0) say();
  for (const { name, packages, without } of missing) {
    say(yellow(`Skipped for want of ${name}: ${without}. To run them: apt-get install ${packages.join(" ")}`));
  }
}

function tellRequirements(proved, open) {
  say(`\n${bold("Requirements")}: ${proved.length} of ${requirementIds().length} named by a passing test.`);
  if (open.length > 0) say("Not yet:");
  for (const line of compact(open)) say(`  ${line}`);
}
