import type { Content, Reader } from "./content.ts";
import { limits } from "./limits.ts";
import { openPdf, type PdfPage } from "./pdfium.ts";

/** A page with fewer letters than this and a picture on it is taken for a scan (which may carry a stamp or a number). */
const fewLetters = 25;

export const readPdf: Reader = async (bytes, reading): Promise<Content> => {
  const pdf = await openPdf(bytes);
  const pieces: Content["pieces"] = [];
  const total = Math.min(pdf.pageCount, limits.pdfPages);
  let truncated = pdf.pageCount > total;
  let letters = 0;
  let scans = 0;
  for (let index = 0; index < total; index += 1) {
    if (performance.now() > reading.stopAt || letters > limits.characters) {
      truncated = true;
      break;
    }
    reading.onProgress({ done: index, total, what: `Reading page ${index + 1} of ${total}` });
    const { text, isScan } = readPage(pdf.page(index));
    if (isScan) scans += 1;
    if (isScan && scans <= limits.ocrPages) pieces.push({ format: "pdf", page: index });
    else pieces.push(text);
    truncated ||= scans > limits.ocrPages;
    letters += text.length;
  }
  pdf.close();
  return { kind: "pdf", pieces, truncated };
};

function readPage(page: PdfPage) {
  try {
    const text = [page.text(), ...page.remarks()].join("\n");
    const letters = text.replace(/[\s\ufffe\uffff]/g, "").length;
    return { text: cleaned(text), isScan: letters < fewLetters && page.hasPictures() };
  } finally {
    page.close();
  }
}

/** PDFium's mark for a hyphen at the end of a line, after which the word continues in the next line. */
const hyphens = ["\ufffe", "\u0002"];
const cleaned = (text: string) =>
  hyphens
    .reduce((rest, mark) => rest.replaceAll(`${mark}\r\n`, "").replaceAll(mark, ""), text)
    .replaceAll("\uffff", "");
