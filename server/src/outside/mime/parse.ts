/** Raw mail to what it says, in threads that can be ended. Any input gives a mail. */
import { availableParallelism } from "node:os";
import { WorkerPool } from "#lib/worker-pool.ts";
import type { ParsedMail } from "./parsed-mail.ts";
import { readMail } from "./read-mail.ts";
import type { MimeResult, MimeTask } from "./worker.ts";

/** What a mail may have; the rest of a larger one is not read. */
export const maxMailBytes = 100 << 20;
/** The beginning of a mail that could not be read whole: enough for its header and first lines, little enough to be safe. */
const glanceBytes = 256 << 10;

const pool = new WorkerPool<MimeTask, MimeResult>(new URL("./worker.ts", import.meta.url), {
  size: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeoutMs: 20_000,
  memoryMb: 512,
});

export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  try {
    const result = await inThread(raw.subarray(0, maxMailBytes));
    if ("mail" in result) return { ...result.mail, truncated: result.mail.truncated || raw.length > maxMailBytes };
  } catch {
    // Reading it took too long or too much memory. Its beginning is still worth showing; the raw source has everything.
  }
  return { ...readMail(Buffer.from(raw.subarray(0, glanceBytes))), truncated: true };
}

/** The bytes of an attachment by its `part`; undefined where the mail has no such attachment. */
export async function attachmentContent(raw: Uint8Array, part: string): Promise<Uint8Array | undefined> {
  const result = await inThread(raw, part);
  return "content" in result ? result.content : undefined;
}

/** A copy goes, exactly as long as the mail: a view into a larger buffer would take all of that along. */
function inThread(raw: Uint8Array, part?: string): Promise<MimeResult> {
  const copy = new Uint8Array(raw);
  return pool.run({ raw: copy, part }, [copy.buffer]);
}
