/** Any character that a reader sees; white space, joiners and other invisible ones are none. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** What a mail may show instead of words. */
const picture = /<img\s[^<>]*\bsrc\s*=\s*["']?[^\s"'<>]|<(?:picture|video|audio|svg|canvas)[\s/>]/i;
/** Elements whose content is not shown. */
const silent = /^<(style|script|title|head|template)[\s/>]/;

/** Whether a mail's HTML says and shows nothing of its writer: blank, or nothing but the quoted original. One pass, whatever it holds. */
export function isUnwritten(html: string): boolean {
  const { own, below } = aroundQuote(html);
  return isBlankHtml(own) && isBlankHtml(below);
}

/** Whether text has nothing to read. */
export const isBlankText = (text: string) => !visible.test(text);

function isBlankHtml(html: string): boolean {
  if (picture.test(html)) return false;
  // Not all of Unicode: what is as long as before keeps its places.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const text = html.slice(at, open < 0 ? html.length : open);
    if (!isBlankText(decoded(text))) return false;
    if (open < 0) return true;
    // "<" alone is text.
    if (!/[a-z/!?]/i.test(html[open + 1] ?? "")) return false;
    at = endOf(lower, open);
  }
  return true;
}

/** Past a tag, a comment, or an element that shows nothing; in lower case. */
function endOf(html: string, open: number): number {
  if (html.startsWith("<!--", open)) return after(html, "-->", open);
  const name = silent.exec(html.slice(open, open + 12))?.[1];
  const end = name ? html.indexOf(`</${name}`, open) : open;
  return end < 0 ? html.length : after(html, ">", end);
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

const unseenNames =
  /^(?:nbsp|ensp|emsp|emsp13|emsp14|numsp|puncsp|thinsp|hairsp|zwj|zwnj|lrm|rlm|shy|Tab|NewLine|NoBreak|NonBreakingSpace|ZeroWidthSpace|ThinSpace|ThickSpace|VeryThinSpace|MediumSpace|NegativeThinSpace|InvisibleTimes|InvisibleComma|ic|it|af)$/;

/** Entities that show nothing as a blank; any other one as something. */
const decoded = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,24}));?/gi,
    (_, decimal?: string, hex?: string, name?: string) => {
      if (name) return unseenNames.test(name) ? " " : "x";
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "x";
    },
  );

const quoteStart = /<blockquote\b[^<>]*\bdata-quoted\b/i;

/** What stands before and below the original that a reply quotes. */
function aroundQuote(html: string): { own: string; below: string } {
  const start = quoteStart.exec(html)?.index ?? -1;
  if (start < 0) return { own: html, below: "" };
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<(\/?)blockquote\b/gi)) {
    depth += tag.startsWith("</") ? -1 : 1;
    if (depth === 0) return { own: html.slice(0, start), below: html.slice(after(html, ">", start + index)) };
  }
  return { own: html.slice(0, start), below: "" };
}
