/**
 * Sanitizes mail HTML for display. The result has no script, form, frame, SVG or MathML, and loads nothing unless the options allow
 * it. It may begin with one style sheet, which is written from a checked form. No code may rewrite the result, because a later change
 * could make it unsafe again.
 */
import { mailBodyClass, mailClass } from "@intellibox/contract/html/mail-style";
import sanitize from "sanitize-html";
import { flattenHtml, rewriteHtml } from "./flatten.ts";
import { absoluteUrl, type PictureOptions, Pictures } from "./pictures.ts";
import { idClass, shownClass } from "./selectors.ts";
import { type CleanSheet, cleanSheet, readSheets } from "./sheet.ts";
import { cleanStyle } from "./style.ts";
import { withoutUnclosed } from "./unclosed.ts";

export type SanitizeOptions = PictureOptions;
export type SanitizedHtml = {
  html: string;
  /** Number of blocked pictures; the URL of an `img` is in `data-remote-src`. */
  blockedImages: number;
};

const tags =
  `a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div
  dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small
  span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/);
const looks = ["align", "bgcolor", "class", "dir", "height", "lang", "style", "title", "valign", "width"];
const unreadable =
  "script style textarea option select noscript title template svg math xmp noembed noframes iframe object applet audio video".split(
    " ",
  );

/** Real newsletters nest tables about forty levels deep. */
const nestingLimit = 120;

/** Twice what the longest reports have. The browser would need seconds to show more. */
export const maxTags = 100_000;

/** The parser's own depth. It also counts what the tokens leave out, such as elements in SVG, and needs time that grows with it. */
const parserLimit = 3 * nestingLimit;

class TooDeepError extends Error {}

/** Throws if the mail has more tags than a browser can show at once. */
export function sanitizeHtml(dirty: string, options: SanitizeOptions): SanitizedHtml {
  if (hasMore(dirty, "<", maxTags)) throw new Error("The mail has too many tags");
  const closed = withoutUnclosed(dirty);
  try {
    return sanitizeFlat(closed, flattenHtml(closed, nestingLimit), options);
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    return sanitizeFlat(closed, rewriteHtml(closed, nestingLimit, isRead), options);
  }
}

const readTags = new Set([...tags, ...unreadable, "body"]);
const isRead = (name: string) => readTags.has(name);

function sanitizeFlat(dirty: string, flat: string, options: SanitizeOptions): SanitizedHtml {
  const pictures = new Pictures(options);
  const sheet = cleanSheet(readSheets(dirty), pictures);
  const styled = elementStyles(sheet, pictures);
  let hasBody = false;
  let depth = 0;
  const html = sanitize(flat, {
    onOpenTag: () => {
      if (++depth > parserLimit) throw new TooDeepError();
    },
    onCloseTag: () => {
      depth--;
    },
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
    // One function for all tags: another one for a tag would run in addition.
    transformTags: {
      "*": (tagName, attribs) => {
        if (tagName === "body") {
          hasBody = true;
          return { tagName: "div", attribs: styled(attribs, [mailBodyClass]) };
        }
        const clean = styled(attribs);
        if (tagName === "a") return { tagName, attribs: linkOf(clean) };
        return { tagName, attribs: tagName === "img" ? pictureOf(clean, pictures) : clean };
      },
    },
  });
  return { html: sheet.css ? withSheet(html, sheet, hasBody) : html, blockedImages: pictures.blocked };
}

function hasMore(text: string, mark: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && count <= most; at = text.indexOf(mark, at + 1)) count++;
  return count > most;
}

/** The elements that stand for `html` and `body` are in the mail, so its rules cannot reach those of the frame. */
function withSheet(html: string, { css }: CleanSheet, hasBody: boolean): string {
  const body = hasBody ? html : `<div class="${mailBodyClass}">${html}</div>`;
  return `<style>${css.replaceAll("<", "")}</style><div class="${mailClass}">${body}</div>`;
}

/** The most characters of different styles that are parsed, several times those of the longest real mails. Parsing them is the slowest part. */
const maxStyles = 1_000_000;

/** Cleans the attributes that give an element its look. Mails repeat the same styles many times. */
function elementStyles(sheet: CleanSheet, pictures: Pictures) {
  const cleaned = new Map<string, string>();
  let left = maxStyles;
  const cleanOnce = (style: string) => {
    const isCounted = /url/i.test(style);
    const before = isCounted ? undefined : cleaned.get(style);
    if (before === undefined) left -= style.length;
    const clean = before ?? (left >= 0 ? cleanStyle(style, pictures) : "");
    if (!isCounted && cleaned.size < 2_000) cleaned.set(style, clean);
    return clean;
  };
  return (
    { style = "", class: names = "", id = "", background = "", ...attribs }: Record<string, string>,
    own: string[] = [],
  ): Record<string, string> => {
    const picture = background
      ? cleanStyle(`background-image: url("${background.replace(/["\\]/g, "")}")`, pictures)
      : "";
    const clean = [picture, style ? cleanOnce(style) : ""].filter(Boolean).join("; ");
    const classes = sheet.css ? [...own, ...classesOf(names, id, sheet)] : [];
    return {
      ...attribs,
      ...(clean && { style: clean }),
      ...(classes.length > 0 && { class: classes.join(" ") }),
    };
  };
}

const maxClasses = 30;

const classesOf = (names: string, id: string, { hasClass }: CleanSheet) =>
  [...names.slice(0, 5_000).split(/\s+/, maxClasses).map(shownClass), idClass(id.trim())].filter(
    (name) => /^[\w-]{1,120}$/.test(name) && name !== idClass("") && hasClass(name),
  );

function linkOf({ href = "", target: _target, rel: _rel, ...attribs }: Record<string, string>): Record<string, string> {
  const url = absoluteUrl(href, ["http:", "https:", "mailto:", "tel:"]);
  // The opened page gets neither a referrer nor access to this window.
  return url ? { ...attribs, href: url, target: "_blank", rel: "noopener noreferrer nofollow" } : attribs;
}

function pictureOf({ src = "", "data-remote-src": _claimed, ...attribs }: Record<string, string>, pictures: Pictures) {
  const { src: shown, blocked } = pictures.of(src);
  return { ...attribs, ...(shown && { src: shown }), ...(blocked && { "data-remote-src": blocked }) };
}
