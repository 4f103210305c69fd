/** The second check of a mail's styles, by the browser's own CSS parser. The server has checked them already. */
import { mailClass, mailMedia } from "@intellibox/contract/html/mail-style";

const embedded = /^(?:data:image\/(?:png|jpe?g|gif|webp);base64,|blob:)/i;
/** Remote pictures are proxied by our server, which hides the reader from the sender. */
const proxied = /^\/api\/mail\/image\?/;

export const isShownPicture = (url: string, remoteImages: boolean) =>
  embedded.test(url) || (remoteImages && proxied.test(url));

/** Styles that fetch something, or hide a fetch behind escapes. The policy blocks them too; removing them avoids its reports. */
const loads = /url|image|src\s*\(|\\|expression|@/i;
/** Styles that move an element out of the flow: a link positioned over the whole mail would catch every click. */
const lifts =
  /(?:^|;)\s*(?:-\w+-)?(?:position|inset|top|left|transform|translate|scale|rotate|zoom|animation|transition|filter|mask|clip|cursor|z-index)[\w-]*\s*:/i;
/** Viewport units: the frame grows with the mail, so a height that follows the frame would grow without end. */
const followsFrame = /\d\s*(?:[sld]?v(?:h|w|min|max|b|i))\b/i;
const picture = /\burl\("([^"()\\\s]*)"\)/g;

export function isHarmlessStyle(style: string, remoteImages: boolean): boolean {
  const rest = style
    .replace(picture, (all, url: string) => (isShownPicture(url, remoteImages) ? "" : all))
    .replace(/(^|;)\s*(?:background|list-style)-image\s*:/gi, "$1");
  return ![loads, lifts, followsFrame].some((kind) => kind.test(rest));
}

const ownColour =
  /(?:^|[;{\s])(?:background(?:-color)?|color)\s*:(?!\s*(?:inherit|transparent|none|initial|unset|currentcolor)\b)/i;

/** Whether a style or sheet has colours of its own. */
export const setsColour = (css: string) => ownColour.test(css);

/** Selectors of elements within the mail. */
const selector = new RegExp(
  `^\\.${mailClass}(?:[ >+~.\\w*-]|\\[class[*^$]="[\\w-]+"\\]|:(?:hover|active|focus|link|visited|empty|(?:first|last|only)-child|nth-(?:last-)?child\\([\\w +-]+\\)))*$`,
);

/** The rules of a sheet that are harmless, as the browser reads them. */
export function cleanMailSheet(css: string, remoteImages: boolean): string {
  const sheet = new CSSStyleSheet();
  // Does not load anything: it ignores @import, and the sheet is not applied.
  sheet.replaceSync(css);
  return cleanRules(sheet.cssRules, remoteImages, 0);
}

/** How deep media queries may be within each other. */
const maxDepth = 2;

function cleanRules(rules: CSSRuleList, remoteImages: boolean, depth: number): string {
  let text = "";
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && depth < maxDepth) {
      const isKnown = rule.conditionText.split(",").every((query) => mailMedia.test(query.trim()));
      const inner = isKnown ? cleanRules(rule.cssRules, remoteImages, depth + 1) : "";
      if (inner) text += `@media ${rule.conditionText}{${inner}}`;
    } else if (rule instanceof CSSStyleRule && isHarmlessRule(rule, remoteImages))
      text += `${rule.selectorText}{${rule.style.cssText}}`;
  }
  return text;
}

const isHarmlessRule = ({ selectorText, style }: CSSStyleRule, remoteImages: boolean) =>
  selectorText.split(",").every((one) => selector.test(one.trim())) &&
  !/[<{}]/.test(style.cssText) &&
  isHarmlessStyle(style.cssText, remoteImages);
