import sharp from "sharp";
import { type DrawnPage, Fault } from "./content.ts";
import { openPdf } from "./pdfium.ts";

/** Sharp on a screen of twice the usual resolution at the width that a page is shown with. */
const look = { dpi: 130, maxPixels: 2_500_000, inColour: true };

/** A page of a PDF as a picture: what it would run, load or link to is not in it. */
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
