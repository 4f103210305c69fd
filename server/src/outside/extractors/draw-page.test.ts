import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { formPdf, pageText, pdfOf } from "#test/make-documents.ts";
import { openExtractor } from "./extract.ts";

const extractor = openExtractor();
afterAll(() => extractor.close());

const patience = { timeout: 120_000 };
const draw = (bytes: Uint8Array, page = 0) => extractor.drawPage({ name: "a.pdf", bytes }, page);
const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/documents/${name}`, import.meta.url));

test("a page becomes a picture with its colours and proportions, and the number of pages", patience, async () => {
  const content = Buffer.concat([Buffer.from("1 0 0 rg 0 0 612 396 re f 0 g "), pageText("Hello")]);
  const { picture, width, height, pages } = await draw(pdfOf({ pages: 3, content }), 2);
  expect(pages).toBe(3);
  expect(width / height).toBeCloseTo(612 / 792, 2);
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3]);
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
  const [red = 0, green = 255, blue = 255] = at(10, height - 10);
  expect(red).toBeGreaterThan(230);
  expect(Math.max(green, blue)).toBeLessThan(40);
  expect(Math.min(...at(10, 10))).toBeGreaterThan(230);
});

test("form values are in the picture", patience, async () => {
  const inkOf = async (value: string) => {
    const { data } = await sharp((await draw(formPdf("Name", value, ""))).picture)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data.filter((shade) => shade < 100).length;
  };
  expect(await inkOf("WWWWWWWW")).toBeGreaterThan(await inkOf(" "));
});

test("a real document is drawn, one that is not a PDF and a page that is not there are refused", patience, async () => {
  expect((await draw(fixture("testPDF.pdf"))).picture.length).toBeGreaterThan(5_000);
  await expect(draw(Buffer.from("%PDF-1.7\nnothing"))).rejects.toMatchObject({ fault: "corrupt" });
  await expect(draw(Buffer.from("MZ not at all"))).rejects.toMatchObject({ fault: "corrupt" });
  await expect(draw(pdfOf({ pages: 1, content: pageText("One") }), 1)).rejects.toMatchObject({ fault: "empty" });
});

test("a page of any size is drawn within bounds", patience, async () => {
  const sized = (box: string) =>
    Buffer.from(
      pdfOf({ pages: 1, content: pageText("One") })
        .toString("latin1")
        .replace("[0 0 612 792]", box),
      "latin1",
    );
  for (const box of ["[0 0 9e6 99]", "[0 0 1 14400]", "[0 0 2e5 2e5]"]) {
    const { width, height } = await draw(sized(box));
    expect(width * height).toBeLessThanOrEqual(2_500_000);
    expect(Math.max(width, height)).toBeLessThanOrEqual(8_000);
  }
});
