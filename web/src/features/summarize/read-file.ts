import { summaries } from "@intellibox/contract/endpoints/summaries";
import { endingOf, isExtractable } from "@intellibox/contract/rules/extractable";
import { maxExtractBytes } from "@intellibox/contract/rules/limits";
import { looksBinary } from "@intellibox/contract/rules/looks-binary";
import { t } from "@intellibox/contract/text/t";
import { decodeCharset } from "#lib/mail/mime-text.ts";
import { readEml } from "#lib/mail/read-eml.ts";
import { extractText } from "#api/summaries.ts";

export type FileText = {
  text: string;
  /** True for text that looks binary. It is summarized but not shown. */
  isHidden: boolean;
  /** True if pages, rows or characters beyond the limits were left out. */
  isCut: boolean;
  /** The attachments of a mail, which the user can add. */
  inner: File[];
};

/** A file that cannot be read, with a message for the user. */
export class Unreadable extends Error {}

/** The progress of reading: the current step, and the share from 0 to 1 if it is known. */
export type Progress = { what: string; share: number | null };

/** Reads the text of a file. Mail and plain text are read in the browser, other files by the server. */
export async function readFile(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<FileText> {
  if (!isExtractable(file.name))
    throw new Unreadable(t("{name} cannot be read: this file type is not supported", { name: file.name }));
  if (file.size > maxExtractBytes) throw new Unreadable(summaries.extract.files.tooLarge);
  const read = await (readers[endingOf(file.name)] ?? readByServer)(file, signal, onProgress);
  if (read.text.trim() === "") throw new Unreadable(t("No readable text in {name}", { name: file.name }));
  return { ...read, isHidden: looksBinary(read.text) };
}

type TextReader = (
  file: File,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Omit<FileText, "isHidden">>;

const readers: Record<string, TextReader> = {
  ".eml": async (file) => {
    const { text, attachments } = readEml(new Uint8Array(await file.arrayBuffer()));
    return { text, isCut: false, inner: attachments.filter(({ name, size }) => size > 0 && isExtractable(name)) };
  },
  ".txt": async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { text: decodeCharset(bytes, utf16Of(bytes)).replaceAll(/\r\n?/g, "\n").trim(), isCut: false, inner: [] };
  },
};

const readByServer: TextReader = async (file, signal, onProgress) => {
  const { text, truncated } = await extractText(file, {
    signal,
    onProgress: (share) =>
      onProgress(share < 1 ? { what: t("Uploading"), share } : { what: t("Reading"), share: null }),
    onToken: (what) => onProgress({ what, share: shareIn(what) }),
  });
  return { text: text.trim(), isCut: truncated, inner: [] };
};

/** The share that a step such as "Recognising page 2 of 5" means: one page of five is done. */
function shareIn(what: string) {
  const [, at, total] = /(\d+) of (\d+)$/.exec(what) ?? [];
  return at && total ? (Number(at) - 1) / Number(total) : null;
}

/** Detects UTF-16 by its byte order mark. Windows Notepad saves it as "Unicode". */
function utf16Of([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "";
}
