import "./require-node.mjs";
import { inRoot, productNode, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { execCommand } from "./run.mjs";
import { main, say } from "./terminal.mjs";

const noTestRan = () => say("\n0 passed, 1 failed, 0 skipped");

await main(async () => {
  process.chdir(root);
  // Only the browser tests need the web app, and they build it. The others tell more if it does not build.
  await prepare({ web: false });
  // The tests run on the pinned Node, whichever Node runs npm.
  await execCommand(productNode(), [inRoot("scripts", "test-run.mjs"), ...process.argv.slice(2)]);
}, noTestRan);
