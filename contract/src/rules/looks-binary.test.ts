import { expect, test } from "vitest";
import { looksBinary } from "./looks-binary.ts";

test("text with a null or a replacement character looks binary, however short [VAL-13]", () => {
  expect(looksBinary("a\0b")).toBe(true);
  expect(looksBinary("caf\ufffd")).toBe(true);
  expect(looksBinary(`${"plain ".repeat(1000)}\ufffd`)).toBe(true);
});

test("long text with over a fifth of unprintable characters looks binary [VAL-14]", () => {
  const mixed = (hidden: number) => "\x01".repeat(hidden) + "x".repeat(200 - hidden);
  expect(looksBinary(mixed(41))).toBe(true);
  expect(looksBinary(mixed(40))).toBe(false);
});

test("unprintable characters do not make text below 200 characters look binary [VAL-14]", () => {
  expect(looksBinary("\x01".repeat(199))).toBe(false);
  expect(looksBinary("\x01".repeat(200))).toBe(true);
});

test("languages, emoji, tabs and line ends are printable", () => {
  const samples = [
    "नमस्ते, यह एक परीक्षण है।\n",
    "Привет, мир!\r\n",
    "日本語のテキスト。\t",
    "👩‍👩‍👧‍👦 🎉 ",
    "Ünïcödé – “quotes” …\u00a0",
  ];
  for (const sample of samples) expect(looksBinary(sample.repeat(100))).toBe(false);
});

test("an empty text does not look binary", () => {
  expect(looksBinary("")).toBe(false);
});

test("lone surrogates and C1 controls count as unprintable", () => {
  expect(looksBinary("\ud800x\x85".repeat(100))).toBe(true);
  for (const control of ["\x7f", "\x80", "\x9f"]) expect(looksBinary(`${control}x`.repeat(100))).toBe(true);
  for (const shown of ["~", "\xa0", "\xff"]) expect(looksBinary(`${shown}x`.repeat(100))).toBe(false);
});
