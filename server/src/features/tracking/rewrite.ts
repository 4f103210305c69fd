import { decodeEntities } from "@intellibox/contract/html/entities";
import { escapeHtml } from "#lib/html/html.ts";

export type Tracks = {
  /** Address of the open pixel. */
  pixel: string;
  /** Address of the redirect for the link at a position. */
  redirect: (position: number) => string;
};

/** A mail with more is a newsletter; links beyond stay as they are. */
const maxLinks = 500;
/** No real tag is longer, and a quote that never closes is not searched for to the end of the mail. */
const maxTagLength = 16_384;
const href = /(\shref\s{0,8}=\s{0,8})("([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** The HTML with its links led through us and a pixel at its end, and the links in order. Everything else stays to the byte. */
export function trackHtml(html: string, { pixel, redirect }: Tracks): { html: string; urls: string[] } {
  const urls: string[] = [];
  const positions = new Map<string, number>();
  const positionOf = (url: string) => {
    const known = positions.get(url);
    if (known !== undefined) return known;
    if (urls.length === maxLinks) return undefined;
    positions.set(url, urls.length);
    return urls.push(url) - 1;
  };
  const rewritten = mapLinkTags(html, (tag) =>
    tag.replace(href, (all, before: string, _value, double?: string, single?: string, bare?: string) => {
      const url = webAddress(double ?? single ?? bare ?? "");
      const position = url && positionOf(url);
      return position === undefined || position === "" ? all : `${before}"${escapeHtml(redirect(position))}"`;
    }),
  );
  return { html: withPixel(rewritten, pixel), urls };
}

/** Addresses of ours in a mail that is tracked; what stands before the path is the installation's own name. */
const trackedAddress = /"https?:\/\/[^\s"<>]{1,300}\/t\/(?:o|c)\/([\w-]{68})"/g;
const pixelTag = /<img src="pixel:" [^<>]{0,200}>/g;

/**
 * The HTML as it was before `trackHtml`. `meaningOf` says what a token stands for: a link, the pixel, or undefined for one that
 * is not this mail's, which stays.
 */
export const untrackHtml = (html: string, meaningOf: (token: string) => string | undefined): string =>
  html
    .replaceAll(trackedAddress, (all, token: string) => {
      const meaning = meaningOf(token);
      if (meaning === undefined) return all;
      return meaning === "pixel" ? '"pixel:"' : `"${escapeHtml(meaning)}"`;
    })
    .replaceAll(pixelTag, "");

/** Only what a browser would open as a web page; `mailto:` and the like cannot be led through us. */
function webAddress(value: string): string {
  const text = decodeEntities(value).trim();
  if (!/^https?:\/\//i.test(text) || text.length > 8_000) return "";
  return URL.canParse(text) ? text : "";
}

function mapLinkTags(html: string, change: (tag: string) => string): string {
  const pieces: string[] = [];
  let kept = 0;
  let at = html.indexOf("<");
  while (at >= 0) {
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 4);
      if (end < 0) break;
      at = html.indexOf("<", end);
      continue;
    }
    const isLink = /^<a(?:rea)?[\s/]/i.test(html.slice(at, at + 6));
    const end = isLink ? tagEnd(html, at) : -1;
    if (end > 0) {
      pieces.push(html.slice(kept, at), change(html.slice(at, end)));
      kept = end;
    }
    at = html.indexOf("<", end > 0 ? end : at + 1);
  }
  return pieces.join("") + html.slice(kept);
}

/**
 * Past the `>` that ends the tag, quotes respected; -1 where it has no end within reason. Another tag's beginning is no part of
 * it: without that a page of tags that never end would be read once for each of them.
 */
function tagEnd(html: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < html.length && at - from < maxTagLength; at++) {
    const char = html[at];
    if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "<") return -1;
    else if (char === ">") return at + 1;
  }
  return -1;
}

function withPixel(html: string, address: string) {
  const image = `<img src="${escapeHtml(address)}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`;
  const end = html.toLowerCase().lastIndexOf("</body");
  return end < 0 ? html + image : html.slice(0, end) + image + html.slice(end);
}
