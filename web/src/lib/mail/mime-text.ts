/** Decodes transfer encodings, charsets and encoded words. It never throws; broken input is read as far as possible. */

/** One character for each byte, so that each part can be decoded by its own charset. (TextDecoder's "latin1" is windows-1252.) */
export function byteText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const size = 8192;
  for (let at = 0; at < bytes.length; at += size) pieces.push(String.fromCharCode(...bytes.subarray(at, at + size)));
  return pieces.join("");
}

/** Decodes a part's transfer encoding. */
export function decodeTransfer(text: string, encoding: string): Uint8Array {
  switch (encoding.trim().toLowerCase()) {
    case "base64":
      return fromBase64(text);
    case "quoted-printable":
      return bytesOf(fromQuotedPrintable(text.replaceAll(/[ \t]+(?=\r?\n|$)/g, "").replaceAll(/=\r?\n/g, "")));
    default:
      return bytesOf(text);
  }
}

/** Decodes bytes by the declared charset. Without one, or with an unknown one, as UTF-8 or else windows-1252. */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  const claimed = charset
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, "");
  const isUndeclared = claimed === "" || claimed === "us-ascii" || claimed === "ascii";
  return (
    (isUndeclared ? undefined : decoded(bytes, claimed, false)) ??
    decoded(bytes, "utf-8", true) ??
    decoded(bytes, "windows-1252", false) ??
    ""
  );
}

/** `=?utf-8?Q?Caf=C3=A9?=` to "Café" (RFC 2047). Adjacent words of one charset are joined first, because a character may be split between them. */
export function decodeWords(value: string): string {
  const joined = value.replaceAll(/(=\?[^?\s]{1,80}\?[bq]\?[^?]*\?=)\s+(?==\?[^?\s]{1,80}\?[bq]\?)/gi, "$1");
  return joined.replaceAll(/(?:=\?[^?\s]{1,80}\?[bq]\?[^?]*\?=)+/gi, (words) => {
    let text = "";
    let pending: { charset: string; bytes: Uint8Array[] } | undefined;
    const flush = () => {
      if (pending) text += decodeCharset(concat(pending.bytes), pending.charset);
    };
    for (const [, charset = "", kind = "", data = ""] of words.matchAll(/=\?([^?]+)\?([bq])\?([^?]*)\?=/gi)) {
      const name = (charset.split("*")[0] ?? "").toLowerCase();
      const bytes = /b/i.test(kind) ? fromBase64(data) : bytesOf(fromQuotedPrintable(data.replaceAll("_", " ")));
      if (pending?.charset === name) pending.bytes.push(bytes);
      else {
        flush();
        pending = { charset: name, bytes: [bytes] };
      }
    }
    flush();
    return text;
  });
}

const fromQuotedPrintable = (text: string) =>
  text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function fromBase64(text: string): Uint8Array {
  const clean = text.replaceAll(/[^a-z0-9+/]/gi, "");
  // `atob` refuses input whose last group has one character; it carries no byte.
  return bytesOf(atob(clean.slice(0, clean.length % 4 === 1 ? -1 : undefined)));
}

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);

function concat(parts: Uint8Array[]) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function decoded(bytes: Uint8Array, charset: string, fatal: boolean) {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}
