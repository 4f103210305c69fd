/** A picture from a sender's server, as far as it is one. Nothing of the reader goes along. */
import { openFetch } from "#lib/egress.ts";

export type RemoteImage = { type: string; bytes: Uint8Array };

const maxBytes = 8 << 20;
const patienceMs = 15_000;
// SVG is a document that can do more than be looked at.
const pictures = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/i;

export function openImageFetch(policy: { allowPrivate: boolean }) {
  const fetch = openFetch({ ...policy, connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, maxBytes });
  const fetchImage = async (url: string, signal: AbortSignal): Promise<RemoteImage | undefined> => {
    const response = await fetch(url, {
      headers: { accept: "image/*", "user-agent": "Mozilla/5.0 (compatible; Intellibox image proxy)" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    const type = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
    if (!response.ok || !pictures.test(type)) {
      await response.body?.cancel();
      return undefined;
    }
    return { type: type.toLowerCase(), bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  return { fetchImage, close: fetch.close };
}
