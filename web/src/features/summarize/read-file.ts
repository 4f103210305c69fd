import { summaries } from "@intellibox/contract/endpoints/summaries";
import { endingOf, isExtractable } from "@intellibox/contract/rules/extractable";
import { maxExtractBytes } from "@intellibox/contract/rules/limits";
import { looksBinary } from "@intellibox/contract/rules/looks-binary";
import { decodeCharset } from "#lib/mail/mime-text.ts";
import { readEml } from "#lib/mail/read-eml.ts";
import { extractText } from "#api/summaries.ts";

export type FileText = {
  text: string;
  /** Better not shown: it is only passed along. */
  isHidden: boolean;
  /** Something was left out: pages, rows or characters beyond the limits. */
  isCut: boolean;
  /** Files within a mail, for whoever wants to add them. */
  inner: File[];
};

/** Why a file gives no text, in words for the one who added it. */
export class Unreadable extends Error {}

/** What reading tells on the way: words, and from 0 to 1 how far, where that is known. */
export type Progress = { what: string; share: number | null };

/** The text of a file. Mails and plain text are read here; everything else by the server. */
export async function readFile(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<FileText> {
  if (!isExtractable(file.name)) throw new Unreadable(`${file.name} cannot be read: this file type is not supported`);
  if (file.size > maxExtractBytes) throw new Unreadable(summaries.extract.files.tooLarge);
  const read = await (readers[endingOf(file.name)] ?? readByServer)(file, signal, onProgress);
  if (read.text.trim() === "") throw new Unreadable(`No readable text in ${file.name}`);
  return { ...read, isHidden: looksBinary(read.text) };
}

type Read = (
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Omit<FileText, "isHidden">>;

const readers: Record<string, Read> = {
  ".eml": async (file) => {
    const { text, attachments } = readEml(new Uint8Array(await file.arrayBuffer()));
    return { text, isCut: false, inner: attachments.filter(({ name, size }) => size > 0 && isExtractable(name)) };
  },
  ".txt": async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { text: decodeCharset(bytes, utf16Of(bytes)).replaceAll(/\r\n?/g, "\n").trim(), isCut: false, inner: [] };
  },
};

const readByServer: Read = async (file, signal, onProgress) => {
  const { text, truncated } = await extractText(file, {
    signal,
    onProgress: (share) => onProgress(share < 1 ? { what: "Uploading", share } : { what: "Reading", share: null }),
    onToken: (what) => onProgress({ what, share: shareIn(what) }),
  });
  return { text: text.trim(), isCut: truncated, inner: [] };
};

/** "Recognising page 2 of 5": one page is done. */
function shareIn(what: string) {
  const [, at, total] = /(\d+) of (\d+)$/.exec(what) ?? [];
  return at && total ? (Number(at) - 1) / Number(total) : null;
}

/** Notepad's "Unicode" announces itself by its first two bytes. */
function utf16Of([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "";
}
