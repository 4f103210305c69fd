import { expect, test } from "vitest";
import { partsToTranslate } from "./parts-to-translate.ts";

test("a short mail is one part, and nothing of a long one is lost", () => {
  expect(partsToTranslate(" Hallo.\r\n\r\nBis bald. ")).toEqual(["Hallo.\n\nBis bald."]);
  expect(partsToTranslate(" \n ")).toEqual([]);
  const mail = Array.from({ length: 120 }, (_, index) => `Absatz ${index}. ${"Wort ".repeat(40)}`).join("\n\n");
  const parts = partsToTranslate(mail);
  expect(parts.length).toBeGreaterThan(5);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(4_000);
  expect(parts.join(" ").match(/Absatz \d+/g)).toEqual(mail.match(/Absatz \d+/g));
  expect(partsToTranslate("x".repeat(9_000)).join("")).toHaveLength(9_000);
});
