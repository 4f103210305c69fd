import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { createWorker, type Worker } from "tesseract.js";
import type { Picture } from "./content.ts";
import { limits } from "./limits.ts";
import { openPdf } from "./pdfium.ts";

/** Below this confidence (of 100), Tesseract finds words in noise. */
const leastConfidence = 40;
const sureConfidence = 80;
/** Small print and screenshots are recognised far better at twice their size. */
const smallWidth = 1_600;
/** Beyond this more pixels only cost time: a page of A4 at 300 dpi has 8.7 million. */
const enoughPixels = 10_000_000;
const pageDpi = 220;

let tesseract: Promise<Worker> | undefined;

/** The words on one page of a picture or a scanned document. */
export async function recognise(
  bytes: Uint8Array,
  { format, page }: Pick<Picture, "format" | "page">,
): Promise<string> {
  tesseract ??= startTesseract();
  const image = format === "pdf" ? await renderPage(bytes, page) : await prepare(bytes, page);
  const worker = await tesseract;
  const { data } = await worker.recognize(await image.png({ compressionLevel: 1 }).toBuffer(), {}, { blocks: true });
  const lines = (data.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => [...paragraph.lines.map(readLine), ""]),
  );
  return lines.join("\n").trim();
}

type Line = { confidence: number; words: { text: string; confidence: number }[] };

/** A line must contain a word or have high confidence: noise gives "% |" and "~". */
function readLine(line: Line) {
  const words = line.words.filter(({ confidence }) => confidence >= leastConfidence);
  const text = words.map((word) => word.text).join(" ");
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters > 0 && line.confidence >= (letters > 3 ? leastConfidence : sureConfidence) ? text : "";
}

async function renderPage(bytes: Uint8Array, index: number): Promise<Sharp> {
  const pdf = await openPdf(bytes);
  const page = pdf.page(index);
  try {
    const { pixels, width, height } = page.render({ dpi: pageDpi, maxPixels: enoughPixels });
    return sharp(pixels, { raw: { width, height, channels: 1 } });
  } finally {
    page.close();
    pdf.close();
  }
}

async function prepare(bytes: Uint8Array, page: number): Promise<Sharp> {
  const input = sharp(bytes, { page, limitInputPixels: limits.pixels, failOn: "none" });
  const { width, height } = (await input.metadata()).autoOrient;
  const shrink = Math.min(1, Math.sqrt(enoughPixels / Math.max(1, width * height)));
  const scale = width < smallWidth ? 2 : shrink;
  return input
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("b-w")
    .resize({ width: Math.max(1, Math.round(width * scale)), kernel: "cubic" });
}

function startTesseract() {
  const data = dirname(createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json"));
  return createWorker("eng", 1, {
    langPath: join(data, "4.0.0_best_int"),
    gzip: true,
    cacheMethod: "none",
    // The promise rejects with the same error; without this handler the library throws it again, uncaught.
    errorHandler: () => undefined,
  });
}
