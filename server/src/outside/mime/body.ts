import { wordsOfHtml } from "#lib/html/text.ts";
import { betterText, otherLines } from "./better-text.ts";
import { decodeText } from "./charset.ts";
import { enrichedText } from "./enriched.ts";
import type { Part } from "./structure.ts";
import { appendedAt, decodeTransfer, isFalseBase64 } from "./transfer.ts";

/** A section of the body, as text, HTML or both. */
type Section = { text?: string; html?: string };
export type Body = {
  /** The text parts; for a section that has none, or one that says less, the words of its HTML. */
  text: string;
  /** The lines of the HTML that have words which `text` has not. */
  htmlText: string;
  /** The text parts alone. */
  plainText: string;
  html: string | null;
  attachments: Part[];
  calendar: string | null;
  truncated: boolean;
};

/** Two million characters are a thousand pages; a longer body is cut, and the raw source is complete. */
const maxText = 2_000_000;
const maxHtml = 5_000_000;

export function contentOf(raw: Buffer, part: Part): Buffer {
  return decodeTransfer(raw.subarray(part.start, part.end), part.encoding);
}

/** Sorts the leaves of a mail into body sections and attachments. */
export function readBody(raw: Buffer, root: Part): Body {
  const sections = new Map<Part, Section>();
  const attachments: Part[] = [];
  let calendar: string | null = null;
  const files = new Set(fileParts(root));
  const enriched = new Set<Section>();
  for (const leaf of leavesOf(root)) {
    if (files.has(leaf)) {
      if (leaf.type === "text/calendar") calendar ??= textOf(raw, leaf);
      attachments.push(leaf);
      continue;
    }
    const key = alternativeOf(leaf) ?? leaf;
    const section = sections.get(key) ?? {};
    const form = leaf.type === "text/html" ? "html" : "text";
    // Beside plain text, it says the same.
    if (isEnriched(leaf) && section.text?.trim()) continue;
    const text = textOf(raw, leaf);
    if (isEnriched(leaf)) enriched.add(section);
    else if (form === "text" && text.trim() && enriched.delete(section)) section.text = "";
    section[form] = joined(section[form], text, form);
    sections.set(key, section);
  }
  const list = [...sections.values()];
  if (list.length === 0) list.push(readableAttachment(raw, attachments));
  if (attachments.length === 0 && list.every(isBlank)) list.push({ text: strayText(raw, root) });
  const html = list.some((section) => section.html) ? list.map(htmlForm).join("\n") : null;
  const words = list.map(({ text, html: source }) => ({
    plain: text?.trim() ? text : "",
    html: wordsOfHtml(source ?? ""),
  }));
  const text = words.map(betterText).join("\n\n").trim();
  const plainText = list.flatMap((section) => section.text ?? []).join("\n\n");
  return {
    text: text.slice(0, maxText),
    htmlText: otherLines(text, words.map((section) => section.html).join("\n")),
    plainText: plainText.slice(0, maxText),
    html: html?.slice(0, maxHtml) ?? null,
    attachments,
    calendar,
    truncated: text.length > maxText || (html?.length ?? 0) > maxHtml,
  };
}

/** The leaves that are attachments, without reading their bytes. */
export function fileParts(root: Part): Part[] {
  let hasBody = false;
  return [...leavesOf(root)].filter((leaf) => {
    const isBody = isText(leaf, hasBody);
    hasBody ||= isBody;
    return !isBody;
  });
}

/** Leaves in reading order, without recursion, because the sender chooses the depth. A multipart without parts counts as text. */
export function* leavesOf(root: Part): Generator<Part> {
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    if (part.children.length === 0) yield part;
    else for (let at = part.children.length - 1; at >= 0; at--) stack.push(part.children[at] as Part);
  }
}

function isText(part: Part, hasBody: boolean): boolean {
  // Some servers mark it as an attachment.
  if (isReport(part)) return true;
  if (part.disposition === "attachment") return false;
  if (part.type.startsWith("multipart/")) return true;
  const readable = part.type === "text/plain" || part.type === "text/html" || isEnriched(part);
  // A named text part after the body is an attached file.
  return readable && !(part.fileName && hasBody);
}

const isEnriched = ({ type }: Part) => type === "text/enriched" || type === "text/richtext";

/** The machine-readable parts of a report (RFC 3464, 8098, 5965), and the header of the mail that it is about (RFC 6522). */
const isReport = ({ type, parent }: Part) =>
  parent?.type === "multipart/report" &&
  /^(?:message\/(?:global-)?(?:delivery-status|disposition-notification|feedback-report)|message\/global-headers|(?:text|message)\/rfc822-headers)$/.test(
    type,
  );

/** Without the types of addresses and codes ("rfc822;", "smtp;"), which say nothing to a reader. */
const reportText = (text: string) =>
  text.trim().replaceAll(/^((?:(?:original|final)-recipient|[a-z]+-mta|diagnostic-code)): *[\w.-]+; */gim, "$1: ");

/** The enclosing multipart/alternative, whose parts form one section. */
function alternativeOf(part: Part): Part | null {
  for (let at = part.parent, steps = 0; at && steps < 20; at = at.parent, steps++) {
    if (at.type === "multipart/alternative") return at;
  }
  return null;
}

function textOf(raw: Buffer, part: Part): string {
  const source = raw.subarray(part.start, part.end);
  const encoding = part.encoding === "base64" && isFalseBase64(source) ? "" : part.encoding;
  // The footer of a list's server is left out, as it is after the padding.
  const coded = encoding === "base64" ? source.subarray(0, appendedAt(source)) : source;
  const bytes = decodeTransfer(coded, encoding).subarray(0, maxHtml * 4);
  const text = decodeText(bytes, part.params.charset ?? (part.type === "text/html" ? metaCharset(bytes) : undefined));
  const lines = text.replaceAll("\r\n", "\n");
  if (isEnriched(part)) return enrichedText(lines, part.type === "text/richtext");
  if (isReport(part)) return reportText(lines);
  return part.params.format?.toLowerCase() === "flowed"
    ? unflowed(lines, part.params.delsp?.toLowerCase() === "yes")
    : lines;
}

const metaCharset = (bytes: Buffer) =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(bytes.toString("latin1", 0, 2048))?.[1];

/** RFC 3676: a line that ends in a space continues in the next one, except for the signature separator "-- ". */
function unflowed(text: string, dropBlank: boolean): string {
  const out: string[] = [];
  let flowing: string | null = null;
  for (const line of text.split("\n")) {
    const quote = /^>*/.exec(line)?.[0] ?? "";
    const plain = line.slice(quote.length).replace(/^ /, "");
    const before: string | undefined = flowing === quote ? out.pop() : undefined;
    const whole: string = before === undefined ? (quote ? `${quote} ${plain}` : plain) : before + plain;
    const soft = plain.endsWith(" ") && plain !== "-- ";
    out.push(soft && dropBlank ? whole.slice(0, -1) : whole);
    flowing = soft ? quote : null;
  }
  return out.join("\n");
}

const joined = (before: string | undefined, now: string, form: "text" | "html") =>
  before ? `${before}${form === "html" ? "<br>\n" : "\n\n"}${now}` : now;

const htmlForm = ({ html, text = "" }: Section) => html ?? `<pre style="white-space: pre-wrap">${escaped(text)}</pre>`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const isBlank = ({ text, html }: Section) => !text?.trim() && !html?.trim();

/** If all parts are empty, the boundaries may be wrong: the text before, between and after them is then the body. */
function strayText(raw: Buffer, root: Part): string {
  const text = decodeText(raw.subarray(root.start, root.start + maxText), undefined).replaceAll("\r\n", "\n");
  const words = text.replaceAll(/^--.*$|^Content-[\w-]{1,40}:.*(?:\n[ \t].*)*$/gim, "");
  // Drops the notice for programs without MIME support ("This is a multi-part message in MIME format").
  const said = words.split(/\n{2,}/).filter((paragraph) => paragraph.length > 300 || !/\bMIME\b/i.test(paragraph));
  return said.join("\n\n").trim();
}

/** A calendar file is shown as its event. */
const isReadable = (type: string) =>
  (type.startsWith("text/") && type !== "text/calendar") || type === "message/delivery-status";

/** For a report, or a mail of attachments only, the first text among them is the body. */
function readableAttachment(raw: Buffer, attachments: Part[]): Section {
  const found = attachments.find(({ type }) => isReadable(type));
  if (!found) return {};
  const text = textOf(raw, found);
  return found.type === "text/html" ? { html: text } : { text };
}
