// The program of an earlier release, from the history of this repository.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });

/** The last commit without this migration; undefined in a copy of the sources that has no history. */
export function commitBefore(migration: string): string | undefined {
  try {
    const path = `server/migrations/${migration}.sql`;
    const [added] = git("log", "--diff-filter=A", "--format=%H", "--", path).toString().trim().split("\n").reverse();
    return added && git("rev-parse", `${added}^`).toString().trim();
  } catch {
    return undefined;
  }
}

/** Puts its sources into a folder, with the packages of today. Returns the file to run. */
export function unpackRelease(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-x", "-C", folder], {
    input: git("archive", commit, "server", "contract", "package.json", "tsconfig.base.json"),
  });
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  mkdirSync(join(to, "@intellibox"), { recursive: true });
  for (const name of readdirSync(from)) if (name !== "@intellibox") symlinkSync(join(from, name), join(to, name));
  for (const name of ["contract", "server"]) symlinkSync(join(folder, name), join(to, "@intellibox", name));
  return join(folder, "server/src/main.ts");
}
