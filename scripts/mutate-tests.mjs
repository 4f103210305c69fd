// Runs the tests of a mutation run in a process of its own. One Vitest keeps its database server and its compiled modules,
// and runs the same test files again for each message.
import { createVitest } from "vitest/node";
import { root } from "./paths.mjs";

// An empty reporter, because the default one would print a summary for each mutant.
const vitest = await createVitest("test", { root, watch: false, bail: 1, reporters: [{}], silent: true });
let before;
process.on("disconnect", async () => {
  const end = () => process.kill(-process.pid, "SIGKILL");
  setTimeout(end, 30_000);
  await vitest.close().finally(end);
});
// The parent handles signals, and disconnects from this process when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.on("message", async (asked) => {
  const failures = await failuresOf(asked).catch((error) => [String(error)]);
  if (process.connected) process.send(failures);
});
process.send("ready");

/** The titles of failed tests, and other errors. Empty if all tests pass. */
async function failuresOf({ changed, tests, related }) {
  // The file of the previous mutant has been restored, so its compiled module is stale too.
  for (const file of [before, changed]) if (file) vitest.invalidateFile(file);
  before = changed;
  if (related && changed) vitest.config.related = [changed];
  const chosen = await vitest.getRelevantTestSpecifications(tests);
  if (chosen.length === 0) return changed ? [] : ["no test files match"];
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  const files = new Set(chosen.map(({ moduleId }) => moduleId));
  const failed = testModules
    .filter((module) => files.has(module.moduleId) && !module.ok())
    .flatMap((module) => [module.relativeModuleId, ...[...module.children.allTests("failed")].map(({ name }) => name)]);
  return [...failed, ...unhandledErrors.map(String)];
}
