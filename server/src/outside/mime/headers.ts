import { isUtf8 } from "node:buffer";
import { decodeText, isShiftedJapanese } from "./charset.ts";
import { cyrillicCharset } from "./cyrillic.ts";
import { decodeWords, endsInWord } from "./encoded-words.ts";

/** Header fields in order, names in lower case, values unfolded but not decoded. */
export type HeaderFields = { name: string; value: string }[];

/** `text/plain; charset=utf-8` as a value and its parameters, RFC 2231 forms decoded. */
export type Structured = { value: string; params: Record<string, string> };

/** More than any real header; RFC 5322 sets no limit. */
export const maxHeaderBytes = 1 << 20;
const fieldLine = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:(.*)$/s;

const utf8 = new TextDecoder();
const latin1 = new TextDecoder("windows-1252");

/**
 * Raw 8-bit text in headers is common: read as UTF-8 if valid, else in the charset that the mail declares for its text, unless that is
 * a Western one, else as Cyrillic if it looks so, else as windows-1252.
 */
export function decodeHeaderBytes(bytes: Buffer, declared?: () => string | undefined): string {
  const plain = bytes.toString("latin1");
  if (isShiftedJapanese(bytes)) return decodeText(bytes, "iso-2022-jp");
  if (!/[\u0080-\u00ff]/.test(plain)) return plain;
  if (isUtf8(bytes)) return utf8.decode(bytes);
  const charset = declared?.();
  const text = charset && !isWestern.test(charset) ? decodeText(bytes, charset) : "\ufffd";
  return text.includes("\ufffd") ? westernOrCyrillic(bytes) : text;
}

const isWestern = /^(?:us-ascii|utf-?8|iso-8859-15?|windows-1252|cp1252|latin1)$/i;

const westernOrCyrillic = (bytes: Buffer) => {
  const charset = cyrillicCharset(bytes);
  return (charset ? new TextDecoder(charset) : latin1).decode(bytes);
};

/** The first charset that a mail declares. It is searched once, and only if a header has bytes that are not UTF-8. */
function declaredCharset(raw: Buffer): string | undefined {
  if (!declaredCharsets.has(raw)) {
    const [, charset] = charsetField.exec(raw.toString("latin1", 0, maxSearched)) ?? [];
    declaredCharsets.set(raw, charset);
  }
  return declaredCharsets.get(raw);
}

const declaredCharsets = new WeakMap<Buffer, string | undefined>();
const charsetField = /^content-type:[^\n]*(?:\n[ \t][^\n]*)*?\bcharset\s*=\s*["']?([\w.:-]{1,40})/im;
const maxSearched = 1 << 16;

export const decodeHeaderText = (value: string): string => decodeWords(value);

/**
 * Reads the header that begins at `start` and returns where the body begins. Lines that are no field are skipped or added to the field
 * before, if fields follow. Else the header breaks off there, and the rest is read as body.
 */
export function readHeader(
  raw: Buffer,
  start: number,
  isBoundary: (line: string) => boolean,
): { fields: HeaderFields; bodyStart: number } {
  const fields: HeaderFields = [];
  const end = raw.length;
  let at = start === 0 ? afterBlanks(raw) : start;
  let isInWord = false;
  while (at < end) {
    const { line: source, next } = lineAt(raw, at, end);
    const isOpen = endsInWord(source, isInWord);
    // An equals sign that ends a line within an encoded word is a soft line break, as in a body.
    const line = isOpen && source.endsWith("=") ? source.slice(0, -1) : source;
    if (line === "") return { fields, bodyStart: next };
    // Without this check, a mail of parts without an end of header would be read once per part (quadratic).
    if (line.startsWith("--") && isBoundary(line)) return { fields, bodyStart: at };
    const last = fields.at(-1);
    const found = at - start < maxHeaderBytes ? fieldLine.exec(line) : null;
    if (/^[ \t]/.test(line) && last) append(last, line, isInWord);
    else if (/^[ \t]/.test(line) && fieldLine.test(line.trimStart())) fields.push(fieldOf(line.trimStart()));
    else if (found) fields.push(fieldOf(line));
    else if (!isStray(line, at - start)) {
      if (!headerGoesOn(raw, next, end, last !== undefined)) return { fields, bodyStart: at };
      if (last && isUnfinished(last)) append(last, line, isInWord);
    }
    isInWord = isOpen;
    at = next;
  }
  return { fields, bodyStart: end };
}

/** Some servers and programs put blank lines before a mail. */
function afterBlanks(raw: Buffer): number {
  let at = 0;
  while (at < maxBlanks && /\s/.test(String.fromCharCode(raw[at] ?? 0))) at++;
  const { line, next } = lineAt(raw, at, raw.length);
  const field = mboxLine.test(line) ? lineAt(raw, next, raw.length).line : line;
  return at < raw.length && fieldLine.test(field) ? at : 0;
}
const maxBlanks = 1_000;

function fieldOf(line: string) {
  const [, name = "", value = ""] = fieldLine.exec(line) ?? [];
  return { name: name.toLowerCase(), value: value.trim() };
}

function append(field: { value: string }, line: string, isInWord: boolean) {
  if (field.value.length < maxHeaderBytes) field.value += isInWord ? line.trim() : ` ${line.trim()}`;
}

const structured =
  /^(?:from|to|cc|bcc|sender|reply-to|date|message-id|in-reply-to|mime-version|content-(?:type|transfer-encoding|disposition|id))$/;

/** Whether a line without a fold can belong to the field: to any text, or to a list, a quoted name or an address that is not complete. */
const isUnfinished = ({ name, value }: { name: string; value: string }) =>
  !structured.test(name) || /(?:^|[,;:=<(])$/.test(value) || value.split('"').length % 2 === 0;

const mboxLine = /^>?From /;

/** An mbox separator, or a line beyond the limit of headers. */
const isStray = (line: string, offset: number) => mboxLine.test(line) || offset >= maxHeaderBytes;

const maxStrayLines = 5;
const knownField =
  /^(?:from|to|cc|bcc|subject|date|message-id|in-reply-to|references|reply-to|sender|return-path|received|delivered-to|mime-version|content-[a-z-]+|list-[a-z-]+|dkim-signature|x-[\w-]+)$/;

/** Whether a field or the end of the header follows the line, or a well-known field a few lines later. */
function headerGoesOn(raw: Buffer, from: number, end: number, hasFields: boolean) {
  let at = from;
  for (let count = 0; count < maxStrayLines && at < end; count++) {
    const { line, next } = lineAt(raw, at, end);
    if (line === "") return hasFields && count === 0;
    if (fieldLine.test(line)) return (hasFields && count === 0) || knownField.test(fieldOf(line).name);
    at = next;
  }
  return false;
}

function lineAt(raw: Buffer, at: number, end: number) {
  const found = raw.indexOf(10, at);
  const stop = found < 0 || found >= end ? end : found;
  const line = raw.subarray(at, stop > at && raw[stop - 1] === 13 ? stop - 1 : stop);
  // An endless line is skipped to its end, but decoded only up to the limit.
  const shown = line.length > maxHeaderBytes ? line.subarray(0, maxHeaderBytes) : line;
  const text = decodeHeaderBytes(shown, () => declaredCharset(raw));
  return { line: text, next: Math.min(stop + 1, end) };
}

export const fieldValue = (fields: HeaderFields, name: string) => fields.find((field) => field.name === name)?.value;

/** Splits at semicolons outside quotes, in one pass. */
export function parseStructured(source: string): Structured {
  const pieces = source.slice(0, 1 << 16).match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^;"])+/gs) ?? [];
  const [first = "", ...others] = pieces;
  // Some mailers leave the first semicolon out.
  const [, value = first, parameter] = /^(\s*[\w.+-]+(?:\/[\w.+*-]+)?)\s+([\w*-]+\s*=.*)$/s.exec(first) ?? [];
  const rest = parameter === undefined ? others : [parameter, ...others];
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
