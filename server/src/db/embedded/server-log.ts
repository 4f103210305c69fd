import { constants, existsSync } from "node:fs";
import { lstat, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

const longestLog = 1_000_000;

/** Where in the log the coming start will write. */
export async function startLog(log: string): Promise<number> {
  const size = existsSync(log) ? (await lstat(log)).size : 0;
  if (size < longestLog) return size;
  await rename(log, join(dirname(log), "postgres.old.log"));
  return 0;
}

const noise = /the database system is (starting up|not yet accepting connections|shutting down)/;

/** The last words since then. The log belongs to the server's user, so no link is followed. */
export async function readFrom(log: string, position: number): Promise<string> {
  if (!existsSync(log)) return "";
  const file = await open(log, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64_000), position });
    const lines = buffer.subarray(0, bytesRead).toString().trim().split("\n");
    return lines
      .filter((line) => !noise.test(line))
      .slice(-8)
      .join("\n");
  } finally {
    await file.close();
  }
}
