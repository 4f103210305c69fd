import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SetupError } from "./terminal.mjs";

export const root = resolve(fileURLToPath(new URL("..", import.meta.url)));
export const inRoot = (...parts) => join(root, ...parts);

const runtimeMajor = 24;

/** The Node that runs the product: the one npm installed, else this one if it is new enough. */
export function productNode() {
  const pinned = inRoot("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= runtimeMajor) return process.execPath;
  throw new SetupError(
    `Intellibox runs on Node ${runtimeMajor}, which npm could not bring to this machine (this is Node ${process.versions.node}).\n` +
      "If npm's install scripts are switched off, run: npm rebuild node --ignore-scripts=false\n" +
      `Otherwise install Node ${runtimeMajor} or newer from https://nodejs.org and run the command again.`,
  );
}

/** The JavaScript file behind a command of an installed package, as seen from a workspace. */
export function commandFile(name, workspace = ".") {
  const require = createRequire(inRoot(workspace, "package.json"));
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === "string" ? bin : Object.values(bin)[0]);
}
