// Parses large bodies and serializes large answers in worker threads: a few at a time, with companies taking turns.
import type { Endpoint } from "@intellibox/contract/endpoint";
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import type { Owner } from "#lib/fair-queue.ts";
import { ownBuffer } from "#lib/own-buffer.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import { writeAnswer } from "./large-parts.ts";

const inThread = threaded<typeof import("./large-parts.ts")>(new URL("./large-parts.ts", import.meta.url));

/** Below this size a thread would cost more than it saves. */
export const largeBytes = 64 * 1024;

/** The bytes of a JSON body that is not parsed yet. */
export class UnreadBody {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

type Fields = Record<string, string>;

export const areLargeFields = (fields: Fields) =>
  Object.entries(fields).reduce((sum, [name, text]) => sum + name.length + text.length, 0) > largeBytes;

/** Parses a large body with the schema of its endpoint. Refuses it with the same messages as a small one. */
export async function readLargeBody(endpoint: Endpoint, given: UnreadBody | Fields, owner: Owner): Promise<unknown> {
  const isRaw = given instanceof UnreadBody;
  const read = await inThread("readBody", [nameOf(endpoint), isRaw ? given.bytes : given], {
    owner,
    transfer: isRaw ? ownBuffer(given.bytes) : [],
  }).catch((error) => {
    throw error instanceof WorkerLostError ? tooLong(error) : error;
  });
  if (!("refused" in read)) return read.body;
  const { code, message, fields } = read.refused;
  throw new AppError(code, message, fields && { fields });
}

const tooLong = (cause: unknown) =>
  new AppError("too_large", t("The request takes too long to read. Please send less at once."), { cause });

/**
 * Serializes a large answer to JSON. If the thread is lost, a call that changed something is serialized here: an error would make
 * the caller repeat the change.
 */
export async function writeLargeAnswer(endpoint: Endpoint, value: unknown, owner: Owner): Promise<Buffer> {
  const name = nameOf(endpoint);
  const { buffer, byteOffset, byteLength } = await inThread("writeAnswer", [name, value], { owner }).catch((error) => {
    if (endpoint.method !== "GET") return writeAnswer(name, value);
    throw tooLongToWriteOr(error);
  });
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A lost thread as what the caller can do about it; any other error as it is. */
export const tooLongToWriteOr = (error: unknown) =>
  error instanceof WorkerLostError
    ? new AppError("unavailable", t("The answer takes too long to prepare. Please try again in a few seconds."), {
        cause: error,
        retryAfter: 5,
      })
    : error;

const nameOf = ({ method, path }: Endpoint) => ({ method, path });

/** Estimates whether the JSON of a value is larger than `largeBytes`. */
export function isLarge(value: unknown): boolean {
  const waiting = [value];
  let size = 0;
  while (waiting.length > 0 && size <= largeBytes) {
    const next = waiting.pop();
    size += typeof next === "string" ? next.length : 8;
    if (typeof next !== "object" || next === null) continue;
    const inner: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (inner.length > largeBytes) return true;
    waiting.push(...inner);
  }
  return size > largeBytes;
}
