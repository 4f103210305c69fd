import "./require-node.mjs";
import { spawn } from "node:child_process";
import { commandFile, inRoot, productNode, root } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { environment, passSignals } from "./run.mjs";
import { main } from "./terminal.mjs";

await main(async () => {
  process.chdir(root);
  await prepare({ web: false });
  const node = productNode();
  const run = (args, cwd = root) => spawn(node, args, { cwd, env: environment(), stdio: "inherit" });
  await endTogether([run(["--watch", "server/src/main.ts"]), run([commandFile("vite", "web")], inRoot("web"))]);
});

/** Ends all children when one ends, and exits with the highest exit code. */
async function endTogether(children) {
  const { stopPassing, receivedSignal } = passSignals(...children);
  const codes = children.map((child) => new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 0))));
  await Promise.race(codes);
  if (!receivedSignal()) for (const child of children) child.kill("SIGTERM");
  process.exitCode = Math.max(...(await Promise.all(codes)));
  stopPassing();
}
