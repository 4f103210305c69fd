// What a mail says, made ready to travel. It costs more the longer it is: called in a thread where it is long, see compose.ts.
import { trackHtml } from "#features/tracking/rewrite.ts";
import { type Written, writeParts } from "./append-signature.ts";

type Given = Written & {
  signatureHtml: string;
  /** Stands in the HTML for the addresses of tracked links, which only the server can sign; undefined where nothing is tracked. */
  mark: string | undefined;
};
export type WrittenLetter = { text: string; html: string; urls: string[] };

export function writeLetter({ signatureHtml, mark, ...written }: Given): WrittenLetter {
  const { text, html } = writeParts(written, signatureHtml);
  if (!mark) return { text, html, urls: [] };
  const tracks = { pixel: `${mark}-pixel-`, redirect: (link: number) => `${mark}-${link}-` };
  return { text, ...trackHtml(html, tracks) };
}

/** Puts the signed addresses where the marks are. Each is asked for once: a mail may hold the same link many thousand times. */
export function withAddresses(html: string, mark: string, addressOf: (link: number | undefined) => string): string {
  const known = new Map<string, string>();
  return html.replaceAll(new RegExp(`${mark}-(pixel|\\d{1,4})-`, "g"), (_, link: string) => {
    const address = known.get(link) ?? addressOf(link === "pixel" ? undefined : Number(link));
    known.set(link, address);
    return address;
  });
}
