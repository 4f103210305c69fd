import "./require-node.mjs";
import { inRoot, productNode, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { environment, execCommand } from "./run.mjs";
import { main } from "./terminal.mjs";

/** Runs a command for operators: `npm run backup -- folder` runs server/src/commands/backup.ts with the product's Node. */
await main(async () => {
  process.chdir(root);
  await prepare({ web: false });
  const [name, ...args] = process.argv.slice(2);
  const env = environment({ NODE_COMPILE_CACHE: inRoot("node_modules", ".cache", "compiled") });
  await execCommand(productNode(), [`server/src/commands/${name}.ts`, ...args], { env });
});
