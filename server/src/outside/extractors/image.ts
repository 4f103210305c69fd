import sharp from "sharp";
import { type Content, Fault, type Picture, type Reader } from "./content.ts";
import { limits } from "./limits.ts";

/** Reads only the header: size and number of pages. OCR reads the pages later. */
export const readImage: Reader = async (bytes): Promise<Content> => {
  const header = sharp(bytes, { limitInputPixels: false, failOn: "none" });
  const { width, height, pages = 1, format } = await header.metadata();
  if (width * height > limits.pixels) throw new Fault("too_large", `${width} × ${height} pixels`);
  // Frames of an animation repeat each other, so only the first is read.
  const wanted = format === "tiff" ? Math.min(pages, limits.ocrPages) : 1;
  const pictures = Array.from({ length: wanted }, (_, page): Picture => ({ format: "image", page }));
  return { kind: "image", pieces: pictures, truncated: format === "tiff" && pages > wanted };
};
