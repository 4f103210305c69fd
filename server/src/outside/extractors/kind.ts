import { CFB } from "@e965/xlsx";
import { isProgram } from "@intellibox/contract/rules/extractable";
import { Fault, type Kind } from "./content.ts";
import { listZip } from "./zip.ts";

/** The kind of a file by its content. The name only decides between a mail and a text that begins like one. */
export async function kindOf(bytes: Buffer, name: string): Promise<Kind> {
  if (isProgram(name)) throw new Fault("unsupported", "A program");
  const head = bytes.toString("latin1", 0, 4096);
  if (isPicture(head)) return "image";
  // Acrobat accepts the mark anywhere in the first kilobyte.
  if (head.slice(0, 1024).includes("%PDF-")) return "pdf";
  if (head.startsWith("{\\rtf")) return "rtf";
  if (head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06")) return kindOfZip(bytes);
  if (head.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return kindOfCompound(bytes);
  // A bare BIFF stream, as Excel 2 to 4 wrote: record BOF with its length.
  if (isBareSheet(bytes)) return "xls";
  return kindOfText(head, name);
}

const pictureMarks = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF87a", "GIF89a", "II*\0", "MM\0*", "II+\0", "MM\0+"];
const isPicture = (head: string) =>
  pictureMarks.some((mark) => head.startsWith(mark)) || (head.startsWith("RIFF") && head.startsWith("WEBP", 8));

const isBareSheet = ([record, version = 1, length = 0, high]: Buffer) =>
  record === 9 && [0, 2, 4, 8].includes(version) && length >= 4 && length <= 16 && high === 0;

async function kindOfZip(bytes: Buffer): Promise<Kind> {
  const names = await listZip(bytes);
  if (names.some((name) => name.startsWith("word/"))) return "docx";
  if (names.some((name) => name.startsWith("xl/"))) return "xlsx";
  throw new Fault("unsupported", "An archive that is neither a document nor a workbook");
}

const compoundKinds: [RegExp, Kind][] = [
  [/\/__(properties_version|nameid_version|substg)/i, "msg"],
  [/\/WordDocument$/i, "doc"],
  [/\/(Workbook|Book)$/i, "xls"],
];

function kindOfCompound(bytes: Buffer): Kind {
  const paths: string[] = CFB.read(bytes, { type: "buffer" }).FullPaths;
  if (paths.some((path) => /\/(EncryptedPackage|DRMEncryptedDataSpace)$/i.test(path))) {
    throw new Fault("encrypted", "An encrypted Office document");
  }
  for (const [mark, kind] of compoundKinds) if (paths.some((path) => mark.test(path))) return kind;
  throw new Fault("unsupported", "A compound file of another program");
}

/** Fields that only mail software writes; a pasted conversation may also begin with "From:" and "Subject:". */
const mailHeader =
  /^(return-path|received|delivered-to|message-id|mime-version|dkim-signature|x-[\w-]+|content-type)[ \t]*:/im;

function kindOfText(head: string, name: string): Kind {
  const start = head.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "").trimStart();
  const headers = (start.split(/\r?\n\r?\n/, 1)[0] ?? "").replace(/^>?From [^\n]*\n/, "");
  if (/^[!-9;-~]+[ \t]*:/.test(headers) && (mailHeader.test(headers) || /\.(eml|mht|mhtml)$/i.test(name)))
    return "mail";
  // Excel's XML of 2003 has rows and sheets worth keeping; everything else in angle brackets is read as HTML.
  if (/^<\?xml/i.test(start) && start.includes("urn:schemas-microsoft-com:office:spreadsheet")) return "xls";
  if (/^(<!--|<!doctype html|<html|<head|<body|<meta|<table|<div|<p[ >]|<\?xml)/i.test(start)) return "html";
  // A fragment may begin with any tag: only its name tells it from a text that quotes one.
  if (/\.x?html?$/i.test(name) && start.startsWith("<")) return "html";
  return "text";
}
