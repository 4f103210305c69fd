import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { root } from "./paths.mjs";

/** A reporter for Vitest and for Playwright. Writes the outcome of each test to the file that TEST_RESULTS names. */
// biome-ignore lint/style/noDefaultExport: both tools load a reporter by its default export
export default class TestReporter {
  #suite;
  #outside = [];

  /** Vitest's last call. */
  onTestRunEnd(modules, unhandledErrors) {
    write([...modules.flatMap(moduleResults), ...unhandledErrors.map((error) => outsideTests("", error))]);
  }

  /** Playwright's first call. */
  onBegin(_config, suite) {
    this.#suite = suite;
  }

  /** Playwright's call for an error outside any test: the product did not start, or a file does not load. */
  onError(error) {
    this.#outside.push(outsideTests("e2e", error));
  }

  /** Playwright's last call. */
  onEnd() {
    write([...(this.#suite?.allTests() ?? []).map(journeyResult), ...this.#outside]);
  }

  /** Playwright adds a reporter of its own if none prints. */
  printsToStdio() {
    return false;
  }
}

function write(results) {
  const file = process.env.TEST_RESULTS;
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(results));
}

/** A file that does not load, or a failed hook, is a failed test beside the others. */
export function moduleResults(module) {
  const suites = [module, ...module.children.allSuites()];
  const errors = suites.flatMap((suite) => suite.errors());
  const file = module.relativeModuleId;
  return [
    ...[...module.children.allTests()].map((test) => unitResult(test, file)),
    ...errors.map((error) => outsideTests(file, error)),
  ];
}

function unitResult(test, file) {
  const { state, errors = [] } = test.result();
  return {
    title: test.fullName,
    file,
    status: state === "passed" || state === "failed" ? state : "skipped",
    isFlaky: test.diagnostic()?.flaky ?? false,
    why: reasons(errors),
  };
}

const journeyStatus = { expected: "passed", unexpected: "failed", flaky: "passed", skipped: "skipped" };

export function journeyResult(test) {
  const outcome = test.outcome();
  // The path begins with the root, the project and the file.
  const [, , , ...titles] = test.titlePath();
  return {
    title: titles.join(" "),
    file: relative(root, test.location.file),
    status: journeyStatus[outcome],
    isFlaky: outcome === "flaky",
    why: reasons(test.results.flatMap(({ errors }) => errors)),
  };
}

const outsideTests = (file, error) => ({
  title: "an error outside the tests",
  file,
  status: "failed",
  isFlaky: false,
  why: reasons([error]),
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: removes the colours of a terminal
const colours = /\x1b\[[0-9;]*m/g;
const reasons = (errors) =>
  errors
    .map(({ message = "", stack = "" }) => (stack.includes(message) ? stack : `${message}\n${stack}`))
    .join("\n")
    .replace(colours, "");
