/** Style sheets of mail. Only what the lists here and in `style.ts` and `selectors.ts` name is kept, and the result is serialized from the checked parts. */
import { mailMedia } from "@intellibox/contract/html/mail-style";
import { type MailSheet, mailSheets } from "@intellibox/contract/html/tokens";
import type { Atrule, CssNode, Rule } from "css-tree";
import type { Pictures } from "./pictures.ts";
import { type Compound, idClass, isPlain, readSelector, shownClass, writeSelector } from "./selectors.ts";
import { type CssDeclaration, cleanDeclarations, declarationsOf, parseCss, textOfDeclaration } from "./style.ts";
import { isSupported } from "./supports.ts";

/** A rule with the media queries around it, outermost first. */
export type SheetRule = { selectors: Compound[][]; declarations: CssDeclaration[]; media: string[] };

/** Several times what newsletters have; Gmail ignores sheets of more than 16 KB. */
const maxCharacters = 200_000;
const maxRules = 3_000;
const maxSelectors = 6_000;
const maxMedia = 2;
/** More brackets within each other than any sheet has: the parser recurses. */
const maxDepth = 40;

/** The rules of all style sheets of a mail, in order, as far as they are harmless. */
export function readSheets(html: string): SheetRule[] {
  const rules: SheetRule[] = [];
  let left = maxCharacters;
  for (const sheet of mailSheets(html)) {
    if (left <= 0 || rules.length >= maxRules) break;
    const css = beginningOf(sheet.css, left);
    left -= sheet.css.length;
    const media = mediaOf(sheet);
    const parsed = media && isShallow(css) ? parseCss(css, "stylesheet") : undefined;
    if (parsed && media) addRules(parsed, media, rules);
  }
  return withinSelectors(rules.slice(0, maxRules));
}

/** The sheet up to the last rule that fits. */
const beginningOf = (css: string, most: number) =>
  css.length <= most ? css : css.slice(0, css.lastIndexOf("}", most - 1) + 1);

const mediaOf = ({ media }: MailSheet) => (media.trim() ? mediaQuery(media) : []);

function isShallow(css: string): boolean {
  let depth = 0;
  for (let at = 0; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === 123 || code === 40 || code === 91) depth++;
    else if (code === 125 || code === 41 || code === 93) depth = Math.max(0, depth - 1);
    if (depth > maxDepth) return false;
  }
  return true;
}

function addRules(node: CssNode, media: string[], rules: SheetRule[]) {
  if (!("children" in node) || !node.children) return;
  for (const child of node.children.toArray()) {
    if (rules.length >= maxRules) return;
    if (child.type === "Rule") addRule(child, media, rules);
    else if (child.type === "Atrule") addGroup(child, media, rules);
  }
}

/** Cascade layers count as rules of the sheet: which layer wins over which is not read. */
function addGroup(group: Atrule, media: string[], rules: SheetRule[]) {
  const { prelude, block } = group;
  const name = group.name.toLowerCase();
  const condition = prelude?.type === "Raw" ? prelude.value : "";
  if (name === "media") addMedia(group, media, rules);
  else if (block && (name === "layer" || (name === "supports" && isSupported(condition))))
    addRules(block, media, rules);
}

function addRule({ prelude, block }: Rule, media: string[], rules: SheetRule[]) {
  if (prelude.type !== "SelectorList") return;
  const selectors = prelude.children
    .toArray()
    .flatMap((node) => (node.type === "Selector" ? [readSelector(node)] : []))
    .filter((selector) => selector !== undefined);
  const declarations = declarationsOf(block);
  if (selectors.length > 0 && declarations.length > 0) rules.push({ selectors, declarations, media });
}

function addMedia({ prelude, block }: Atrule, media: string[], rules: SheetRule[]) {
  const own = prelude?.type === "Raw" ? mediaQuery(prelude.value) : undefined;
  if (own && block && media.length + own.length <= maxMedia) addRules(block, [...media, ...own], rules);
}

/**
 * No query if it always applies; undefined if it never does. A mail in the dark theme gets our colours, or stays on white, so its own
 * dark colours are left out.
 */
function mediaQuery(source: string): string[] | undefined {
  const queries = source
    .toLowerCase()
    .slice(0, 1_000)
    .split(",")
    .map((query) =>
      query
        .replace(/\s+/g, " ")
        .replace(/\( /g, "(")
        .replace(/ \)/g, ")")
        .replace(/(?: and )?\(prefers-color-scheme ?: ?light\)/, "")
        .trim(),
    )
    .filter((query) => query === "" || mailMedia.test(query));
  if (queries.length === 0) return undefined;
  return queries.some((query) => /^(?:(?:only )?(?:screen|all))?$/.test(query)) ? [] : [queries.join(", ")];
}

function withinSelectors(rules: SheetRule[]): SheetRule[] {
  let left = maxSelectors;
  return rules.filter(({ selectors }) => {
    left -= selectors.length;
    return left >= 0;
  });
}

export type CleanSheet = {
  css: string;
  /** Whether the rules mention a class. Others are not needed in the frame. */
  hasClass: (name: string) => boolean;
};

/** Office's colours of text and links. They say nothing, and would make each mail of Outlook a coloured one in the dark theme. */
const plainColors = /^(?:windowtext|blue|purple|#0563c1|#954f72|#467886|#96607d)$/i;

/** The sheet for the frame of a mail. */
export function cleanSheet(rules: SheetRule[], pictures: Pictures): CleanSheet {
  const classes = new Set<string>();
  let keepsAll = false;
  const texts = rules.flatMap(({ selectors, declarations, media }) => {
    // A picture that loads only in some state, place or width would tell the sender about it.
    const isFixed = media.length === 0 && selectors.every(isPlain);
    const said = declarations.filter(({ property, value }) => property !== "color" || !plainColors.test(value.trim()));
    const clean = cleanDeclarations(said, isFixed ? pictures : undefined);
    if (clean.length === 0) return [];
    for (const compound of selectors.flat()) {
      for (const name of [...compound.classes.map(shownClass), ...compound.ids.map(idClass)]) classes.add(name);
      keepsAll ||= compound.others.some((other) => other.startsWith("["));
    }
    const rule = `${selectors.map(writeSelector).join(",")}{${clean.map(textOfDeclaration).join(";")}}`;
    return media.reduceRight((inner, query) => `@media ${query}{${inner}}`, rule);
  });
  return { css: texts.join("\n"), hasClass: (name) => keepsAll || classes.has(name) };
}
