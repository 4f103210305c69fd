import { isUtf8 } from "node:buffer";

/** Decodes transfer encodings. It never throws: invalid input stays as it is. */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  switch (encoding) {
    case "base64":
      return decodeBase64(body);
    case "quoted-printable":
      return decodeQuotedPrintable(body);
    case "x-uuencode":
    case "x-uue":
    case "uuencode":
      return decodeUu(body);
    default:
      return body;
  }
}

/** The decoded size, computed without decoding if possible. */
export function decodedSize(body: Buffer, encoding: string): number {
  if (encoding !== "base64") return decodeTransfer(body, encoding).length;
  const padding = body.indexOf(61);
  const end = padding < 0 ? body.length : padding;
  if (goesOn(body, end)) return decodeBase64(body).length;
  let digits = 0;
  for (let at = 0; at < end; at++) digits += base64Digit[body[at] as number] as number;
  return Math.floor((digits * 3) / 4);
}

/** Whether anything but padding and white space follows. */
function goesOn(body: Buffer, from: number): boolean {
  for (let at = from; at < body.length; at++) if (body[at] !== 61 && (body[at] as number) > 32) return true;
  return false;
}

/**
 * RFC 2045 6.8 ends at the padding, as Node does. Mailers that encode in pieces continue after it: the rest is decoded if it is
 * valid base64 of some length, else it is ignored.
 */
function decodeBase64(body: Buffer): Buffer {
  const text = body.toString("latin1");
  const pieces = text.split(/={1,2}/, 10_000).map((piece) => piece.replace(/\s+/g, ""));
  if (pieces.length < 3 && !pieces[1]) return Buffer.from(text, "base64");
  const [first = "", ...more] = pieces;
  const whole = more.filter((piece) => piece.length >= 16 && /^[A-Za-z0-9+/]+$/.test(piece));
  return Buffer.concat([first, ...whole].map((piece) => Buffer.from(piece, "base64")));
}

const isReadable = (bytes: Buffer) =>
  isUtf8(bytes) && !bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);

/** Whether text that is declared as base64 is not: its first line has other characters, or is short and followed by such a line. */
export function isFalseBase64(body: Buffer): boolean {
  const lines = body.toString("latin1", 0, 2_000).split(/\r?\n/);
  const [first = "", second = ""] = lines.map((line) => line.trim()).filter(Boolean);
  // Text may follow the padding.
  const isOther = (line: string) => /[^\w+/=-]/.test(line.replace(/^([\w+/-]{4,}={1,2}) .*$/, "$1"));
  if (isOther(first) || (first.length % 4 !== 0 && isOther(second))) return true;
  // Encoded bytes have capitals within.
  const isWord = second === "" && /^[A-Z]?[a-z]+$|^[A-Z]+$/.test(first);
  return isWord && !isReadable(Buffer.from(first, "base64"));
}

/**
 * Returns where the text begins that a list's server appended to a base64 body without encoding it: at the first line that is not
 * base64, if it has words and no full line of base64 follows.
 */
export function appendedAt(body: Buffer): number {
  const text = body.toString("latin1");
  const at = text.search(/^(?:[_-]{2,}[ \t]*\r?$|.*[^\w+/=\s-])/m);
  const after = at < 0 ? "" : text.slice(at);
  const isText = /[a-z\x80-\xff]{2,}[ \t]+[a-z\x80-\xff]{2,}/i.test(after.slice(0, 2_000));
  return isText && !/^[A-Za-z\d+/]{60,}={0,2}\s*$/m.test(after) ? at : body.length;
}

/** 1 for each base64 digit that Node accepts. A table, because every byte of every incoming attachment is counted. */
const base64Digit = Uint8Array.from({ length: 256 }, (_, byte) => (/[\w+/-]/.test(String.fromCharCode(byte)) ? 1 : 0));

function decodeQuotedPrintable(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length);
  let written = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number;
    if (byte !== 61) {
      out[written++] = byte;
      continue;
    }
    const [high, low] = [hex(body[at + 1]), hex(body[at + 2])];
    if (high >= 0 && low >= 0) {
      out[written++] = (high << 4) | low;
      at += 2;
    } else {
      const after = softBreak(body, at + 1);
      if (after > 0) at = after - 1;
      else out[written++] = byte;
    }
  }
  return out.subarray(0, written);
}

/** RFC 2045 6.7 (3): white space may follow the equals sign of a soft line break. */
function softBreak(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && at - from < 100 && (body[at] === 32 || body[at] === 9)) at++;
  if (body[at] === 13) at++;
  if (body[at] === 10) return at + 1;
  return at >= body.length ? at : -1;
}

function hex(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function decodeUu(body: Buffer): Buffer {
  const out: number[] = [];
  const lines = body.toString("latin1").split(/\r?\n/);
  const begin = lines.findIndex((line) => /^begin \d{3} /.test(line));
  for (const line of lines.slice(begin + 1)) {
    const length = (line.charCodeAt(0) - 32) & 63;
    if (line === "end" || !length) break;
    const bytes: number[] = [];
    for (let at = 1; at < line.length; at += 4) {
      const [a, b, c, d] = [0, 1, 2, 3].map((i) => ((line.charCodeAt(at + i) || 32) - 32) & 63) as [
        number,
        number,
        number,
        number,
      ];
      bytes.push(((a << 2) | (b >> 4)) & 255, ((b << 4) | (c >> 2)) & 255, ((c << 6) | d) & 255);
    }
    for (const byte of bytes.slice(0, length)) out.push(byte);
  }
  return begin < 0 ? body : Buffer.from(out);
}
