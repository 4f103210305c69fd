// Fetches a large file with resume and checksum. The part that is there stays after a failure, and the next attempt goes on from it.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";

type DownloadOptions = {
  url: string;
  /** The finished file. */
  path: string;
  say: (text: string) => void;
  /** The connection is given up after this time without a byte. */
  silenceMs?: number;
  /** How often in a row a connection may break without a byte. */
  attempts?: number;
  freeBytes?: (folder: string) => Promise<number>;
};
type Announced = { sha256: string; size: number };

/** Left free beside the file, for the database on the same disk. */
const reserve = 512 * 2 ** 20;
const maxRedirects = 5;

/** Throws an error whose message is for the operator. */
export async function download(options: DownloadOptions): Promise<"fetched" | "present"> {
  const { url, path, say, freeBytes = freeBytesOf } = options;
  const announced = await announcementOf(url);
  if ((await sizeOf(path)) === announced.size && (await hashOf(path)) === announced.sha256) return "present";
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  const begun = await sizeOf(part);
  if (begun > announced.size) await rm(part);
  const missing = announced.size - (begun > announced.size ? 0 : begun);
  const free = await freeBytes(dirname(path));
  if (free < missing + reserve) {
    throw new Error(
      `The disk has ${megabytes(free)} free. The file needs ${megabytes(missing)}, and ${megabytes(reserve)} must stay free. Nothing was fetched.`,
    );
  }
  if (begun > 0 && missing < announced.size) say(`Going on after ${megabytes(begun)} of ${megabytes(announced.size)}.`);
  await fetchRest({ ...options, part, announced });
  if ((await hashOf(part)) !== announced.sha256) {
    await rm(part);
    throw new Error("The checksum of the file is wrong, so it was deleted. Fetch it again.");
  }
  await rename(part, path);
  return "fetched";
}

/** The hub answers with a redirect that states size and SHA-256 of the stored file. */
async function announcementOf(url: string): Promise<Announced> {
  const response = await reach(url, { method: "HEAD", redirect: "manual" });
  if (response.status >= 400) throw new Error(`The hub answered with ${response.status}. Try again later.`);
  const sha256 = /^"?([0-9a-f]{64})"?$/.exec(response.headers.get("x-linked-etag") ?? "")?.[1];
  const size = Number(response.headers.get("x-linked-size") ?? response.headers.get("content-length"));
  if (!sha256 || !Number.isSafeInteger(size) || size <= 0) {
    throw new Error("The hub stated no checksum or size of the file, so it was not fetched.");
  }
  return { sha256, size };
}

type Rest = DownloadOptions & { part: string; announced: Announced };

async function fetchRest({ url, part, announced, say, silenceMs = 60_000, attempts = 5 }: Rest) {
  let failures = 0;
  for (;;) {
    const before = await sizeOf(part);
    if (before === announced.size) return;
    try {
      await fetchPart({ url, part, from: before, size: announced.size, silenceMs, say });
    } catch (error) {
      const isProgress = (await sizeOf(part)) > before;
      failures = isProgress ? 0 : failures + 1;
      if (error instanceof Refused || failures >= attempts) throw error;
      say("The connection broke. Going on.");
    }
  }
}

/** The server does not give this file: trying again does not help. */
class Refused extends Error {}

type PartRequest = Pick<Rest, "url" | "part" | "say"> & { from: number; size: number; silenceMs: number };

async function fetchPart({ url, part, from, size, silenceMs, say }: PartRequest) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error("The server sent nothing for a minute.")), silenceMs);
  try {
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
    const response = await follow(url, { headers, signal: silence.signal });
    const isRest = response.status === 206 && response.headers.get("content-range")?.startsWith(`bytes ${from}-`);
    if (!response.ok || !response.body || (response.status === 206 && !isRest)) {
      await response.body?.cancel();
      throw new Refused(`The hub answered with ${response.status}. What was fetched so far is kept.`);
    }
    // A server without ranges sends the whole file again.
    const file = await open(part, isRest ? "a" : "w");
    let written = isRest ? from : 0;
    let said = written;
    await pipeline(
      response.body,
      async function* bounded(pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          timer.refresh();
          written += piece.length;
          if (written > size) throw new Refused("The server sent more than it announced. What was fetched is kept.");
          if (written - said > size / 10) {
            said = written;
            say(`${Math.floor((written / size) * 100)} % of ${megabytes(size)}`);
          }
          yield piece;
        }
      },
      file.createWriteStream(),
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Follows redirects by hand: a redirect to an address without encryption is refused. */
async function follow(url: string, init: RequestInit): Promise<Response> {
  let at = url;
  for (let step = 0; step <= maxRedirects; step += 1) {
    const response = await reach(at, { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || !location) return response;
    await response.body?.cancel();
    const next = new URL(location, at);
    if (next.protocol !== "https:" && new URL(at).protocol === "https:") {
      throw new Refused("The hub redirects to an address without encryption.");
    }
    at = next.href;
  }
  throw new Refused("The hub redirects in a circle.");
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new Error(`${new URL(url).host} could not be reached: ${reason}`, { cause: error });
  }
}

async function hashOf(path: string) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function freeBytesOf(folder: string) {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20).toLocaleString("en")} MB`;
