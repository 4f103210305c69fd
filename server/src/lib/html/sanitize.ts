/**
 * Sanitizes mail HTML for display. The result has no script, form, frame, style sheet, SVG or MathML, and loads nothing unless the
 * options allow it. No code may rewrite the result, because a later change could make it unsafe again.
 */
import sanitize from "sanitize-html";
import { type ImageProxy, signedLink } from "../image-links.ts";
import { flattenHtml } from "./flatten.ts";
import { cleanStyle } from "./style.ts";

export type SanitizeOptions = {
  /** Remote pictures tell the sender that the mail was opened, so they are blocked until the reader asks. */
  remoteImages: "block" | "allow";
  /** Loads allowed pictures through our proxy, not from the sender's server. */
  proxy?: ImageProxy;
  /** URLs of the mail's own pictures, by content id. */
  images?: Record<string, string>;
};
export type SanitizedHtml = {
  html: string;
  /** Number of blocked pictures; their URL is in `data-remote-src`. */
  blockedImages: number;
};

const tags =
  `a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div
  dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small
  span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/);
const looks = ["align", "bgcolor", "dir", "height", "lang", "style", "title", "valign", "width"];
const unreadable =
  "script style textarea option select noscript title template svg math xmp noembed noframes iframe object applet audio video".split(
    " ",
  );

/** Real newsletters nest tables about forty levels deep. */
const nestingLimit = 120;

export function sanitizeHtml(dirty: string, options: SanitizeOptions): SanitizedHtml {
  let blockedImages = 0;
  const html = sanitize(flattenHtml(dirty, nestingLimit), {
    allowedTags: tags,
    allowedAttributes: {
      "*": looks,
      a: ["href", "target", "rel"],
      img: ["src", "alt", "data-remote-src"],
      font: ["color", "face", "size"],
      table: ["border", "cellpadding", "cellspacing"],
      td: ["colspan", "rowspan", "nowrap"],
      th: ["colspan", "rowspan", "nowrap", "scope"],
      col: ["span"],
      colgroup: ["span"],
      ol: ["start", "type"],
      ul: ["type"],
      li: ["value"],
      time: ["datetime"],
    },
    // URLs are checked below with the WHATWG parser that browsers use; this list lets those through.
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["http", "https", "data"] },
    allowProtocolRelative: false,
    nonTextTags: unreadable,
    nestingLimit,
    parseStyleAttributes: false,
    transformTags: {
      body: (_name, attribs) => ({ tagName: "div", attribs: styled(attribs) }),
      a: (tagName, attribs) => ({ tagName, attribs: linkOf(styled(attribs)) }),
      img: (tagName, attribs) => {
        const { src = "", ...rest } = styled(attribs);
        delete rest["data-remote-src"];
        const picture = pictureOf(src, options);
        if ("data-remote-src" in picture) blockedImages++;
        return { tagName, attribs: { ...rest, ...picture } };
      },
      "*": (tagName, attribs) => ({ tagName, attribs: styled(attribs) }),
    },
  });
  return { html, blockedImages };
}

function styled({ style, ...attribs }: Record<string, string>): Record<string, string> {
  const clean = style ? cleanStyle(style) : "";
  return clean ? { ...attribs, style: clean } : attribs;
}

/** Only absolute URLs, because a mail has no base URL. */
function absoluteUrl(text: string, schemes: string[]): string | undefined {
  // 64 KB is more than any browser takes.
  const url = text.length < 65_536 ? URL.parse(text.trim()) : null;
  return url && schemes.includes(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

function linkOf({ href = "", target: _target, rel: _rel, ...attribs }: Record<string, string>): Record<string, string> {
  const url = absoluteUrl(href, ["http:", "https:", "mailto:", "tel:"]);
  // The opened page gets neither a referrer nor access to this window.
  return url ? { ...attribs, href: url, target: "_blank", rel: "noopener noreferrer nofollow" } : attribs;
}

const embedded = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i;

function pictureOf(src: string, { remoteImages, proxy, images = {} }: SanitizeOptions): Record<string, string> {
  const trimmed = src.trim();
  if (/^cid:/i.test(trimmed)) {
    const own = Object.hasOwn(images, contentIdOf(trimmed)) ? images[contentIdOf(trimmed)] : undefined;
    return own ? { src: own } : {};
  }
  if (trimmed.length < 2_000_000 && embedded.test(trimmed)) return { src: trimmed };
  const url = absoluteUrl(trimmed, ["http:", "https:"]);
  if (!url) return {};
  if (remoteImages === "block") return { "data-remote-src": url };
  return { src: proxy ? signedLink(url, proxy) : url };
}

function contentIdOf(link: string): string {
  try {
    return decodeURIComponent(link.slice(4));
  } catch {
    return link.slice(4);
  }
}
