/**
 * Separates the visible text of a mail from hidden text, because a model must read what the reader sees. It follows the inline
 * styles and attributes of each element and its ancestors, and the style sheet if the caller has read it.
 */
import { isBlankText } from "../rules/blank-text.ts";
import { decodeEntities } from "./entities.ts";
import { gapOf, htmlTokens, tidyLines } from "./tokens.ts";

export type VisibleText = {
  visible: string;
  /** The hidden text, to tell the reader about it. */
  hidden: string;
};

/** An element as the selectors of a style sheet see it. */
export type StyledElement = { name: string; classes: string[]; id: string };
/** The declarations of a style sheet for an element: those before its style attribute, and those that override it. */
export type SheetStyle = (element: StyledElement, ancestors: StyledElement[]) => { before: string; after: string };

export type Look = { name: string; isHidden: boolean; color: Rgb | null; background: Rgb | null; size: number | null };
type Rgb = [number, number, number];

const empty = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Deeper elements take their parent's style. Only an attack is deeper. */
const maxDepth = 500;

export function visibleTextOf(html: string, sheet?: SheetStyle): VisibleText {
  const visible: string[] = [];
  const hidden: string[] = [];
  for (const { text, isHidden } of piecesOf(html, sheet)) (isHidden ? hidden : visible).push(text);
  const shown = decodeEntities(visible.join(""));
  const unseen = decodeEntities(hidden.join(" "));
  return {
    visible: tidyLines(visibleCharacters(shown)),
    hidden: tidyLines([unseen, tagText(shown), tagText(unseen)].join("\n")).slice(0, 5_000),
  };
}

/**
 * The ASCII text that Unicode's tag characters spell (U+E0020–E007E): no screen shows it, and a language model reads it. The
 * runs of a line are joined, since they may be strewn among visible letters. Flag emoji give a few letters ("gbeng").
 */
export function tagText(text: string): string {
  // The UTF-16 unit that every tag character begins with: most texts have none.
  if (!text.includes("\udb40")) return "";
  return text
    .split("\n")
    .map((line) => Array.from(line.matchAll(/[\u{e0020}-\u{e007e}]/gu), ([tag]) => asciiOf(tag)).join(""))
    .filter(Boolean)
    .join("\n");
}

const asciiOf = (tag: string) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000);

/** Whether HTML has any text to see. Stops at the first: it is asked for each mail that is sent, on the main thread. */
export function hasVisibleText(html: string): boolean {
  for (const { text, isHidden } of piecesOf(html))
    if (!isHidden && !isBlankText(visibleCharacters(decodeEntities(text)))) return true;
  return false;
}

/** The look of a page without any styles: black on white. */
export const pageLook: Look = {
  name: "",
  isHidden: false,
  color: [0, 0, 0],
  background: [255, 255, 255],
  size: null,
};

/** The text of a page in order, with the gaps that its tags make, entities not decoded. */
function* piecesOf(html: string, sheet?: SheetStyle): Generator<{ text: string; isHidden: boolean }> {
  const stack: Look[] = [pageLook];
  const elements: StyledElement[] = [];
  // Counts the open elements of each name, so that an end tag without a start tag costs one lookup.
  const open = new Map<string, number>();
  for (const token of htmlTokens(html)) {
    const look = stack.at(-1) ?? pageLook;
    if (token.kind === "text") {
      yield { text: token.text, isHidden: isUnseen(look) };
      continue;
    }
    const gap = gapOf(token.name);
    if (gap) yield { text: gap, isHidden: false };
    if (token.kind === "open" && !empty.has(token.name) && stack.length < maxDepth) {
      const element = sheet && styledElement(token.name, token.attributes);
      stack.push(lookOf(token.name, token.attributes, look, element && sheet(element, elements)));
      if (element) elements.push(element);
      open.set(token.name, (open.get(token.name) ?? 0) + 1);
    } else if (token.kind === "close") {
      close(stack, open, token.name);
      // The page's own look has no element.
      elements.length = Math.min(elements.length, Math.max(0, stack.length - 1));
    }
  }
}

const joined = "[\\p{L}\\p{M}\\p{Extended_Pictographic}]";
const strayJoiner = new RegExp(`(?<!${joined})(?:\\u200c|\\u200d)+|(?:\\u200c|\\u200d)+(?!${joined})`, "gu");

/**
 * Removes characters that are invisible or change the text direction: they hide words from a reader, or split them for a filter.
 * Joiners stay between letters, because Persian, Hindi and emoji need them.
 */
export function visibleCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(strayJoiner, "")
    .replace(/(?!\u200c|\u200d|\ufe0f)(?:\p{Cf}|\p{Default_Ignorable_Code_Point}|\u2800)/gu, "")
    .replace(/(?![\n\t])\p{Cc}/gu, "");
}

/** Whether text with this look is invisible to a reader. */
export const isUnseen = ({ isHidden, color, background, size }: Look) =>
  isHidden || (size !== null && size < 2) || (color !== null && background !== null && areAlike(color, background));

function close(stack: Look[], open: Map<string, number>, name: string) {
  if (!open.get(name)) return;
  for (let closed = stack.pop(); closed; closed = stack.pop()) {
    open.set(closed.name, (open.get(closed.name) ?? 0) - 1);
    if (closed.name === name) return;
  }
}

function styledElement(name: string, attributes: string): StyledElement {
  const hasNames = /\b(?:class|id)\b/i.test(attributes);
  return {
    name,
    classes: hasNames ? (attribute(attributes, "class") ?? "").split(/\s+/, 30).filter(Boolean) : [],
    id: hasNames ? (attribute(attributes, "id") ?? "").trim() : "",
  };
}

/** The look of an element, from its attributes, the style sheet and its parent's look. */
export function lookOf(name: string, attributes: string, parent: Look, sheet?: ReturnType<SheetStyle>): Look {
  const isStyled = sheet && (sheet.before !== "" || sheet.after !== "");
  if (!isStyled && !attributes.includes("=") && !/hidden/i.test(attributes)) return { ...parent, name };
  const own = attribute(attributes, "style") ?? "";
  const style = declarations(isStyled ? `${sheet.before};${own};${sheet.after}` : own);
  const ownColor = style.get("color") ?? (name === "font" ? attribute(attributes, "color") : undefined);
  const ownBackground = style.get("background-color") ?? style.get("background") ?? attribute(attributes, "bgcolor");
  const size = style.get("font-size");
  return {
    name,
    isHidden: parent.isHidden || /(?:^|\s)hidden(?:\s|=|$)/i.test(unquoted(attributes)) || hides(style),
    color: ownColor === undefined ? parent.color : parseColor(ownColor),
    // A background picture has no single colour to compare with.
    background: ownBackground === undefined ? parent.background : parseColor(ownBackground),
    size: size === undefined ? parent.size : parseSize(size, parent.size),
  };
}

const is = (value: string | undefined, pattern: RegExp) => value !== undefined && pattern.test(value);

function hides(style: Map<string, string>): boolean {
  const far = /-\d{3,}(?:px|em|pt|%)?/;
  const flat = ["height", "max-height", "width", "max-width"].some((side) =>
    is(style.get(side), /^0*[01]?(?:px|pt|em|%)?$/),
  );
  return (
    is(style.get("display"), /^none/) ||
    is(style.get("visibility"), /^(?:hidden|collapse)/) ||
    is(style.get("opacity"), /^0*(?:\.0\d*|0\.0\d*|0)$/) ||
    is(style.get("mso-hide"), /^all/) ||
    is(style.get("clip"), /rect\(\s*[01](?:px)?[\s,]+[01]/) ||
    is(style.get("clip-path"), /inset\(\s*(?:50|100)%/) ||
    is(style.get("color"), /transparent|rgba\([^)]*,\s*0?\.?0+\s*\)/) ||
    ["text-indent", "left", "top", "right", "margin-left", "margin-top"].some((side) => is(style.get(side), far)) ||
    is(style.get("transform"), /scale\(\s*0|translate[xy]?\(\s*-\d{3,}/) ||
    (flat && is(style.get("overflow"), /hidden|clip/))
  );
}

function declarations(style: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const declaration of decodeEntities(style).slice(0, 20_000).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, "");
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return found;
}

const unquoted = (attributes: string) => attributes.replace(/"[^"]*"|'[^']*'/g, '""');

export function attribute(attributes: string, name: string): string | undefined {
  const source = attributes.length > 20_000 ? attributes.slice(0, 20_000) : attributes;
  const found = new RegExp(`(?:^|[\\s"'/])${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(
    source,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

const names: Record<string, Rgb> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  red: [255, 0, 0],
  silver: [192, 192, 192],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  whitesmoke: [245, 245, 245],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  blue: [0, 0, 255],
  green: [0, 128, 0],
  yellow: [255, 255, 0],
  navy: [0, 0, 128],
};

function parseColor(value: string): Rgb | null {
  if (/url\(|gradient/.test(value)) return null;
  const [, hex] = /#?\b([0-9a-f]{6}|[0-9a-f]{3})\b/i.exec(value) ?? [];
  if (hex && (value.includes("#") || value === hex)) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    return digits.map((pair) => Number.parseInt(pair, 16)) as Rgb;
  }
  const rgb = /rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(value);
  if (rgb) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])];
  return names[value.split(/\s+/)[0] ?? ""] ?? null;
}

/** In pixels. A relative size takes the parent's. */
function parseSize(value: string, parent: number | null): number | null {
  const [, amount, unit = "px"] = /^(\d*\.?\d+)\s*(px|pt|em|rem|%)?/.exec(value) ?? [];
  if (amount === undefined) return parent;
  const number = Number(amount);
  if (unit === "pt") return number * 1.33;
  if (unit === "px") return number;
  return (parent ?? 16) * (unit === "%" ? number / 100 : number);
}

const areAlike = (a: Rgb, b: Rgb) => a.every((channel, at) => Math.abs(channel - (b[at] ?? 0)) <= 16);
