// Writes the text and HTML parts of a mail. Runs in a worker thread if they are long: see compose.ts.
import { trackHtml } from "#features/tracking/rewrite.ts";
import { type Written, writeParts } from "./append-signature.ts";

type Given = Written & {
  signatureHtml: string;
  /** A placeholder in the HTML for the addresses of tracked links, which only the main thread can sign; undefined if not tracked. */
  mark: string | undefined;
};
export type WrittenContent = { text: string; html: string; urls: string[] };

export function writeContent({ signatureHtml, mark, ...written }: Given): WrittenContent {
  const { text, html } = writeParts(written, signatureHtml);
  if (!mark) return { text, html, urls: [] };
  const tracks = { pixel: `${mark}-pixel-`, redirect: (link: number) => `${mark}-${link}-` };
  return { text, ...trackHtml(html, tracks) };
}

/** Replaces the placeholders by signed addresses. Each is signed once: a mail may have the same link many thousand times. */
export function withAddresses(html: string, mark: string, addressOf: (link: number | undefined) => string): string {
  const known = new Map<string, string>();
  return html.replaceAll(new RegExp(`${mark}-(pixel|\\d{1,4})-`, "g"), (_, link: string) => {
    const address = known.get(link) ?? addressOf(link === "pixel" ? undefined : Number(link));
    known.set(link, address);
    return address;
  });
}
