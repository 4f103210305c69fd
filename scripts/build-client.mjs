import "./require-node.mjs";
import { inRoot, productNode } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { execCommand } from "./run.mjs";
import { main } from "./terminal.mjs";

/** `npm run build:client` writes the client as a package for other repositories. */
await main(async () => {
  await prepare({ web: false });
  await execCommand(productNode(), [inRoot("scripts", "client-package.mjs")]);
});
