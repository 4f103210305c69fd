/**
 * The words of an HTML mail, for the list, the search and the snippet. One pass, linear in time whatever the input: it runs on
 * every mail that comes in. The careful renderings (`html.ts`) cost a hundred times as much.
 */
const dropped = new Set([
  "script",
  "style",
  "head",
  "title",
  "template",
  "svg",
  "math",
  "noscript",
  "object",
  "textarea",
]);
const blocks =
  /^(?:address|article|aside|blockquote|br|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/;

export function wordsOfHtml(html: string): string {
  const lower = html.toLowerCase();
  const pieces: string[] = [];
  const tagEnd = openTagScanner(html);
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open + 4);
      continue;
    }
    const name = /^<\/?([a-z][a-z0-9:-]*)/.exec(lower.slice(open, open + 40))?.[1];
    if (!name && !/[!?/]/.test(html[open + 1] ?? "")) {
      pieces.push("<");
      at = open + 1;
      continue;
    }
    at = tagEnd(open);
    if (name && dropped.has(name) && lower[open + 1] !== "/") at = tagEnd(after(lower, `</${name}`, at) - 1);
    if (name && blocks.test(name)) pieces.push("\n");
    else if (name === "td" || name === "th") pieces.push(" ");
  }
  pieces.push(html.slice(at));
  return tidy(decodeEntities(pieces.join("")));
}

const after = (text: string, mark: string, from: number) => {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
};

/** Finds the `>` that ends a tag, past quoted attributes. A quote that is never closed is remembered, and counts no more. */
function openTagScanner(html: string) {
  const unclosed = new Set<string>();
  return (open: number): number => {
    let at = open + 1;
    while (at < html.length) {
      const char = html[at] as string;
      if (char === ">") return at + 1;
      const isQuote = (char === '"' || char === "'") && html[at - 1] === "=" && !unclosed.has(char);
      const close = isQuote ? html.indexOf(char, at + 1) : -1;
      if (isQuote && close < 0) unclosed.add(char);
      at = close > 0 ? close + 1 : at + 1;
    }
    return html.length;
  };
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

const tidy = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
