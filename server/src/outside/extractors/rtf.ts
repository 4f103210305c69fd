import iconv from "iconv-lite";
import type { Reader } from "./content.ts";

export const readRtf: Reader = async (bytes) => ({
  kind: "rtf",
  pieces: [rtfToText(Buffer.from(bytes).toString("latin1"))],
  truncated: false,
});

/** Groups that hold no words of the document. */
const silent = new Set(
  (
    "fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping datastore latentstyles listtable " +
    "listoverridetable rsidtbl generator xmlnstbl mmathPr filetbl revtbl nonshppict shppict fldinst bkmkstart bkmkend " +
    "datafield formfield panose blipuid sp htmltag mhtmltag template pgdsctbl"
  ).split(" "),
);
const spoken: Record<string, string> = {
  par: "\n",
  line: "\n",
  row: "\n",
  sect: "\n",
  page: "\n",
  tab: "\t",
  cell: "\t",
  nestcell: "\t",
  nestrow: "\n",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: " ",
  enspace: " ",
};
/** \fcharset to Windows code page, [MS-RTF] "Font Table". */
const charsets: Record<number, string> = {
  0: "cp1252",
  77: "macintosh",
  128: "cp932",
  129: "cp949",
  134: "cp936",
  136: "cp950",
  161: "cp1253",
  162: "cp1254",
  163: "cp1258",
  177: "cp1255",
  178: "cp1256",
  186: "cp1257",
  204: "cp1251",
  222: "cp874",
  238: "cp1250",
};

type Group = { isSilent: boolean; skipAfterUnicode: number; encoding: string | undefined };

/** One token: a brace, \'hh, \u-like control word with its number, a control symbol, or a run of plain characters. */
const token = /([{}])|\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;

/** The words of an RTF document; `source` holds one character a byte. */
export function rtfToText(source: string): string {
  const fonts = new Map<number, string>();
  const stack: Group[] = [];
  let group: Group = { isSilent: false, skipAfterUnicode: 1, encoding: undefined };
  let page = "cp1252";
  let font = 0;
  let toSkip = 0;
  let isStarred = false;
  const out: string[] = [];
  let bytes: number[] = [];

  const flush = () => {
    if (bytes.length > 0) out.push(iconv.decode(Buffer.from(bytes), group.encoding ?? page));
    bytes = [];
  };
  const say = (text: string) => {
    flush();
    if (!group.isSilent) out.push(text);
  };

  const obey = (word: string, value: number | undefined) => {
    if (word === "bin") token.lastIndex += Math.max(0, value ?? 0);
    else if (word === "ansicpg" && value) page = iconv.encodingExists(`cp${value}`) ? `cp${value}` : page;
    else if (word === "uc") group.skipAfterUnicode = value ?? 1;
    else if (word === "u" && value !== undefined) {
      say(String.fromCharCode(value & 0xffff));
      toSkip = group.skipAfterUnicode;
    } else if (word === "f" && value !== undefined) {
      flush();
      font = value;
      group.encoding = fonts.get(value);
    } else if (word === "fcharset" && value !== undefined) {
      const encoding = charsets[value];
      if (encoding && value !== 0) fonts.set(font, encoding);
    } else if (silent.has(word) || (isStarred && word !== "shptxt")) {
      flush();
      group.isSilent = true;
    } else {
      const text = spoken[word];
      if (text) say(text);
    }
    isStarred = false;
  };

  token.lastIndex = 0;
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [, brace, hex, word, number, symbol, plain] = found;
    if (brace === "{") {
      flush();
      stack.push(group);
      group = { ...group };
      toSkip = 0;
    } else if (brace === "}") {
      flush();
      group = stack.pop() ?? group;
      toSkip = 0;
    } else if (hex) {
      if (toSkip > 0) toSkip -= 1;
      else if (!group.isSilent) bytes.push(Number.parseInt(hex, 16));
    } else if (word) obey(word, number === undefined ? undefined : Number(number));
    else if (symbol === "*") isStarred = true;
    else if (symbol === "~") say(" ");
    else if (symbol === "_") say("-");
    else if (symbol === "\n" || symbol === "\r") say("\n");
    else if (symbol && "\\{}".includes(symbol)) say(symbol);
    else if (plain) {
      const rest = plain.slice(toSkip);
      toSkip = Math.max(0, toSkip - plain.length);
      if (!group.isSilent) for (let at = 0; at < rest.length; at += 1) bytes.push(rest.charCodeAt(at));
    }
  }
  flush();
  return out.join("");
}
