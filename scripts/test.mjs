import "./require-node.mjs";
import { inRoot, productNode, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { become } from "./run.mjs";
import { main, say } from "./terminal.mjs";

const noTestRan = () => say("\n0 passed, 1 failed, 0 skipped");

await main(async () => {
  process.chdir(root);
  // The browser tests build the web app: the others can do without, and tell more if it does not build.
  await prepare({ web: false });
  // The runs themselves happen on the pinned Node, whichever one npm found here.
  await become(productNode(), [inRoot("scripts", "test-run.mjs"), ...process.argv.slice(2)]);
}, noTestRan);
