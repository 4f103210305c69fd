import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { inRoot } from "./paths.mjs";
import { capture, pathWithoutCommands } from "./run.mjs";
import { SetupError } from "./terminal.mjs";

/** npm keeps its own record of what it installed, written last: present and equal to the lock file, the install is whole. */
export function isInstalled() {
  const record = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  return recordMatches(packagesOf(inRoot("package-lock.json")), packagesOf(record));
}

const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Everything found is wanted as it is, and nothing wanted is missing but what is optional (other platforms' binaries). */
export function recordMatches(wanted, found) {
  const same = (path) =>
    wanted[path]?.version === found[path].version &&
    wanted[path]?.integrity === found[path].integrity &&
    Boolean(wanted[path]?.link) === Boolean(found[path].link);
  const optional = (path) => wanted[path].optional || wanted[path].devOptional;
  return installedPaths(found).every(same) && installedPaths(wanted).every((path) => path in found || optional(path));
}

const installedPaths = (packages) => Object.keys(packages).filter((path) => path.includes("node_modules/"));

export async function install() {
  freeRunningNode();
  const [command, ...args] = npmCommand();
  const { code, output } = await capture(
    command,
    // The web app is built here, so the build's tools are wanted even where NODE_ENV says production.
    [...args, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
    { env: { ...process.env, PATH: pathWithoutCommands() }, shell: command === "npm" && process.platform === "win32" },
  );
  if (code !== 0) throw new SetupError(`npm ci failed:\n\n${output.trim()}`);
  await dropForeignNode();
}

/** npm by the path it was started from; by its name when a person runs this file without npm. */
function npmCommand() {
  const { npm_execpath: npm = "", npm_node_execpath: node = process.execPath } = process.env;
  if (!/npm-cli\.c?js$/.test(npm)) return ["npm"];
  return [isOurs(node) ? "node" : node, npm];
}

const isOurs = (file) => file.startsWith(inRoot("node_modules") + sep);

/** npm ci empties node_modules, and Windows does not delete a program that runs, but lets it be moved. */
function freeRunningNode() {
  if (process.platform !== "win32" || !isOurs(process.execPath)) return;
  renameSync(process.execPath, join(tmpdir(), `node-${process.pid}.exe`));
}

/** Where the installed Node cannot run (musl), npm's scripts must not find it in place of the machine's. */
async function dropForeignNode() {
  const node = inRoot("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(node)) return;
  const { code } = await capture(node, ["--version"]);
  if (code === 0) return;
  rmSync(node);
  for (const shim of ["node", "node.cmd", "node.ps1"]) rmSync(inRoot("node_modules", ".bin", shim), { force: true });
}
