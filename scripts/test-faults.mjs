import "./require-node.mjs";
import { inRoot, productNode, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { execCommand } from "./run.mjs";
import { main } from "./terminal.mjs";

/**
 * Runs the long form of the fault tests: minutes of killed processes, lost databases and hanging servers. `-- soak` runs the soak
 * instead, which takes eleven minutes (SOAK_SECONDS).
 */
await main(async () => {
  process.chdir(root);
  await prepare({ web: false });
  if (process.argv[2] === "soak") return execCommand(productNode(), ["server/bench/run.ts", "soak"]);
  process.env.TEST_FAULTS = "long";
  const vitest = inRoot("node_modules", "vitest", "vitest.mjs");
  const files =
    process.argv.length > 2
      ? process.argv.slice(2)
      : ["faults", "kill", "outbox/roles", "db/replica", "mailboxes/imap/"];
  await execCommand(productNode(), [vitest, "run", "--project", "server", "--testTimeout", "1800000", ...files]);
});
