import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { inRoot } from "./paths.mjs";
import { capture, pathWithoutCommands } from "./run.mjs";
import { SetupError } from "./terminal.mjs";

/** npm writes a record of what it installed as its last step. If it equals the lock file, the install is complete. */
export function isInstalled() {
  const record = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  return recordMatches(packagesOf(inRoot("package-lock.json")), packagesOf(record));
}

const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Every installed package is the one in the lock file, and only optional ones (other platforms' binaries) are missing. */
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
    // The web app is built on this machine, so the build's tools are needed even with NODE_ENV=production.
    [...args, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
    { env: { ...process.env, PATH: pathWithoutCommands() }, shell: command === "npm" && process.platform === "win32" },
  );
  if (code !== 0) throw new SetupError(`npm ci failed:\n\n${output.trim()}`);
  await dropForeignNode();
}

/** The npm that started this program, by its path. By its name if a person runs this file without npm. */
function npmCommand() {
  const { npm_execpath: npm = "", npm_node_execpath: node = process.execPath } = process.env;
  if (!/npm-cli\.c?js$/.test(npm)) return ["npm"];
  return [isOurs(node) ? "node" : node, npm];
}

const isOurs = (file) => file.startsWith(inRoot("node_modules") + sep);

/** `npm ci` empties node_modules. Windows cannot delete a program that runs, but it can move it. */
function freeRunningNode() {
  if (process.platform !== "win32" || !isOurs(process.execPath)) return;
  renameSync(process.execPath, join(tmpdir(), `node-${process.pid}.exe`));
}

/** Removes the installed Node if it cannot run here (musl), so that npm's scripts use the machine's. */
async function dropForeignNode() {
  const node = inRoot("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(node)) return;
  const { code } = await capture(node, ["--version"]);
  if (code === 0) return;
  rmSync(node);
  for (const shim of ["node", "node.cmd", "node.ps1"]) rmSync(inRoot("node_modules", ".bin", shim), { force: true });
}
