import type { Content, Kind, Reader, Reading } from "./content.ts";
import { kindOf } from "./kind.ts";

/** Reads a file, or an attachment inside another file. */
export async function readContent(bytes: Uint8Array, outer: Omit<Reading, "readInner">): Promise<Content> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = await kindOf(buffer, outer.name);
  const read = await readers[kind]();
  const readInner: Reading["readInner"] = (inner, name) =>
    readContent(inner, { ...outer, name, depth: outer.depth + 1 });
  return read(buffer, { ...outer, readInner });
}

/** Loaded on demand: all parsers together take a second to load, and most children need few of them. */
const readers: Record<Kind, () => Promise<Reader>> = {
  mail: async () => (await import("./mail.ts")).readMail,
  msg: async () => (await import("./msg.ts")).readMsg,
  text: async () => (await import("./text.ts")).readText,
  html: async () => (await import("./html.ts")).readHtml,
  rtf: async () => (await import("./rtf.ts")).readRtf,
  pdf: async () => (await import("./pdf.ts")).readPdf,
  doc: async () => (await import("./doc.ts")).readDoc,
  docx: async () => (await import("./docx.ts")).readDocx,
  xls: async () => (await import("./sheet.ts")).readXls,
  xlsx: async () => (await import("./sheet.ts")).readXlsx,
  image: async () => (await import("./image.ts")).readImage,
};
