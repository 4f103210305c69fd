/**
 * Reads an .eml file in the browser: its header, text and attachments. Broken mail is read as far as possible. ADR 009 says why the
 * server's MIME reader is not used here.
 */
import { htmlToText } from "./html-text.ts";
import { byteText, decodeCharset, decodeTransfer, decodeWords } from "./mime-text.ts";

export type ReadMail = {
  /** The main header fields, then the body, as a person would paste them. */
  text: string;
  /** The attachments, which the caller may read too. */
  attachments: File[];
};

/** More than any mail program writes; bounds the work for a hostile file. */
const maxDepth = 20;
const maxParts = 200;

export function readEml(bytes: Uint8Array): ReadMail {
  const found: Collected = { words: [], attachments: [], parts: 0 };
  return { text: readNestedMail(byteText(bytes), found, 0), attachments: found.attachments };
}

/** Reads a mail or a nested mail. Attachments of a nested mail are added to the outermost one. */
function readNestedMail(raw: string, outer: Collected, depth: number): string {
  const found: Collected = { words: [], attachments: outer.attachments, parts: outer.parts };
  const mail = splitPart(raw.replace(/^(?:\u00ef\u00bb\u00bf)?(?:>?From [^\n]*\n)?/, ""));
  visit(mail, found, depth);
  outer.parts = found.parts;
  const fields = ["from", "to", "cc", "date", "subject"]
    .map((name) => ({ name, value: headerText(mail, name) }))
    .filter(({ value }) => value !== "");
  // `splitThread` recognises a header by its subject line, so every mail gets one.
  if (fields.length > 0 && !mail.headers.get("subject")) fields.push({ name: "subject", value: "(no subject)" });
  const header = fields.map(({ name, value }) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value}`);
  const body = found.words.map((words) => words.trim()).filter(Boolean);
  return [header.join("\n"), ...body].filter(Boolean).join("\n\n");
}

type Part = { headers: Map<string, string>; body: string };
type Collected = { words: string[]; attachments: File[]; parts: number };

function splitPart(raw: string): Part {
  const blank = /\r?\n\r?\n/.exec(raw);
  const startsBlank = /^\r?\n/.exec(raw);
  const head = startsBlank ? "" : raw.slice(0, blank?.index ?? raw.length);
  const body = startsBlank ? raw.slice(startsBlank[0].length) : blank ? raw.slice(blank.index + blank[0].length) : "";
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body };
}

function visit(part: Part, found: Collected, depth: number) {
  found.parts += 1;
  if (depth > maxDepth || found.parts > maxParts) return;
  const { type, parameters } = typeOf(part);
  const boundary = parameters.get("boundary");
  if (type.startsWith("multipart/") && boundary) return visitAll(part.body, boundary, type, found, depth);

  const bytes = () => decodeTransfer(part.body, part.headers.get("content-transfer-encoding") ?? "");
  const name = fileName(part, parameters);
  const isAttached = /^\s*attachment/i.test(part.headers.get("content-disposition") ?? "");
  if (type === "message/rfc822") found.words.push(readNestedMail(byteText(bytes()), found, depth + 1));
  else if (isAttached || (name && !type.startsWith("text/"))) {
    if (name) found.attachments.push(new File([bytes() as Uint8Array<ArrayBuffer>], name, { type }));
  } else if (type === "text/html")
    found.words.push(htmlToText(decodeCharset(bytes(), parameters.get("charset") ?? "")));
  else if (type.startsWith("text/")) {
    const text = decodeCharset(bytes(), parameters.get("charset") ?? "").replaceAll(/\r\n?/g, "\n");
    found.words.push(parameters.get("format")?.toLowerCase() === "flowed" ? unflowed(text) : text);
  }
}

function visitAll(body: string, boundary: string, type: string, found: Collected, depth: number) {
  const parts = partsOf(body, boundary).map(splitPart);
  if (type !== "multipart/alternative") {
    for (const part of parts) visit(part, found, depth + 1);
    return;
  }
  // Alternatives have the same content: takes the plain text, unless only another form has text.
  const alternatives = parts.map((part) => {
    const own: Collected = { words: [], attachments: found.attachments, parts: found.parts };
    visit(part, own, depth + 1);
    found.parts = own.parts;
    return { words: own.words, isPlainText: typeOf(part).type === "text/plain" };
  });
  const withText = alternatives.filter(({ words }) => words.join("").trim() !== "");
  found.words.push(...((withText.find(({ isPlainText }) => isPlainText) ?? withText.at(-1))?.words ?? []));
}

function partsOf(body: string, boundary: string): string[] {
  const parts: string[] = [];
  let current: string[] | undefined;
  for (const line of body.split("\n")) {
    const plain = line.trimEnd();
    if (plain === `--${boundary}` || plain === `--${boundary}--`) {
      if (current) parts.push(current.join("\n"));
      current = plain.endsWith(`${boundary}--`) && plain !== `--${boundary}` ? undefined : [];
      if (parts.length >= maxParts) return parts;
    } else current?.push(line);
  }
  // A truncated mail has no closing boundary.
  if (current) parts.push(current.join("\n"));
  return parts;
}

function typeOf({ headers }: Part) {
  const value = headers.get("content-type") ?? "text/plain";
  return { type: (value.split(";")[0] ?? "").trim().toLowerCase() || "text/plain", parameters: parametersOf(value) };
}

function parametersOf(value: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain] of value.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g))
    parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? plain ?? "");
  return parameters;
}

/** The name without a path, because it is shown and may be sent on. */
function fileName({ headers }: Part, ofType: Map<string, string>): string {
  const ofPlace = parametersOf(`;${headers.get("content-disposition") ?? ""}`);
  const extended = ofPlace.get("filename*") ?? ofType.get("name*");
  const given = extended ? decodeExtended(extended) : decodeWords(ofPlace.get("filename") ?? ofType.get("name") ?? "");
  return (
    given
      .split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
      .trim()
      .slice(-200) ?? ""
  );
}

/** RFC 2231: utf-8''na%C3%AFve.txt */
function decodeExtended(value: string): string {
  const [, charset = "", text = ""] = /^([^']*)'[^']*'(.*)$/.exec(value) ?? [];
  const bytes = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeCharset(decodeTransfer(bytes, "8bit"), charset);
}

/** Raw UTF-8 in headers is common, although older RFCs forbid it. */
function headerText({ headers }: Part, name: string): string {
  const raw = headers.get(name.toLowerCase()) ?? "";
  const text = /[\u0080-\u00ff]/.test(raw) ? decodeCharset(decodeTransfer(raw, "8bit"), "utf-8") : raw;
  return decodeWords(text).replaceAll(/\s+/g, " ").trim();
}

/** RFC 3676: a line that ends in a space continues in the next line of the same quote depth. */
const unflowed = (text: string) => text.replaceAll(/^((?:>+ ?)?)(?!-- $)(.*) \n(?:\1)(?!>)/gm, "$1$2 ");
