// Small valid documents for the demo's mail, generated in memory.
import { crc32, deflateSync } from "node:zlib";
import { calendarText, momentLine, personLine, textLine } from "@intellibox/contract/rules/calendar-file";

export type DemoFile = { fileName: string; mimeType: string; content: Buffer };

export const csvFile = (fileName: string, rows: (string | number)[][]): DemoFile => ({
  fileName,
  mimeType: "text/csv",
  content: Buffer.from(rows.map((row) => row.join(",")).join("\r\n")),
});

export const textFile = (fileName: string, text: string): DemoFile => ({
  fileName,
  mimeType: "text/plain",
  content: Buffer.from(text),
});

/** Writes one page of lines in Helvetica. A PDF is a list of objects and a table of their offsets. */
export function pdfFile(fileName: string, lines: string[]): DemoFile {
  const escaped = lines.map((line) => line.replaceAll(/[\\()]/g, "\\$&").replaceAll(/[^\x20-\x7e]/g, "-"));
  const content = `BT /F1 11 Tf 56 780 Td 16 TL ${escaped.map((line) => `(${line}) Tj T*`).join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return { fileName, mimeType: "application/pdf", content: Buffer.from(text, "latin1") };
}

/** A picture of coloured bands, in place of a photo. */
export function pngFile(fileName: string, colours: [number, number, number][], size = 160): DemoFile {
  const rows = Array.from({ length: size }, (_, y) => {
    const [red, green, blue] = colours[Math.floor((y / size) * colours.length)] ?? [255, 255, 255];
    const row = Buffer.alloc(1 + size * 3);
    for (let x = 0; x < size; x++)
      row.set(
        [red, green, blue].map((value) => value - ((x + y) % 16)),
        1 + x * 3,
      );
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const content = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { fileName, mimeType: "image/png", content };
}

type Party = { name: string; email: string };
type Invited = { title: string; start: Date; minutes: number; place: string; organizer: Party; attendees?: Party[] };

/** An invitation; without attendees, an event to put into the own calendar. */
export function inviteFile({ title, start, minutes, place, organizer, attendees = [] }: Invited): DemoFile {
  const person = ({ name, email }: Party) => ({ name, address: email });
  const lines = [
    textLine("UID", `${start.getTime()}-${title.length}@intellibox.test`),
    momentLine("DTSTAMP", start),
    momentLine("DTSTART", start),
    momentLine("DTEND", new Date(start.getTime() + minutes * 60_000)),
    textLine("SUMMARY", title),
    textLine("LOCATION", place),
    personLine("ORGANIZER", person(organizer)),
    ...attendees.map((one) => personLine("ATTENDEE", person(one), { PARTSTAT: "NEEDS-ACTION", RSVP: "TRUE" })),
  ];
  const text = calendarText(attendees.length > 0 ? "REQUEST" : "PUBLISH", [{ name: "VEVENT", lines }]);
  return { fileName: "invite.ics", mimeType: "text/calendar", content: Buffer.from(text) };
}

/** Imports the spreadsheet library only when it is needed, so that it does not slow the start. */
export async function sheetFile(fileName: string, rows: (string | number)[][]): Promise<DemoFile> {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "Sheet1");
  const content = write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
  return {
    fileName,
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    content: Buffer.from(content),
  };
}

export async function wordFile(fileName: string, paragraphs: string[]): Promise<DemoFile> {
  const { CFB } = await import("@e965/xlsx");
  const space = "http://schemas.openxmlformats.org";
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`)
    .join("");
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${space}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${space}/package/2006/relationships"><Relationship Id="r1" Type="${space}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="${space}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
  const archive = CFB.utils.cfb_new();
  for (const [name, text] of Object.entries(parts)) CFB.utils.cfb_add(archive, `/${name}`, Buffer.from(text));
  const content = Buffer.from(CFB.write(archive, { fileType: "zip", type: "buffer" }) as Buffer);
  return {
    fileName,
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    content,
  };
}
