import sharp from "sharp";
import { type DrawnPage, Fault } from "./content.ts";
import { openPdf } from "./pdfium.ts";

/** Sharp on a screen of double resolution at the width at which pages are shown. */
const look = { dpi: 130, maxPixels: 2_500_000, inColour: true };

/** Draws a page of a PDF as a picture, without scripts, links or remote content. */
export async function drawPage(bytes: Uint8Array, index: number): Promise<DrawnPage> {
  const pdf = await openPdf(bytes);
  try {
    if (index >= pdf.pageCount) throw new Fault("empty", `There are ${pdf.pageCount} pages`);
    const page = pdf.page(index);
    try {
      const { pixels, width, height } = page.render(look);
      const raw = sharp(pixels, { raw: { width, height, channels: 4 } });
      const picture = await raw.removeAlpha().webp({ quality: 82, effort: 2 }).toBuffer();
      return { picture, width, height, pages: pdf.pageCount };
    } finally {
      page.close();
    }
  } finally {
    pdf.close();
  }
}
