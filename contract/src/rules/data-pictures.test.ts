import { expect, test } from "vitest";
import { findDataPictures, replaceDataPictures, withoutDataPictures } from "./data-pictures.ts";

test("pictures are found with their type and base64 text, also over wrapped lines", () => {
  const text = `<img src="data:image/PNG;base64,AA+/\n BB==">x<img src='data:image/gif;base64,CC'>`;
  expect(findDataPictures(text)).toMatchObject([
    { type: "png", base64: "AA+/\n BB==" },
    { type: "gif", base64: "CC" },
  ]);
  expect(withoutDataPictures(text)).toBe(`<img src="">x<img src=''>`);
  expect(replaceDataPictures(text, ({ type }) => (type === "gif" ? "cid:1" : undefined))).toBe(
    `<img src="data:image/PNG;base64,AA+/\n BB==">x<img src='cid:1'>`,
  );
});

test("text that only begins like a picture is not one", () => {
  expect(findDataPictures("data:image/png;base64,")).toMatchObject([{ base64: "" }]);
  expect(findDataPictures("data:text/html;base64,AAAA data:image/svg%2bxml;base64,AA")).toEqual([]);
});

test("a picture of any size is removed whole, whatever surrounds it", () => {
  // Text beyond Latin-1 is stored as two bytes per character, where patterns overflow first.
  const text = `Grüße aus Köln – ₹<img src="data:image/png;base64,${"A".repeat(30_000_000)}">`;
  expect(withoutDataPictures(text)).toBe('Grüße aus Köln – ₹<img src="">');
});
