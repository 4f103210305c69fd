/** Ends the child process when its server is gone or its memory passes the limit, whatever its main thread is doing. */
import { limits } from "./limits.ts";

const server = process.ppid;

setInterval(() => {
  const orphaned = process.ppid !== server;
  const bloated = process.memoryUsage.rss() > limits.residentBytes;
  if (orphaned || bloated) process.kill(process.pid, "SIGKILL");
}, 100);
