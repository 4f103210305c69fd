import { decodeWords } from "postal-mime";

/** Header fields in order, names in lower case, values unfolded but not decoded. */
export type HeaderFields = { name: string; value: string }[];

/** `text/plain; charset=utf-8` as a value and its parameters, RFC 2231 forms decoded. */
export type Structured = { value: string; params: Record<string, string> };

/** More than any real header; RFC 5322 sets no limit. */
export const maxHeaderBytes = 1 << 20;
const fieldLine = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:(.*)$/s;

const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("windows-1252");

/** Raw 8-bit text in headers is common: read as UTF-8 if valid, else as windows-1252, which older mailers wrote. */
export function decodeHeaderBytes(bytes: Buffer): string {
  const plain = bytes.toString("latin1");
  if (!/[\u0080-\u00ff]/.test(plain)) return plain;
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

/** Decodes encoded words (RFC 2047). Some hold raw 8-bit text, which is kept. */
export function decodeHeaderText(value: string): string {
  const words = value.replace(/=\?[^?]{1,100}\?q\?([^?]*)\?=/gi, (word, inside: string) =>
    /[^ -~]/.test(inside) ? inside.replaceAll("_", " ") : word,
  );
  return decodeWords(words);
}

/**
 * Reads the header that begins at `start` and returns where the body begins. A header that breaks off (a line that is no
 * field, with no field after it) ends there, and the rest is read as body.
 */
export function readHeader(
  raw: Buffer,
  start: number,
  isBoundary: (line: string) => boolean,
): { fields: HeaderFields; bodyStart: number } {
  const fields: HeaderFields = [];
  const end = raw.length;
  let at = start;
  while (at < end) {
    const { line, next } = lineAt(raw, at, end);
    if (line === "") return { fields, bodyStart: next };
    // Without this check, a mail of parts without an end of header would be read once per part (quadratic).
    if (line.startsWith("--") && isBoundary(line)) return { fields, bodyStart: at };
    const last = fields.at(-1);
    const found = at - start < maxHeaderBytes ? fieldLine.exec(line) : null;
    if (/^[ \t]/.test(line) && last) append(last, line);
    else if (found) fields.push({ name: (found[1] ?? "").toLowerCase(), value: (found[2] ?? "").trim() });
    else if (!isStray(line, at - start)) {
      if (!last || !headerGoesOn(raw, next, end)) return { fields, bodyStart: at };
      append(last, line);
    }
    at = next;
  }
  return { fields, bodyStart: end };
}

function append(field: { value: string }, line: string) {
  if (field.value.length < maxHeaderBytes) field.value += ` ${line.trim()}`;
}

/** An mbox separator, or a line beyond the limit of headers. */
const isStray = (line: string, offset: number) => /^>?From /.test(line) || offset >= maxHeaderBytes;

/** Whether a field or the end of the header follows: then the line before was folded badly. */
function headerGoesOn(raw: Buffer, at: number, end: number) {
  const { line } = lineAt(raw, at, end);
  return at < end && (line === "" || fieldLine.test(line));
}

function lineAt(raw: Buffer, at: number, end: number) {
  const found = raw.indexOf(10, at);
  const stop = found < 0 || found >= end ? end : found;
  const line = raw.subarray(at, stop > at && raw[stop - 1] === 13 ? stop - 1 : stop);
  // An endless line is skipped to its end, but decoded only up to the limit.
  const text = decodeHeaderBytes(line.length > maxHeaderBytes ? line.subarray(0, maxHeaderBytes) : line);
  return { line: text, next: Math.min(stop + 1, end) };
}

export const fieldValue = (fields: HeaderFields, name: string) => fields.find((field) => field.name === name)?.value;

/** Splits at semicolons outside quotes, in one pass. */
export function parseStructured(source: string): Structured {
  const pieces = source.slice(0, 1 << 16).match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^;"])+/gs) ?? [];
  const [value = "", ...rest] = pieces;
  const raw: Record<string, string> = Object.create(null);
  for (const piece of rest) {
    const equals = piece.indexOf("=");
    if (equals < 0) continue;
    const name = piece.slice(0, equals).trim().toLowerCase();
    if (!(name in raw)) raw[name] = unquote(piece.slice(equals + 1).trim());
  }
  return {
    value: value
      .slice(0, 256)
      .replace(/\([^)]*\)/g, "")
      .trim()
      .toLowerCase(),
    params: joinContinuations(raw),
  };
}

/** Unescapes quotes and backslashes before them only: Windows mailers write whole paths with single backslashes. */
const unquote = (text: string) =>
  text.startsWith('"') ? text.replace(/^"|"$/g, "").replace(/\\(["\\])/g, "$1") : text;

/** RFC 2231: `name*0`, `name*1*`, `name*=charset'language'percent-encoded`. */
function joinContinuations(raw: Record<string, string>): Record<string, string> {
  const params: Record<string, string> = Object.create(null);
  const pieces = new Map<string, { order: number; encoded: boolean; text: string }[]>();
  for (const [key, text] of Object.entries(raw)) {
    const [, name = "", index, star] = /^([^*]+)(?:\*(\d+))?(\*)?$/.exec(key) ?? [];
    if (index === undefined && !star) params[key] ??= decodeHeaderText(text);
    else if (name)
      pieces.set(name, [...(pieces.get(name) ?? []), { order: Number(index ?? 0), encoded: !!star, text }]);
  }
  for (const [name, parts] of pieces) params[name] = decodeExtended(parts.sort((a, b) => a.order - b.order));
  return params;
}

function decodeExtended(parts: { encoded: boolean; text: string }[]): string {
  const [, charset = "utf-8", first] = /^([^']*)'[^']*'(.*)$/s.exec(parts[0]?.text ?? "") ?? [];
  const bytes = parts.map(({ encoded, text }, at) => {
    const source = at === 0 && first !== undefined ? first : text;
    return encoded ? percentBytes(source) : Buffer.from(source);
  });
  try {
    return new TextDecoder(charset || "utf-8").decode(Buffer.concat(bytes));
  } catch {
    return decodeHeaderBytes(Buffer.concat(bytes));
  }
}

const percentBytes = (text: string) =>
  Buffer.concat(
    (text.match(/%[0-9a-f]{2}|[^%]+|%/gi) ?? []).map((piece) =>
      /^%[0-9a-f]{2}$/i.test(piece) ? Buffer.from(piece.slice(1), "hex") : Buffer.from(piece),
    ),
  );

/** The header of a mail, with the empty line that ends it. */
export function headerOf(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = bytes.indexOf("\r\n\r\n");
  return end < 0 ? bytes : bytes.subarray(0, end + 4);
}
