import { decodeTransfer } from "#outside/mime/transfer.ts";

/** A property of a vCard as ical.js gives it. */
export type CardProperty = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]];

/** Properties whose value has parts with semicolons between them. */
const structured = new Set(["n", "org"]);

/** Reads a vCard of version 2.1, which ical.js does not: parameters without names, quoted-printable text and character sets. */
export function readOldCard(text: string): CardProperty[] {
  return unfolded(text).flatMap((line): CardProperty[] => {
    const colon = line.indexOf(":");
    if (colon < 0) return [];
    const [names = "", ...parameters] = line.slice(0, colon).split(";");
    // "item1.EMAIL": properties may be grouped.
    const name = names
      .slice(names.lastIndexOf(".") + 1)
      .trim()
      .toLowerCase();
    const value = decoded(line.slice(colon + 1), parameters);
    const types = parameters.map((parameter) =>
      parameter
        .replace(/^type=/i, "")
        .trim()
        .toLowerCase(),
    );
    return [[name, { type: types }, "text", structured.has(name) ? partsOf(value) : unescaped(value)]];
  });
}

const isQuoted = (head: string) => /;\s*(?:encoding\s*=\s*)?quoted-printable\s*(?:;|$)/i.test(head);

/** Joins lines: those after a space, and those of quoted-printable text after "=". */
function unfolded(text: string): string[] {
  const properties: string[][] = [];
  let pieces: string[] = [];
  let isQuotedText = false;
  let isOpen = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (isOpen) pieces.push("\n", line);
    else if (/^[ \t]/.test(line)) pieces.push(line.slice(1));
    else {
      pieces = [line];
      properties.push(pieces);
      isQuotedText = isQuoted(line.slice(0, Math.max(0, line.indexOf(":"))));
    }
    isOpen = isQuotedText && line.endsWith("=");
  }
  return properties.map((some) => some.join(""));
}

function decoded(value: string, parameters: string[]): string {
  if (!isQuoted(`;${parameters.join(";")}`)) return value;
  const bytes = decodeTransfer(Buffer.from(value), "quoted-printable");
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([\w-]+)/i.exec(one)?.[1]).find(Boolean);
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const partsOf = (value: string) => value.split(/(?<!\\);/).map(unescaped);
const unescaped = (value: string) => value.replaceAll(/\\([;,:\\])/g, "$1");
