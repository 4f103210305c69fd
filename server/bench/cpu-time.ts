import { readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second on every Linux there is (USER_HZ). */
const tickMs = 10;

/** How long processes have used a core, all their threads together, in ms; undefined where there is no /proc to say it. */
export function cpuTimeOf(pids: number[]): number | undefined {
  if (process.platform !== "linux") return undefined;
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * tickMs, 0);
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may hold anything: state is field 3, utime and stime are 14 and 15 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0; // it is gone
  }
}
