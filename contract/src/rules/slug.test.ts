import { expect, test } from "vitest";
import { maxSlugLength, slugOf } from "./slug.ts";

test.each([
  ["Acme Traders", "acme-traders"],
  ["  --Acme__Traders!! ", "acme-traders"],
  ["Söhne & Co. Ltd", "sohne-co-ltd"],
  ["ＡＣＭＥ ①", "acme-1"],
  ["already-a-slug", "already-a-slug"],
  ["अक्मे", ""],
  ["", ""],
])("a slug is lower-case with dashes: %j → %j [VAL-25]", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test("a slug has a maximum length, and does not end with a dash", () => {
  const slug = slugOf(`${"a".repeat(maxSlugLength - 1)} bcd`);
  expect(slug).toBe("a".repeat(maxSlugLength - 1));
  expect(slugOf("x y ".repeat(100_000)).length).toBeLessThanOrEqual(maxSlugLength);
});

test("a slug of a slug is itself", () => {
  for (const text of ["Acme Traders", "É è", "a--b"]) expect(slugOf(slugOf(text))).toBe(slugOf(text));
});
