#!/usr/bin/env node
// Starts the command with the product's Node, because older ones do not read TypeScript.
import { fileURLToPath } from "node:url";
import { productNode } from "../../scripts/paths.mjs";
import { runAttached } from "../../scripts/run.mjs";
import { main } from "../../scripts/terminal.mjs";

const program = fileURLToPath(new URL("../src/main.ts", import.meta.url));

await main(async () => {
  // In the folder of the person who calls it, where the files to attach are.
  const options = { cwd: process.env.INIT_CWD ?? process.cwd() };
  process.exitCode = await runAttached(productNode(), [program, ...process.argv.slice(2)], options);
});
