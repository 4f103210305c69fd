import { gapOf, htmlTokens, tidyLines } from "./tokens.ts";

/**
 * The words of an HTML mail, for the list, the search and the snippet. It runs on every mail that comes in: the careful
 * rendering (`htmlToText`) costs many times as much.
 */
export function wordsOfHtml(html: string): string {
  const pieces: string[] = [];
  for (const token of htmlTokens(html)) pieces.push(token.kind === "text" ? token.text : gapOf(token.name));
  return tidyLines(decodeEntities(pieces.join("")));
}

const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  para: "¶",
  deg: "°",
  plusmn: "±",
  times: "×",
  divide: "÷",
  frac12: "½",
  frac14: "¼",
  iexcl: "¡",
  iquest: "¿",
  szlig: "ß",
  agrave: "à",
  aacute: "á",
  acirc: "â",
  atilde: "ã",
  auml: "ä",
  aring: "å",
  aelig: "æ",
  ccedil: "ç",
  egrave: "è",
  eacute: "é",
  ecirc: "ê",
  euml: "ë",
  igrave: "ì",
  iacute: "í",
  icirc: "î",
  iuml: "ï",
  ntilde: "ñ",
  ograve: "ò",
  oacute: "ó",
  ocirc: "ô",
  otilde: "õ",
  ouml: "ö",
  oslash: "ø",
  ugrave: "ù",
  uacute: "ú",
  ucirc: "û",
  uuml: "ü",
  yacute: "ý",
  yuml: "ÿ",
  zwnj: "",
  zwj: "",
  shy: "",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  larr: "←",
  rarr: "→",
  check: "✓",
  hearts: "♥",
};

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,8}));?/gi, (all, decimal, hexadecimal, name) => {
    if (name) {
      const found = named[name] ?? named[name.toLowerCase()];
      if (found === undefined) return all;
      // &Eacute; and &eacute; share an entry.
      return /^[A-Z]/.test(name) && /^\p{L}$/u.test(found) ? found.toUpperCase() : found;
    }
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
