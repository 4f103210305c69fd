import "./require-node.mjs";
import { productNode, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { execCommand } from "./run.mjs";
import { main } from "./terminal.mjs";

await main(async () => {
  process.chdir(root);
  await prepare();
  await execCommand(productNode(), ["server/test/stand-ins/demo-cloud.ts"]);
});
