import iconv from "iconv-lite";
import type { Reader } from "./content.ts";

export const readRtf: Reader = async (bytes) => ({
  kind: "rtf",
  pieces: [rtfToText(bytes.toString("latin1"))],
  truncated: false,
});

/** Groups that hold no text of the document. */
const silentWords = new Set(
  (
    "fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping datastore latentstyles listtable " +
    "listoverridetable rsidtbl generator xmlnstbl mmathPr filetbl revtbl nonshppict fldinst bkmkstart bkmkend datafield " +
    "formfield panose blipuid sp htmltag mhtmltag template pgdsctbl"
  ).split(" "),
);
const spokenWords: Record<string, string> = {
  par: "\n",
  line: "\n",
  row: "\n",
  sect: "\n",
  page: "\n",
  nestrow: "\n",
  tab: "\t",
  cell: "\t",
  nestcell: "\t",
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
const spokenSymbols: Record<string, string> = {
  "~": " ",
  _: "-",
  "\n": "\n",
  "\r": "\n",
  "\\": "\\",
  "{": "{",
  "}": "}",
};
/** \fcharset to Windows code page, as the font table of the specification has it; the rest is the document's own. */
const charsets = new Map(
  [77, 128, 129, 134, 136, 161, 162, 163, 177, 178, 186, 204, 222, 238].map((charset, at) => {
    const pages = [10000, 932, 949, 936, 950, 1253, 1254, 1258, 1255, 1256, 1257, 1251, 874, 1250];
    return [charset, `cp${pages[at]}`];
  }),
);

type Group = { isSilent: boolean; skipAfterUnicode: number; encoding: string | undefined };

/** A brace, \'hh, a control word with its number, a control symbol, or a run of plain characters. */
const token = /([{}])|\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;

/** The words of an RTF document; `source` holds one character a byte. */
export function rtfToText(source: string): string {
  const speaker = openSpeaker();
  // Raw bytes follow \bin, as many as it says: braces among them mean nothing.
  let resumeAt = 0;
  for (const found of source.matchAll(token)) {
    if (found.index < resumeAt) continue;
    const [, brace, hex, word, number, symbol, plain] = found;
    if (brace) speaker.brace(brace);
    else if (hex) speaker.bytes(String.fromCharCode(Number.parseInt(hex, 16)), 1);
    else if (plain) speaker.bytes(plain, plain.length);
    else if (symbol) speaker.symbol(symbol);
    else if (word === "bin") resumeAt = found.index + found[0].length + Math.max(0, Number(number ?? 0));
    else if (word) speaker.word(word, number === undefined ? undefined : Number(number));
  }
  return speaker.end();
}

/** The text so far, and the state that groups save and restore. */
function openSpeaker() {
  const said: string[] = [];
  const outer: Group[] = [];
  const fonts = new Map<number, string>();
  let group: Group = { isSilent: false, skipAfterUnicode: 1, encoding: undefined };
  let page = "cp1252";
  let font = 0;
  let toSkip = 0;
  let isStarred = false;
  // A multi-byte character may be split over tokens, so bytes are collected before they are decoded.
  let pending = "";

  function flush() {
    if (pending !== "") said.push(iconv.decode(Buffer.from(pending, "latin1"), group.encoding ?? page));
    pending = "";
  }
  function say(text: string) {
    flush();
    if (!group.isSilent) said.push(text);
  }
  function setFont(number: number) {
    flush();
    font = number;
    group.encoding = fonts.get(number);
  }
  /** \u is followed by what older readers should show instead. */
  function sayUnicode(code: number) {
    say(String.fromCharCode(code & 0xffff));
    toSkip = group.skipAfterUnicode;
  }

  return {
    brace(brace: string) {
      flush();
      toSkip = 0;
      if (brace === "{") {
        outer.push(group);
        group = { ...group };
      } else group = outer.pop() ?? group;
    },
    bytes(text: string, length: number) {
      const kept = text.slice(toSkip);
      toSkip = Math.max(0, toSkip - length);
      if (!group.isSilent) pending += kept;
    },
    symbol(symbol: string) {
      if (symbol === "*") isStarred = true;
      else say(spokenSymbols[symbol] ?? "");
    },
    word(word: string, value: number | undefined) {
      // A reader may skip a starred group that it does not know; groups of shapes do hold text.
      if (silentWords.has(word) || (isStarred && word !== "shppict" && word !== "shpinst")) {
        flush();
        group.isSilent = true;
      } else if (value !== undefined && word === "ansicpg" && iconv.encodingExists(`cp${value}`)) page = `cp${value}`;
      else if (value !== undefined && word === "uc") group.skipAfterUnicode = value;
      else if (value !== undefined && word === "u") sayUnicode(value);
      else if (value !== undefined && word === "f") setFont(value);
      else if (value !== undefined && word === "fcharset") {
        const encoding = charsets.get(value);
        if (encoding && iconv.encodingExists(encoding)) fonts.set(font, encoding);
      } else if (spokenWords[word]) say(spokenWords[word]);
      isStarred = false;
    },
    end() {
      flush();
      return said.join("");
    },
  };
}
