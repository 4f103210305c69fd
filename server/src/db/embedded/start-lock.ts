import { lstat, readFile, rm, writeFile } from "node:fs/promises";

/** Lock files that this process holds. */
const held = new Set<string>();
/** Longer than a first start on a slow disk. Two starts at the same time only waste work, because PostgreSQL has its own locks. */
const maxHoldMs = 60_000;

/**
 * Lets one process at a time start a server: of two that find the same stale postmaster.pid, the slower could remove the file that
 * the faster has just written. Resolves to a release function, or to undefined if another process holds the lock.
 */
export async function tryStartLock(file: string): Promise<(() => Promise<void>) | undefined> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!(await isHeld(file))) await rm(file, { force: true });
    return undefined;
  }
  held.add(file);
  return async () => {
    held.delete(file);
    await rm(file, { force: true });
  };
}

async function isHeld(file: string): Promise<boolean> {
  if (held.has(file)) return true;
  try {
    const age = Date.now() - (await lstat(file)).mtimeMs;
    const holder = Number(await readFile(file, "utf8"));
    // Still empty: its creator has not written its process id yet.
    if (holder === 0) return age < 1000;
    return age < maxHoldMs && isOtherProcess(holder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true; // just released
    throw error;
  }
}

/** Whether another running process has this id. In a container every start may have our own id, which does not count. */
export function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
