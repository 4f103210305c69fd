import { expect, test } from "vitest";
import { readLabel } from "./label.ts";

test("a heading names the kind of mail and its reader", () => {
  expect(readLabel("quote acceptance to Mr Iqbal: we take option B")).toMatchObject({
    topic: "quote acceptance",
    isKind: true,
    addressee: { text: "Mr Iqbal", kind: "name" },
    text: "we take option B",
  });
});

test("a heading names the matter", () => {
  expect(readLabel("guard shift at the Nordhaus site: Kevin didn't show up")).toMatchObject({
    topic: "guard shift at the Nordhaus site",
    isKind: false,
  });
});

test.each([
  "ask Aoife three things: is it renewed",
  "we have two points: the price and the date",
  "final warning to Mr Bose: next time we leave",
  "payment reminder for Kaiser: invoice 221",
  "the office is closed",
])("%s has no heading", (text) => expect(readLabel(text)).toBeUndefined());
