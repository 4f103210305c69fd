import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

const behindTheEventLoop = 10;

/**
 * Lets the event loop run first if there are fewer free cores than threads. Linux keeps a priority for each thread; on other
 * systems it would be that of the whole process, so nothing is changed there.
 */
export function lowerThreadPriority() {
  if (process.platform !== "linux") return;
  try {
    const threadId = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(threadId, behindTheEventLoop);
  } catch {
    // A sandbox may hide /proc or forbid it. The thread then runs at the normal priority.
  }
}
