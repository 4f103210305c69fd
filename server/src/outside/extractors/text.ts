import iconv from "iconv-lite";
import jschardet from "jschardet";
import { Fault, type Reader } from "./content.ts";

export const readText: Reader = async (bytes) => ({ kind: "text", pieces: [decodeText(bytes)], truncated: false });

/** Decodes text of any encoding; throws if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (isBinary(text)) throw new Fault("unsupported", "Bytes that are not text");
  return text;
}

function decode(bytes: Uint8Array): string {
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(bytes);
  if (marked) return iconv.decode(bytes, marked);
  // ISO-2022-JP uses seven bits only, so it would be valid UTF-8.
  if (hasJapaneseEscape(bytes)) return new TextDecoder("iso-2022-jp").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(bytes, guessEncoding(bytes));
  }
}

function byteOrderMark(bytes: Uint8Array) {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length % 4 === 0 ? "utf-32le" : "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  return undefined;
}

/** Western text in UTF-16 has a zero in every other byte, always on the same side. */
function unmarkedUtf16(bytes: Uint8Array) {
  const sample = bytes.subarray(0, 4096);
  if (sample.length < 4 || bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > 0.3 && even < 0.05) return "utf-16le";
  if (even > 0.3 && odd < 0.05) return "utf-16be";
  return undefined;
}

const hasJapaneseEscape = (bytes: Uint8Array) => {
  const at = bytes.indexOf(0x1b);
  return at >= 0 && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42);
};

/** Common encodings of short texts; from a few letters, the detector also guesses rare ones. */
const common = /^(windows-125|cp932|cp949|cp936|cp950|shift_jis|euc-|gb|big5|koi8|iso-8859|tis-620)/i;

function guessEncoding(bytes: Uint8Array) {
  const { encoding, confidence } = jschardet.detect(Buffer.from(bytes.subarray(0, 65_536)));
  const isLikely = encoding && confidence >= 0.1 && (bytes.length >= 200 || common.test(encoding));
  // A few accented letters fit many encodings; windows-1252 is the most common one.
  return isLikely && iconv.encodingExists(encoding) ? encoding : "windows-1252";
}

/** Text has hardly any control characters; a tenth of random bytes are. */
function isBinary(text: string) {
  const sample = text.slice(0, 65_536);
  let controls = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code === 0) return true;
    if ((code < 32 && (code < 9 || code > 13) && code !== 27) || code === 0xfffd) controls += 1;
  }
  return controls > sample.length * 0.05;
}
