import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second (USER_HZ). */
const tickMs = 10;

/** The CPU time of processes with all their threads, in ms. Undefined without /proc. */
export function cpuTimeOf(pids: number[]): number | undefined {
  if (process.platform !== "linux") return undefined;
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * tickMs, 0);
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Fields are counted from after the name, which may contain spaces: state is field 3, utime and stime are 14 and 15 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0; // The process has ended.
  }
}
