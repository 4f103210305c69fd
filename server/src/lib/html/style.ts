/** Declarations of mail: in style attributes and in the rules of style sheets. */
import { mailProperties, pictureProperties } from "@intellibox/contract/html/mail-style";
import type { CssNode, Declaration } from "css-tree";
import parse from "css-tree/parser";
import type { Pictures } from "./pictures.ts";

export type CssDeclaration = { property: string; value: string; isImportant: boolean };

const maxStyle = 20_000;
const maxValue = 300;
/** Recovering from an error costs the parser time that grows with the length of the sheet. */
const maxErrors = 100;

/** Structure only: values and queries stay text. Undefined if the source is hostile. */
export function parseCss(source: string, context: "stylesheet" | "declarationList"): CssNode | undefined {
  let errors = 0;
  try {
    return parse(source, {
      context,
      parseValue: false,
      parseAtrulePrelude: false,
      parseCustomProperty: false,
      onParseError: () => {
        if (++errors > maxErrors) throw new Error("Too many errors");
      },
    });
  } catch {
    return undefined;
  }
}

/** The declarations of a style attribute that are harmless, as text. */
export function cleanStyle(style: string, pictures?: Pictures): string {
  if (style.length > maxStyle) return "";
  const parsed = parseCss(style, "declarationList");
  return parsed ? cleanDeclarations(declarationsOf(parsed), pictures).map(textOfDeclaration).join("; ") : "";
}

export const textOfDeclaration = ({ property, value, isImportant }: CssDeclaration) =>
  `${property}: ${value}${isImportant ? " !important" : ""}`;

/** The declarations directly in a block or list, unchecked. */
export function declarationsOf(node: CssNode): CssDeclaration[] {
  if (!("children" in node) || !node.children) return [];
  // Another word after "!" than "important" is a string: browsers ignore that declaration.
  const isDeclaration = (child: CssNode): child is Declaration =>
    child.type === "Declaration" && typeof child.important === "boolean";
  return node.children
    .toArray()
    .filter(isDeclaration)
    .map(({ property, value, important }) => ({
      property: property.toLowerCase(),
      value: value.type === "Raw" ? value.value : "",
      isImportant: important === true,
    }));
}

export function cleanDeclarations(declarations: CssDeclaration[], pictures?: Pictures): CssDeclaration[] {
  const clean = declarations.flatMap((declaration) => {
    const value = cleanValue(declaration, pictures);
    return value === undefined ? [] : [{ ...declaration, value }];
  });
  // Positions are dropped, so text that was moved away would appear.
  return isMovedAway(declarations) ? [...clean, { property: "display", value: "none", isImportant: false }] : clean;
}

// Words, numbers, strings, and functions of colours, lengths and gradients. No backslash, because an escape could spell a refused word.
const color = String.raw`(?:rgb|hsl)a?\([\d\s.,%/a-z]{1,60}\)`;
const words = String.raw`[\p{L}\p{M}\d\s#%.,_+\-/]`;
const harmless = new RegExp(
  String.raw`^(?:${color}|calc\([\d\s.%a-z+*/-]{1,80}\)|(?:repeating-)?(?:linear|radial)-gradient\((?:${color}|${words}){1,250}\)|${words}|"(?:${words}|')*"|'(?:${words}|")*')+$`,
  "iu",
);
const viewport = /\d\s*(?:[sld]?v(?:h|w|min|max|b|i))\b/i;
const url = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]*))\s*\)/gi;
const maxLayers = 4;

/** The value with its pictures as the reader allows them; undefined if it is not harmless. */
function cleanValue({ property, value: source }: CssDeclaration, pictures?: Pictures): string | undefined {
  if (!mailProperties.has(property)) return undefined;
  const value = source.includes("/*") ? source.replace(/\/\*.*?(?:\*\/|$)/gs, " ") : source;
  if (!/url\(/i.test(value)) return isHarmless(value) ? value.trim() : undefined;
  if (!pictures || !pictureProperties.has(property)) return undefined;
  const links: string[] = [];
  let layers = 0;
  // Without runs of blanks, which the pattern would try to divide in all ways.
  const rest = value.replace(/\s+/g, " ").replace(url, (_all, double?: string, single?: string, bare?: string) => {
    const { src } = ++layers > maxLayers ? {} : pictures.of(double ?? single ?? bare ?? "");
    if (src) links.push(src);
    return src ? " picture " : " ";
  });
  const tidy = rest
    .replace(/,(?=\s*(?:,|$))/g, "")
    .replace(/^[\s,]+/, "")
    .replace(/\s+/g, " ")
    .trim();
  if (!tidy || !isHarmless(tidy) || tidy.split("picture").length - 1 !== links.length) return undefined;
  return tidy.replaceAll("picture", () => `url("${quotable(links.shift() ?? "")}")`);
}

const isHarmless = (value: string) =>
  value.length <= maxValue && !value.includes("/*") && harmless.test(value) && !viewport.test(value);

/** Percent-encodes the few characters of a URL that mean something in CSS or HTML. */
const quotable = (link: string) =>
  link.replace(/[\s"'()<>\\;{}]/g, (char) =>
    link.startsWith("data:") && char === ";" ? char : `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

const far = /-\s*\d{3,}/;

/** Whether text is moved out of sight, as for screen readers or for hiding. */
function isMovedAway(declarations: CssDeclaration[]): boolean {
  const valueIn = (name: string) => declarations.findLast(({ property }) => property === name)?.value ?? "";
  if (!/absolute|fixed/i.test(valueIn("position"))) return false;
  return (
    ["left", "right", "top", "bottom"].some((side) => far.test(valueIn(side))) ||
    /rect\(\s*[01](?:px)?[\s,]+[01]/i.test(valueIn("clip")) ||
    /inset\(\s*(?:50|100)%/i.test(valueIn("clip-path"))
  );
}
