import { spawn } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { libraryFolder } from "#outside/models/file-model/library.ts";

/**
 * Installs node-llama-cpp into its own folder, from its lock file and without running scripts of packages. Its packages for other
 * computers and for graphics cards are removed: they take twenty times the room.
 */
export async function installLibrary({ withGpu }: { withGpu: boolean }) {
  // Not `npm ci`: the lock file has the builds for Linux only, and npm adds those for other systems.
  await runNpm(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]);
  const binaries = join(libraryFolder, "node_modules", "@node-llama-cpp");
  const own = await readdir(binaries);
  const others = own.filter((name) => !isFor(name, { withGpu }));
  if (others.length === own.length)
    throw new Error(`node-llama-cpp has no build for ${process.platform} ${process.arch}.`);
  for (const name of others) await rm(join(binaries, name), { recursive: true });
}

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "mac", win32: "win" };

/** Names are such as linux-x64, linux-x64-cuda and mac-arm64-metal. Metal is part of every Mac. */
export function isFor(name: string, { withGpu }: { withGpu: boolean }, { platform, arch } = process as Machine) {
  const own = `${systems[platform] ?? platform}-${arch}`;
  return name === own || name === `${own}-metal` || (withGpu && name.startsWith(`${own}-`));
}
type Machine = { platform: NodeJS.Platform; arch: string };

function runNpm(args: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const isWindows = process.platform === "win32";
  const child = spawn(isWindows ? "npm.cmd" : "npm", args, { cwd: libraryFolder, stdio: "inherit", shell: isWindows });
  child.on("error", (error) => reject(new Error(`npm could not be started: ${error.message}`)));
  child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("npm could not install node-llama-cpp."))));
  return promise;
}
