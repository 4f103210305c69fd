import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * Gives a thread half of the event loop's share of a core. The difference is small on purpose: tasks have time limits, and the priority also
 * counts against the other processes of a busy machine.
 */
const steps = 3;
const lowest = 19;

/**
 * Lets the event loop run first if there are fewer free cores than threads. Linux keeps a priority for each thread; on other
 * systems it would be that of the whole process, so nothing is changed there.
 */
export function lowerThreadPriority() {
  if (process.platform !== "linux") return;
  try {
    const threadId = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(threadId, Math.min(lowest, getPriority(threadId) + steps));
  } catch {
    // A sandbox may hide /proc or forbid it. The thread then runs at the normal priority.
  }
}
