import iconv from "iconv-lite";
import jschardet from "jschardet";
import { cyrillicCharset } from "./cyrillic.ts";

/** Decodes text of a declared or unknown charset. It never throws: the last resort is windows-1252, which maps every byte. */
export function decodeText(bytes: Buffer, declared: string | undefined): string {
  const bom = byteOrderMark(bytes);
  if (bom) return decodeAs(bytes, bom);
  const label = (declared ?? "")
    .trim()
    .toLowerCase()
    .replace(/^x-(?!mac|user)/, "");
  // A mail that declares ASCII or nothing may hold any charset.
  if (!label || /^(us-ascii|ascii|ansi_x3\.4-1968|unknown-8bit|default|none)$/.test(label)) return guess(bytes);
  if (/^utf-?8$/.test(label)) return validUtf8(bytes) ?? guess(bytes);
  return contradictedText(bytes, label) ?? decodeAs(bytes, label);
}

const singleByte = /^(?:iso-?8859-?\d{1,2}|(?:windows-?|cp)125\d|latin-?\d|koi8-?[ru])$/;
const doubleByte =
  /^(?:gb[-_]?2312|gbk|gb18030|cp936|big5(?:-hkscs)?|euc-(?:kr|jp|cn)|ks_c_5601-1987|shift[-_]?jis|cp9(?:32|49|50))$/;

/** The text, if the bytes contradict the declared charset; undefined if they can be in it. */
function contradictedText(bytes: Buffer, label: string): string | undefined {
  // Text of one byte per letter with non-ASCII bytes is practically never valid UTF-8 by chance.
  if (singleByte.test(label)) return bytes.some((byte) => byte > 127) ? validUtf8(bytes) : undefined;
  if (doubleByte.test(label)) return asianUtf8(bytes);
  // UTF-16 text has zero bytes, at least in its line ends.
  if (/^(?:utf-?16|ucs-?2)/.test(label) && !bytes.includes(0)) return guess(bytes);
  return undefined;
}

/** The text if it is UTF-8. Two bytes of a Chinese character can be one of UTF-8 by chance, but several threes cannot. */
function asianUtf8(bytes: Buffer): string | undefined {
  const text = bytes.some((byte) => byte > 127) ? validUtf8(bytes) : undefined;
  return text && (text.match(/[\u2e80-\ufaff\uff00-\uffef]/g)?.length ?? 0) >= 2 ? text : undefined;
}

function decodeAs(bytes: Buffer, label: string): string {
  const shifted = shiftedSets[label];
  if (shifted) return shifted(bytes);
  if (/^iso-2022-jp(?:-[123])?$|^cp5022[0-2]$/.test(label)) return shiftedJapanese(bytes);
  // TextDecoder has no UTF-7, which some mails declare. It is never guessed.
  if (/^(unicode-1-1-)?utf-7$/.test(label)) return iconv.decode(bytes, "utf-7");
  const name = aliases[label] ?? label;
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return iconv.encodingExists(name) ? iconv.decode(bytes, name) : guess(bytes);
  }
}

/** Charset names of mails that TextDecoder does not know, for encodings that it does. */
const aliases: Record<string, string> = {
  cp932: "shift_jis",
  "windows-932": "shift_jis",
  ms_kanji: "shift_jis",
  cp936: "gbk",
  "windows-936": "gbk",
  cp949: "euc-kr",
  ms949: "euc-kr",
  uhc: "euc-kr",
  cp950: "big5",
  "euc-cn": "gbk",
  "iso-8859-8-i": "iso-8859-8",
  latin1: "windows-1252",
  "mac-roman": "macintosh",
};

/** Shifts to Japanese characters, which mail without a charset has often. */
const japaneseShifts = ["\x1b$B", "\x1b$@"];
export const isShiftedJapanese = (bytes: Buffer) => japaneseShifts.some((shift) => bytes.includes(shift));

/** A shift back before another one, as between two encoded words, is left out, because TextDecoder shows it as an error. */
const shiftedJapanese = (bytes: Buffer) => {
  const text = bytes.toString("latin1").replaceAll("\x1b(B\x1b", "\x1b").replaceAll("\x1b(J\x1b", "\x1b");
  return new TextDecoder("iso-2022-jp").decode(Buffer.from(text, "latin1"));
};

/** Seven-bit forms of double-byte charsets: shifted text is the eight-bit charset without its high bits. */
const shiftedSets: Record<string, (bytes: Buffer) => string> = {
  "iso-2022-kr": (bytes) => unshift(bytes.toString("latin1").replaceAll("\x1b$)C", ""), "\x0e", "\x0f", "euc-kr"),
  "hz-gb-2312": (bytes) => unshift(bytes.toString("latin1"), "~{", "~}", "gbk").replaceAll("~~", "~"),
};

function unshift(text: string, shiftOut: string, shiftIn: string, charset: string): string {
  const [plain = "", ...stretches] = text.split(shiftOut);
  const decoder = new TextDecoder(charset);
  return stretches.reduce((done, stretch) => {
    const [inside = "", ...after] = stretch.split(shiftIn);
    const high = Buffer.from(inside, "latin1").map((byte) => (byte > 32 ? byte | 0x80 : byte));
    return done + decoder.decode(high) + after.join("");
  }, plain);
}

function byteOrderMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

const strict = new TextDecoder("utf-8", { fatal: true });

function validUtf8(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function guess(bytes: Buffer): string {
  if (isShiftedJapanese(bytes) && !bytes.some((byte) => byte > 127)) return shiftedJapanese(bytes);
  const text = validUtf8(bytes);
  if (text !== undefined) return text;
  // Mostly valid UTF-8 with a few broken bytes.
  const loose = new TextDecoder().decode(bytes);
  const broken = loose.split("\ufffd").length - 1;
  const foreign = (loose.match(/[\u0080-\ufffc]/g) ?? []).length;
  if (foreign > broken * 4) return loose;
  const cyrillic = cyrillicCharset(bytes);
  if (cyrillic) return new TextDecoder(cyrillic).decode(bytes);
  // Detection costs more than decoding, and a few kilobytes are enough for it.
  const { encoding, confidence } = jschardet.detect(bytes.subarray(0, 4096)) ?? {};
  if (encoding && confidence > 0.5) {
    try {
      return new TextDecoder(encoding).decode(bytes);
    } catch {
      // TextDecoder does not know the detected charset: fall through.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
