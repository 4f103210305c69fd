import { decodeEntities } from "@intellibox/contract/html/entities";
import { escapeHtml } from "#lib/html/html.ts";

export type Tracks = {
  /** Address of the open pixel. */
  pixel: string;
  /** Address of the redirect for the link at a position. */
  redirect: (position: number) => string;
};

/** Further links are not tracked: a mail with more is a newsletter. */
const maxLinks = 500;
/** Bounds the search for the end of a tag whose quote never closes. No real tag is longer. */
const maxTagLength = 16_384;
const href = /(\shref\s{0,8}=\s{0,8})("([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** Replaces links by redirects and appends a pixel. Returns the links in order. All other bytes stay the same. */
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

/** A redirect or pixel address in a tracked mail, with any host: the installation's may have changed. */
const trackedAddress = /"https?:\/\/[^\s"<>]{1,300}\/t\/(?:o|c)\/([\w-]{68})"/g;
const pixelTag = /<img src="pixel:" [^<>]{0,200}>/g;

/**
 * Reverts `trackHtml`. `meaningOf` returns the link behind a token, "pixel", or undefined for a token of another mail, which is
 * left as it is.
 */
export const untrackHtml = (html: string, meaningOf: (token: string) => string | undefined): string =>
  html
    .replaceAll(trackedAddress, (all, token: string) => {
      const meaning = meaningOf(token);
      if (meaning === undefined) return all;
      return meaning === "pixel" ? '"pixel:"' : `"${escapeHtml(meaning)}"`;
    })
    .replaceAll(pixelTag, "");

/** Only http and https links can be redirected. */
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
 * The position after the `>` that ends the tag, or -1 if there is none within the limit. `<` outside quotes ends the search:
 * otherwise a page of unclosed tags would take quadratic time.
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
