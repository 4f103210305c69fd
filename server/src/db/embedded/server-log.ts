import { constants, existsSync } from "node:fs";
import { lstat, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

const maxLogBytes = 1_000_000;

/** Returns the position in the log at which the next start will write. Rotates a large log. */
export async function prepareLog(log: string): Promise<number> {
  const size = existsSync(log) ? (await lstat(log)).size : 0;
  if (size < maxLogBytes) return size;
  await rename(log, join(dirname(log), "postgres.old.log"));
  return 0;
}

const noise = /the database system is (starting up|not yet accepting connections|shutting down)/;

/** Returns the last lines after the position. Follows no link, because the log belongs to the server's user. */
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
