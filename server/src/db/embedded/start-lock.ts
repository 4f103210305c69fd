import { lstat, readFile, rm, writeFile } from "node:fs/promises";

const ours = new Set<string>();
/** Longer than a first boot on a slow disk. Two at work at once would only waste work: PostgreSQL has locks of its own. */
const longestWork = 60_000;

/**
 * One process at a time starts a server: of two that find the same stale postmaster.pid, the slower could remove the
 * file that the quicker has just written. Resolves to the release, or to nothing while another process is at it.
 */
export async function tryClaim(file: string): Promise<(() => Promise<void>) | undefined> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!(await isHeld(file))) await rm(file, { force: true });
    return undefined;
  }
  ours.add(file);
  return async () => {
    ours.delete(file);
    await rm(file, { force: true });
  };
}

async function isHeld(file: string): Promise<boolean> {
  if (ours.has(file)) return true;
  try {
    const age = Date.now() - (await lstat(file)).mtimeMs;
    const holder = Number(await readFile(file, "utf8"));
    // Nothing is written in it yet: it was made a moment ago.
    if (holder === 0) return age < 1000;
    return age < longestWork && isAnothers(holder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true; // just released
    throw error;
  }
}

/** Whether another running process has this id. In a container every start may have the same id: ours is not another's. */
export function isAnothers(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
