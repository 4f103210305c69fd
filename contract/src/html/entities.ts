/** Entities that mail uses. Others stay as written. */
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

/** Names of characters that show nothing: a mail made of them is blank. */
const blankNames = new Set(
  `ensp emsp emsp13 emsp14 numsp puncsp hairsp lrm rlm Tab NewLine NoBreak NonBreakingSpace ZeroWidthSpace ThinSpace ThickSpace
  VeryThinSpace MediumSpace NegativeThinSpace NegativeMediumSpace NegativeThickSpace NegativeVeryThinSpace InvisibleTimes
  InvisibleComma ApplyFunction ic it af`.split(/\s+/),
);

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,24}));?/gi, (all, decimal, hexadecimal, name) => {
    if (name) {
      const found = named[name] ?? named[name.toLowerCase()];
      if (found === undefined) return all.endsWith(";") && blankNames.has(name) ? " " : all;
      // &Eacute; and &eacute; share an entry.
      return /^[A-Z]/.test(name) && /^\p{L}$/u.test(found) ? found.toUpperCase() : found;
    }
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    // HTML shows a replacement character for a number beyond Unicode.
    if (code > 0x10ffff) return "\ufffd";
    return code > 0 ? String.fromCodePoint(code) : "";
  });
