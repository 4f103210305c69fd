/** Generated documents: hostile ones that are not worth storing, and ones whose bytes a test has to know. */
import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import { CFB } from "@e965/xlsx";

type Parts = Record<string, string | Buffer>;

/** A deflated zip archive with the fields that readers need. */
export function zipOf(parts: Parts, { flags = 0 } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(raw.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, index, end]);
}

const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export const docxOf = (body: string, more: Parts = {}) =>
  zipOf({
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "word/document.xml": `<?xml version="1.0"?><w:document ${wordSpace}><w:body>${body}</w:body></w:document>`,
    ...more,
  });

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const sheetSpace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook with one sheet. `prolog` is inserted before the XML root. */
export const xlsxOf = (rows: string, { prolog = "" } = {}) =>
  zipOf({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook ${sheetSpace} xmlns:r="${relations}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<?xml version="1.0"?>${prolog}<worksheet ${sheetSpace}><sheetData>${rows}</sheetData></worksheet>`,
  });

export const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A PDF whose pages all show the same content stream. */
export function pdfOf({ pages, content, filter = "" }: { pages: number; content: Buffer; filter?: string }): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 5} 0 R`).join(" ");
  const page =
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>";
  return pdfFrom([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} ${filter} >>\nstream\n`),
      content,
      Buffer.from("\nendstream"),
    ]),
    ...Array.from({ length: pages }, () => page),
  ]);
}

/** A page with a note and a form field whose value is on its parent. */
export const formPdf = (name: string, value: string, note: string) =>
  pdfFrom([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [5 0 R 6 0 R] >>",
    `<< /FT /Tx /T (${name}) /V (${value}) /Kids [5 0 R] >>`,
    "<< /Type /Annot /Subtype /Widget /Parent 4 0 R /Rect [0 0 100 20] >>",
    `<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /Contents (${note}) >>`,
  ]);

function pdfFrom(objects: (string | Buffer)[]): Buffer {
  const chunks = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = 9;
  objects.forEach((object, at) => {
    const chunk = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]);
    offsets.push(length);
    chunks.push(chunk);
    length += chunk.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`)]);
}

export const pageText = (text: string) => Buffer.from(`BT /F 24 Tf 72 700 Td (${text}) Tj ET`);

/** A page whose content is compressed twice, and inflates to two gigabytes of blanks. */
export function pdfBomb(): Buffer {
  const mebibyte = deflateRawSync(Buffer.alloc(2 ** 20, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: 2048 }, () => mebibyte);
  const inner = Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0, 0, 0, 0, 1])]);
  return pdfOf({ pages: 1, content: deflateSync(inner), filter: "/Filter [/FlateDecode /FlateDecode]" });
}

/** A white picture with one bit for each pixel, so that even a huge one is a small file. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const row = Math.ceil(width / 8) + 1;
  const pixels = deflateSync(Buffer.alloc(row * height, 0), { level: 1 });
  const chunk = (type: string, data: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const body = Buffer.concat([Buffer.from(type), data]);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

type MailPart = { type: string; content: string | Buffer; name?: string };

export function mailOf(subject: string, parts: MailPart[]): Buffer {
  const head = `From: Ann <ann@example.com>\r\nTo: Bob <bob@example.com>\r\nDate: Mon, 5 Feb 2024 15:04:00 +0000\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`;
  const body = parts.map(({ type, content, name }) => {
    const disposition = name ? `Content-Disposition: attachment; filename="${name}"\r\n` : "";
    const encoded = Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\r\n");
    return `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${disposition}\r\n${encoded}\r\n`;
  });
  return Buffer.from(`${head}${body.join("")}--b--\r\n`);
}

/** Within every limit, but takes many seconds to read. */
export const endlessMail = () => {
  const content = "<p>hello <b>world</b></p>".repeat(120_000);
  return mailOf("Slow", Array(6).fill({ type: "text/html", name: "page.html", content }));
};

type MsgProperties = Record<string, string | Buffer>;
export type Msg = { properties: MsgProperties; attachments?: (MsgProperties | Msg)[] };

/** An Outlook message, with properties by tag and type ([MS-OXPROPS]) and Unicode strings. */
export function msgOf(message: Msg): Buffer {
  const container = CFB.utils.cfb_new();
  addMessage("", message, 32);

  function addMessage(folder: string, { properties, attachments = [] }: Msg, header: number) {
    CFB.utils.cfb_add(container, `${folder}/__properties_version1.0`, Buffer.alloc(header));
    addProperties(folder, properties);
    attachments.forEach((attachment, at) => {
      const inner = `${folder}/__attach_version1.0_#0000000${at}`;
      CFB.utils.cfb_add(container, `${inner}/__properties_version1.0`, Buffer.alloc(8));
      if (isMsg(attachment)) addMessage(`${inner}/__substg1.0_3701000D`, attachment, 24);
      else addProperties(inner, attachment);
    });
  }
  function addProperties(folder: string, properties: MsgProperties) {
    for (const [tag, value] of Object.entries(properties)) {
      const bytes = typeof value === "string" ? Buffer.from(value, "utf16le") : value;
      CFB.utils.cfb_add(container, `${folder}/__substg1.0_${tag}`, bytes);
    }
  }
  return Buffer.from(CFB.write(container, { type: "buffer" }));
}

const isMsg = (attachment: MsgProperties | Msg): attachment is Msg =>
  typeof attachment.properties === "object" && !Buffer.isBuffer(attachment.properties);

/** RTF as Outlook stores it, uncompressed ([MS-OXRTFCP] 2.1.3.1). */
export function storedRtf(rtf: string): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(rtf.length + 12, 0);
  header.writeUInt32LE(rtf.length, 4);
  header.write("MELA", 8, "latin1");
  return Buffer.concat([header, Buffer.from(rtf, "latin1")]);
}
