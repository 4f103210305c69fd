// Vitest's and Playwright's reports in one shape: a title, where it stands, how it ended and, if badly, why.

/** A check that is one test by itself, such as a compiler run. */
export const check = (title, code, why = "") => [
  { title, file: "", status: code === 0 ? "passed" : "failed", why: code === 0 ? "" : why },
];

/** Tests by a Vitest JSON report; a file that did not even load counts as one failed test. */
export function vitestResults(report, root) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, "");
    const tests = assertionResults.map(({ fullName, status: ended, failureMessages }) => ({
      title: fullName,
      file,
      status: ended === "passed" || ended === "failed" ? ended : "skipped",
      why: failureMessages.join("\n"),
    }));
    const loaded = status !== "failed" || tests.some((test) => test.status === "failed");
    return loaded ? tests : [...tests, { title: "the file could not be run", file, status: "failed", why: message }];
  });
}

const playwrightStatus = { expected: "passed", unexpected: "failed", flaky: "passed", skipped: "skipped" };

/** Tests by a Playwright JSON report; an error outside any test (the product did not start) counts as a failed one. */
export function playwrightResults(report) {
  const inSuite = (suite, above) => {
    // The outermost suite is the file, which is named beside the title already.
    const path = suite.title === suite.file ? above : [...above, suite.title];
    const own = suite.specs.flatMap((spec) => spec.tests.map((test) => playwrightTest(spec, test, path)));
    return [...own, ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, path))];
  };
  const outside = report.errors.map(({ message }) => ({
    title: "the browser tests could not be run",
    file: "e2e",
    status: "failed",
    why: plain(message),
  }));
  return [...report.suites.flatMap((suite) => inSuite(suite, [])), ...outside];
}

const playwrightTest = (spec, test, path) => ({
  title: [...path, spec.title].join(" "),
  file: `e2e/journeys/${spec.file}`,
  status: playwrightStatus[test.status],
  isFlaky: test.status === "flaky",
  why: plain(test.results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n")),
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out
const plain = (text = "") => text.replace(/\x1b\[[0-9;]*m/g, "");

export function count(results) {
  const of = (status) => results.filter((result) => result.status === status).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}

export const countLine = (results) => {
  const { passed, failed, skipped } = count(results);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
};
