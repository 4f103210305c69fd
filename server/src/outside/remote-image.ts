/** Fetches an image from a sender's server. No cookie, referrer or address of the reader is sent. */
import { Readable } from "node:stream";
import { openFetch } from "#lib/egress.ts";

/** `body` is streamed, so that an image is never held in memory as a whole. */
export type RemoteImage = { type: string; body: Readable };

const maxBytes = 5 << 20;
const timeoutMs = 15_000;
// Not SVG, which can contain scripts.
const pictures = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/i;

export function openImageFetch(policy: { allowPrivate: boolean }) {
  const fetch = openFetch({ ...policy, connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, maxBytes });
  const fetchImage = async (url: string, signal: AbortSignal): Promise<RemoteImage | undefined> => {
    const response = await fetch(url, {
      headers: { accept: "image/*", "user-agent": "Mozilla/5.0 (compatible; Intellibox image proxy)" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const type = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
    const isTooLong = Number(response.headers.get("content-length")) > maxBytes;
    if (!response.ok || !response.body || !pictures.test(type) || isTooLong) {
      await response.body?.cancel();
      return undefined;
    }
    return { type: type.toLowerCase(), body: Readable.from(bounded(response.body), { objectMode: false }) };
  };
  return { fetchImage, close: fetch.close };
}

/** Counts decompressed bytes: a small compressed answer can become very large. */
async function* bounded(body: ReadableStream<Uint8Array>) {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) throw new Error("The picture is too large");
    yield piece;
  }
}
