import { decompressRTF } from "@kenjiuno/decompressrtf";
import msgreader, { type FieldsData } from "@kenjiuno/msgreader";
import iconv from "iconv-lite";
import { deEncapsulateSync } from "rtf-stream-parser";
import { ansiOfCodepage, ansiOfLocale } from "./codepages.ts";
import { Fault, type Reader } from "./content.ts";
import { decodeHtml, htmlToText } from "./html.ts";
import { type Attachment, type ParsedMailFile, readParsedMail } from "./read-parsed-mail.ts";
import { rtfToText } from "./rtf.ts";

// A CommonJS default inside a CommonJS default.
const MsgReader = msgreader.default;

export const readMsg: Reader = async (bytes, reading) => {
  const reader = open(bytes);
  const fields = reader.getFileData();
  if (fields.error) throw new Fault("corrupt", fields.error);
  return readParsedMail("msg", mailOf(reader, fields), reading);
};

/** Mail from before Unicode uses the sender's code page, which one of three properties names, or none. */
function open(bytes: Uint8Array) {
  const parse = (ansiEncoding?: string) => {
    const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    reader.parserConfig = { ansiEncoding };
    return reader;
  };
  const { messageCodepage, messageLocaleId, internetCodepage } = parse().getFileData();
  const encoding =
    (messageCodepage && ansiOfCodepage(messageCodepage)) ||
    (messageLocaleId && ansiOfLocale(messageLocaleId)) ||
    (internetCodepage && ansiOfCodepage(internetCodepage)) ||
    "cp1252";
  return parse(encoding);
}

type Msg = ReturnType<typeof open>;

function mailOf(reader: Msg, fields: FieldsData): ParsedMailFile {
  const recipients = (kind: "to" | "cc") =>
    (fields.recipients ?? [])
      .filter(({ recipType = "to" }) => recipType === kind)
      .map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? email))
      .join(", ");
  const sent = fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime;
  return {
    from: person(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail),
    to: recipients("to"),
    cc: recipients("cc"),
    at: sent && !Number.isNaN(Date.parse(sent)) ? new Date(sent).toISOString() : null,
    subject: fields.subject ?? "",
    body: bodyOf(fields),
    attachments: (fields.attachments ?? []).map((attachment) => attachmentOf(reader, attachment)),
  };
}

/** Leaves out Exchange addresses ("/o=…"), which mean nothing to a reader. */
function person(name = "", address = "") {
  const mail = address.includes("@") ? address : "";
  return name && mail && name !== mail ? `${name} <${mail}>` : name || mail;
}

function bodyOf(fields: FieldsData): string {
  const appointment = [
    fields.apptLocation && `Location: ${fields.apptLocation}`,
    fields.apptStartWhole && `Start: ${fields.apptStartWhole}`,
    fields.apptEndWhole && `End: ${fields.apptEndWhole}`,
  ].filter(Boolean);
  return [...appointment, mainBody(fields)].join("\n");
}

function mainBody({ body = "", bodyHtml, html, compressedRtf, internetCodepage }: FieldsData): string {
  if (body.trim() !== "") return body;
  if (bodyHtml) return htmlToText(bodyHtml);
  if (html) {
    const named = `cp${internetCodepage}`;
    return htmlToText(iconv.encodingExists(named) ? iconv.decode(html, named) : decodeHtml(html));
  }
  return compressedRtf ? rtfBody(compressedRtf) : "";
}

/** Outlook encapsulates HTML and plain text in RTF ([MS-OXRTFEX]); other bodies are real RTF. */
function rtfBody(compressed: Uint8Array): string {
  const rtf = Buffer.from(decompressRTF([...compressed]));
  if (!/\\from(html|text)/.test(rtf.toString("latin1", 0, 2_000))) return rtfToText(rtf.toString("latin1"));
  try {
    const { mode, text } = deEncapsulateSync(rtf, { decode: iconv.decode });
    return mode === "html" ? htmlToText(String(text)) : String(text);
  } catch {
    // The encapsulation is broken, but the RTF still holds the words.
    return rtfToText(rtf.toString("latin1"));
  }
}

function attachmentOf(reader: Msg, fields: FieldsData): Attachment {
  const inner = fields.innerMsgContentFields;
  const name = (fields.fileName ?? fields.fileNameShort ?? fields.name ?? inner?.subject ?? "attachment").replace(
    /\s+/g,
    " ",
  );
  return {
    name: inner ? `${name}.msg` : name,
    open: () => (fields.attachmentHidden && !inner ? undefined : reader.getAttachment(fields).content),
  };
}
