import { decodeText } from "./charset.ts";

// RFC 2047. The charset may have a language (RFC 2231), and mailers leave blanks in the text of a word.
const word = /=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/gi;
/** A word that began and has not ended, at the end of a line. */
const openWord = /=\?[^?\s]{1,60}\?[bq]\?[^?]*$/i;
const maxOpen = 2_000;

type Piece = { charset: string; bytes: Buffer } | string;

/**
 * Decodes the encoded words of a header. Blanks between two words do not count, and words of one charset are decoded together, because
 * mailers split characters between them.
 */
export function decodeWords(value: string): string {
  if (!value.includes("=?")) return value;
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: all, 1: name = "", 2: encoding = "", 3: text = "", index } of value.matchAll(word)) {
    const between = value.slice(at, index);
    const last = pieces.at(-1);
    if (between && !(typeof last === "object" && !between.trim())) pieces.push(between);
    pieces.push(pieceOf(name, encoding, text));
    at = index + all.length;
  }
  pieces.push(value.slice(at));
  return joinPieces(pieces);
}

function pieceOf(name: string, encoding: string, text: string): Piece {
  const charset = name.replace(/\*.*$/, "").toLowerCase();
  if (/^b$/i.test(encoding)) return { charset, bytes: Buffer.from(text.replace(/\s+/g, ""), "base64") };
  // Raw 8-bit text was decoded with the header.
  if (/[^ -~]/.test(text)) return text.replaceAll("_", " ");
  const latin = text
    .replaceAll("_", " ")
    .replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { charset, bytes: Buffer.from(latin, "latin1") };
}

function joinPieces(pieces: Piece[]): string {
  let text = "";
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    at++;
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    const same = [piece.bytes];
    for (let next = pieces[at]; typeof next === "object" && next.charset === piece.charset; next = pieces[at]) {
      same.push(next.bytes);
      at++;
    }
    text += decodeText(Buffer.concat(same), piece.charset);
  }
  return text;
}

/** Whether a header's line ends within an encoded word, given whether the line before it did. A blank there would be part of its text. */
export const endsInWord = (line: string, wasOpen: boolean): boolean =>
  openWord.test(line.slice(-maxOpen)) || (wasOpen && !line.includes("?="));
