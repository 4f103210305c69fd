import { maxReadAddresses } from "@intellibox/contract/rules/recipients";
import { addressParser } from "postal-mime";
import { withSingleSpaces } from "#lib/single-spaces.ts";
import { type Body, contentOf, readBody } from "./body.ts";
import { decodeText } from "./charset.ts";
import { safeFileName } from "./file-name.ts";
import { decodeHeaderText, fieldValue, type HeaderFields } from "./headers.ts";
import { honestName } from "./honest-name.ts";
import { sentByRuleField } from "./mail-content.ts";
import { parseDate } from "./parse-date.ts";
import { type Attachment, type MailAddress, type MailHeaders, type ParsedMail, snippetLength } from "./parsed-mail.ts";
import { type Part, readStructure } from "./structure.ts";
import { decodedSize } from "./transfer.ts";

const maxReferences = 200;
const maxSubject = 2_000;

const [lineFeed, carriageReturn] = [10, 13];
/** Some old programs end lines with a carriage return alone. */
const withLines = (raw: Buffer): Buffer =>
  raw.includes(lineFeed) ? raw : Buffer.from(raw.map((byte) => (byte === carriageReturn ? lineFeed : byte)));

/** Reads any mail. It never throws: a broken mail is read as far as possible. */
export const readMail = (raw: Buffer): ParsedMail => openMail(raw).mail;

/** A mail, the text of its text/plain parts alone, and the bytes of its attachments by their `part`. */
export function openMail(source: Buffer) {
  const raw = withLines(source);
  const { root, complete } = readStructure(raw);
  const body = readBody(raw, root);
  const parts = new Map(body.attachments.map((part) => [pathOf(part), part]));
  return {
    mail: describeMail(raw, root, body, complete),
    plainText: body.plainText,
    contentOf: (path: string): Buffer | undefined => {
      const part = parts.get(path);
      return part && contentOf(raw, part);
    },
  };
}

function describeMail(raw: Buffer, { fields, params }: Part, body: Body, complete: boolean): ParsedMail {
  const inReplyTo = messageIds(fieldValue(fields, "in-reply-to"));
  const references = messageIds(fieldValue(fields, "references"));
  return {
    messageId: messageIds(fieldValue(fields, "message-id")).at(0) ?? null,
    inReplyTo: inReplyTo.at(0) ?? null,
    references:
      references.length > maxReferences
        ? [...references.slice(0, 1), ...references.slice(1 - maxReferences)]
        : references,
    subject: oneLine(subjectOf(fields, params.charset), maxSubject),
    from: firstAddress(fields, ["from", "sender", "return-path"]),
    to: addresses(fields, "to"),
    cc: addresses(fields, "cc"),
    bcc: addresses(fields, "bcc"),
    replyTo: addresses(fields, "reply-to"),
    date: sentAt(fields),
    text: clean(body.text),
    htmlText: clean(body.htmlText),
    html: body.html === null ? null : clean(body.html),
    snippet: snippetOf(body.text),
    attachments: describe(raw, body),
    calendar: body.calendar === null ? null : clean(body.calendar),
    headers: kindOfMail(fields),
    truncated: body.truncated || !complete,
  };
}

/** Programs that write a text in UTF-7 leave its subject so, without an encoded word. */
function subjectOf(fields: HeaderFields, charset = ""): string {
  const value = fieldValue(fields, "subject") ?? "";
  const isBare = !value.includes("=?") && /^(?:unicode-1-1-)?utf-7$/i.test(charset);
  return isBare ? decodeText(Buffer.from(value), "utf-7") : decodeHeaderText(value);
}

/** The bytes of some attachments as their author had them; undefined if the mail has no such part. */
export function readAttachments(source: Buffer, paths: string[]): (Buffer | undefined)[] {
  const raw = withLines(source);
  const { root } = readStructure(raw);
  const parts = new Map(readBody(raw, root).attachments.map((part) => [pathOf(part), part]));
  return paths.map((path) => {
    const part = parts.get(path);
    return part && contentOf(raw, part);
  });
}

/** The first visible words, without quotes and without the invisible characters by which newsletters pad their preview. */
export function snippetOf(text: string): string {
  // The beginning is enough, unless most of it is left out, or a link goes on after it.
  const first = visibleWords(text.slice(0, 4_000));
  const isEnough = text.length <= 4_000 || (first.length >= 1_000 && !/[[(<]https?:\/\/[^\s\])>]*$/i.test(first));
  // The cut may fall within a surrogate pair.
  return (isEnough ? first : visibleWords(text.slice(0, 20_000)))
    .slice(0, snippetLength)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}

function visibleWords(text: string): string {
  const words = text
    .split("\n")
    .filter((line) => !/^\s*>/.test(line))
    .join(" ")
    .replace(/\p{Default_Ignorable_Code_Point}+|\u2800+/gu, "");
  const whole = withSingleSpaces(clean(words)).trim();
  // The text part of HTML mail has the address of each link behind its words.
  return whole.replace(/\s?[[(<]https?:\/\/[^\s\])>]+[\])>]/gi, "").trim() || whole;
}

const pathOf = (part: Part) => part.path || "1";

/** Removes NUL and lone surrogates. Must run after any cut, which may split a surrogate pair. */
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed();
// Control characters, and characters that reverse text or are not seen. They can disguise a sender or the ending of a file.
// The joiners and the marks of direction stay, because Indic, Arabic and Hebrew text needs them, and they reverse no letters.
const disguising = /[\p{Cc}\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
const oneLine = (text: string, most: number) =>
  clean(text.replace(/\s+/g, " ").replace(disguising, "").trim().slice(0, most));

/** RFC 5322 3.6.4. A single word without brackets is accepted as an id. */
function messageIds(value: string | undefined): string[] {
  if (!value) return [];
  const bracketed = clean(value)
    .slice(0, 200_000)
    .match(/<[^<>\s]{1,996}>/g);
  if (bracketed) return [...new Set(bracketed.filter(fitsIndex))];
  const word = clean(value).trim();
  return /^[^\s<>]{1,996}$/.test(word) ? [`<${word}>`].filter(fitsIndex) : [];
}

/** Real ids are ASCII and fit into a line; a longer one would not fit into the database's index. */
const fitsIndex = (id: string) => Buffer.byteLength(id) <= 1_000;

/** RFC 5322 4.4: servers that a mail was to pass, before the address. */
const route = /^@[^:]{1,998}:(?=[^@]+@)/;

function addresses(fields: HeaderFields, name: string): MailAddress[] {
  const found = fields
    .filter((field) => field.name === name)
    .flatMap(({ value }) => withWholeNames(addressParser(escapedWords(value.slice(0, 400_000)))));
  return found
    .flatMap((entry) => entry.group ?? [entry])
    .slice(0, maxReadAddresses)
    .map((entry) => {
      // Shown, not removed: without them it would be another address.
      const visible = (entry.address ?? "").replace(/\s/g, "").replace(disguising, "\ufffd").replace(route, "");
      const address = clean(visible.slice(0, 500));
      return { name: honestName(oneLine(decodeHeaderText(entry.name ?? ""), 500), address), address };
    })
    .filter((entry) => entry.address || entry.name);
}

type Entry = ReturnType<typeof addressParser>[number];

/** RFC 2047 5 (3) forbids commas and brackets in the encoded words of a name. Mailers that leave them there mean no list. */
const escapedWords = (value: string) =>
  value.replace(/=\?[^?\s]{1,60}\?q\?[^?]*\?=/gi, (word) =>
    word.replace(/[,;:<>()@"]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  );

/** `Lee, Ana <ana@acme.test>` without quotes is one name. A piece with an address of its own is not part of the next name. */
function withWholeNames(entries: Entry[]): Entry[] {
  const whole: Entry[] = [];
  for (const entry of entries) {
    const last = whole.at(-1);
    const isPiece = last && !last.group && !last.address && last.name && !/[@＠﹫]/.test(last.name);
    if (isPiece && entry.address && entry.name) whole.splice(-1, 1, { ...entry, name: `${last.name}, ${entry.name}` });
    else whole.push(entry);
  }
  return whole;
}

function firstAddress(fields: HeaderFields, names: string[]): MailAddress {
  const found = names.flatMap((name) => {
    const entries = addresses(fields, name);
    return entries.find(({ address }) => address) ?? entries.slice(0, 1);
  });
  return found.at(0) ?? { name: "", address: "" };
}

/** The Date field, else the date of the newest Received field. */
function sentAt(fields: HeaderFields): Date | null {
  const received = fieldValue(fields, "received")?.split(";").at(-1);
  for (const source of [fieldValue(fields, "date"), received]) {
    const date = source ? parseDate(source.slice(0, 200)) : null;
    if (date) return date;
  }
  return null;
}

function describe(raw: Buffer, { attachments, html, truncated }: Body): Attachment[] {
  const shown = new Set(Array.from(html?.matchAll(/\bcid:([^"'\s<>)]{1,998})/gi) ?? [], ([, id = ""]) => decoded(id)));
  return attachments.map((part) => {
    const contentId =
      fieldValue(part.fields, "content-id")
        ?.replace(/^\s*<|>\s*$/g, "")
        .trim() || null;
    // Shown nowhere else if the HTML does not name it.
    const related = truncated && part.parent?.type === "multipart/related" && part.type.startsWith("image/");
    return {
      part: pathOf(part),
      fileName: safeFileName(clean(part.fileName ?? nameFromType(part, raw)), "attachment"),
      mimeType: part.type,
      size: decodedSize(raw.subarray(part.start, part.end), part.encoding),
      contentId: contentId && clean(contentId.slice(0, 998)),
      inline: part.disposition !== "attachment" && contentId !== null && (related || shown.has(contentId)),
    };
  });
}

function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}

const endings: Record<string, string> = {
  "text/html": "html",
  "text/calendar": "ics",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "application/pdf": "pdf",
  "message/delivery-status": "txt",
};

function nameFromType(part: Part, raw: Buffer): string {
  if (/^message\/(?:rfc822|global|news)$/.test(part.type)) {
    const { root } = readStructure(raw.subarray(part.start, Math.min(part.end, part.start + 65_536)));
    return `${decodeHeaderText(fieldValue(root.fields, "subject") ?? "") || "message"}.eml`;
  }
  return `${part.type === "text/calendar" ? "invite" : "attachment"}.${endings[part.type] ?? (part.type.startsWith("text/") ? "txt" : "bin")}`;
}

const kindFields: Record<keyof MailHeaders, string> = {
  listId: "list-id",
  listUnsubscribe: "list-unsubscribe",
  listUnsubscribePost: "list-unsubscribe-post",
  autoSubmitted: "auto-submitted",
  precedence: "precedence",
  importance: "importance",
  priority: "x-priority",
  autoReply: "x-autoreply",
  autoRespond: "x-autorespond",
  suppress: "x-auto-response-suppress",
  returnPath: "return-path",
  sentByRule: sentByRuleField.toLowerCase(),
};

function kindOfMail(fields: HeaderFields): MailHeaders {
  const found = Object.entries(kindFields).flatMap(([key, name]) => {
    const value = fieldValue(fields, name);
    // An address there says nothing about the kind of mail.
    const isPlain = key === "returnPath" && value !== undefined && !/^<\s*>$/.test(value);
    // Programs encode long values, against RFC 2047 5.
    return value && !isPlain ? [[key, clean(decodeHeaderText(value).slice(0, 2000))]] : [];
  });
  return Object.fromEntries(found);
}
