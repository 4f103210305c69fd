import iconv from "iconv-lite";
import jschardet from "jschardet";

/** Text of any declared or undeclared character set. Never fails; the last resort is windows-1252, which maps every byte. */
export function decodeText(bytes: Buffer, declared: string | undefined): string {
  const bom = byteOrderMark(bytes);
  if (bom) return decodeAs(bytes, bom);
  const label = (declared ?? "")
    .trim()
    .toLowerCase()
    .replace(/^x-(?!mac|user)/, "");
  // A mail that says ASCII or nothing and holds more than ASCII does not know what it is.
  if (!label || /^(us-ascii|ascii|ansi_x3\.4-1968|unknown-8bit|default|none)$/.test(label)) return guess(bytes);
  if (/^utf-?8$/.test(label)) return validUtf8(bytes) ?? guess(bytes);
  return truthOf(bytes, label) ?? decodeAs(bytes, label);
}

const western = /^(?:iso-?8859-?(?:1|15)|windows-?125[02]|cp125[02]|latin-?1)$/;

/** Where a mail cannot be in the set that it names: undefined where it can. */
function truthOf(bytes: Buffer, label: string): string | undefined {
  // Text of any length that is UTF-8 by chance has never been written in a western set.
  if (western.test(label)) return bytes.some((byte) => byte > 127) ? validUtf8(bytes) : undefined;
  // A line of UTF-16 holds zeros, at least where it ends.
  if (/^(?:utf-?16|ucs-?2)/.test(label) && !bytes.includes(0)) return guess(bytes);
  return undefined;
}

function decodeAs(bytes: Buffer, label: string): string {
  const shifted = shiftedSets[label];
  if (shifted) return shifted(bytes);
  // UTF-7 is no encoding of the web and not to be guessed, but mail has it declared.
  if (/^(unicode-1-1-)?utf-7$/.test(label)) return iconv.decode(bytes, "utf-7");
  const name = aliases[label] ?? label;
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return iconv.encodingExists(name) ? iconv.decode(bytes, name) : guess(bytes);
  }
}

/** Names used in mail that the web's list of encodings lacks, for encodings that it has. */
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
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  cp50220: "iso-2022-jp",
  "euc-cn": "gbk",
  "iso-8859-8-i": "iso-8859-8",
  latin1: "windows-1252",
  "mac-roman": "macintosh",
};

/** Seven-bit forms of double-byte sets: their shifted stretches are the eight-bit set with its high bits off. */
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
  const text = validUtf8(bytes);
  if (text !== undefined) return text;
  // Mostly UTF-8 with a broken place is UTF-8 with a broken place.
  const loose = new TextDecoder().decode(bytes);
  const broken = loose.split("\ufffd").length - 1;
  const foreign = (loose.match(/[\u0080-\ufffc]/g) ?? []).length;
  if (foreign > broken * 4) return loose;
  // Detection costs more than decoding; a few kilobytes tell as much as all.
  const { encoding, confidence } = jschardet.detect(bytes.subarray(0, 4096)) ?? {};
  if (encoding && confidence > 0.5) {
    try {
      return new TextDecoder(encoding).decode(bytes);
    } catch {
      // A set only the detector knows: fall through.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
