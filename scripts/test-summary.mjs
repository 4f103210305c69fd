import { compact } from "./requirements.mjs";
import { bold, dim, red, yellow } from "./terminal.mjs";

/** The last lines of a test run before its count: failed tests, repeated tests, missing programs, open requirements. */
export const summary = ({ results, missing, traced }) =>
  [failures(results), repeated(results), missing.map(missingLine), traced ? requirements(traced) : []]
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => ["", ...lines]);

export function count(results) {
  const of = (status) => results.filter((result) => result.status === status).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}

export function countLine(results) {
  const { passed, failed, skipped } = count(results);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function failures(results) {
  const failed = results.filter(({ status }) => status === "failed");
  const lines = failed.flatMap((result) => [`${red("✗")} ${nameOf(result)}`, ...gist(result.why)]);
  return lines.length > 0 ? [bold("Failed"), ...lines] : [];
}

/** Tests that passed only when they were repeated are no failure, but they have found something. */
function repeated(results) {
  const flaky = results.filter(({ isFlaky }) => isFlaky);
  const lines = flaky.flatMap((result) => [yellow(nameOf(result)), ...gist(result.why)]);
  return lines.length > 0 ? [bold("Passed only at the second try"), ...lines] : [];
}

const nameOf = ({ part, file, title }) => [part, file, title].filter(Boolean).join(" › ");

/** The message of an error and the first line of its stack: the tool has printed the rest above. */
function gist(why) {
  const lines = why.split("\n").filter((line) => line.trim());
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines.slice(0, Math.min(stack < 0 ? lines.length : stack + 1, 8)).map((line) => dim(`    ${line}`));
}

const missingLine = ({ name, packages, without }) =>
  yellow(`Skipped for want of ${name}: ${without}. To run them: apt-get install ${packages.join(" ")}`);

function requirements({ proved, open }) {
  const head = `${bold("Requirements")}: ${proved.length} of ${proved.length + open.length} named by a passing test.`;
  return open.length > 0 ? [head, "Not yet:", ...compact(open).map((line) => `  ${line}`)] : [head];
}
