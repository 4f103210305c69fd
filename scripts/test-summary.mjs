import { compact } from "./requirements.mjs";
import { bold, dim, red, yellow } from "./terminal.mjs";

/** The lines a test run closes with, before its count: what failed, what could not be run, what is not proved yet. */
export const closing = ({ results, missing, traced }) =>
  [failures(results), flaky(results), missing.map(missingLine), traced ? requirements(traced) : []]
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => ["", ...lines]);

function failures(results) {
  const failed = results.filter(({ status }) => status === "failed");
  const lines = failed.flatMap(({ part, file, title, why }) => [
    `${red("✗")} ${[part, file, title].filter(Boolean).join(" › ")}`,
    ...gist(why).map((line) => dim(`    ${line}`)),
  ]);
  return lines.length > 0 ? [bold("Failed"), ...lines] : [];
}

/** Journeys that passed only when they were repeated: no failure, but somebody has to look. */
function flaky(results) {
  const lines = results
    .filter(({ isFlaky }) => isFlaky)
    .flatMap(({ part, file, title, why }) => [
      yellow([part, file, title].filter(Boolean).join(" › ")),
      ...gist(why).map((line) => dim(`    ${line}`)),
    ]);
  return lines.length > 0 ? [bold("Passed only at the second try"), ...lines] : [];
}

/** The first words of an error and the first line of its stack: the runner has shown the rest above. */
function gist(why) {
  const lines = why.split("\n").filter((line) => line.trim());
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines.slice(0, Math.min(stack < 0 ? lines.length : stack + 1, 8));
}

const missingLine = ({ name, packages, without }) =>
  yellow(`Skipped for want of ${name}: ${without}. To run them: apt-get install ${packages.join(" ")}`);

function requirements({ proved, open }) {
  const head = `${bold("Requirements")}: ${proved.length} of ${proved.length + open.length} named by a passing test.`;
  return open.length > 0 ? [head, "Not yet:", ...compact(open).map((line) => `  ${line}`)] : [head];
}
