import { maxPieceLength } from "@intellibox/contract/rules/knowledge";
import { expect, test } from "vitest";
import { makePieces, stemsOf } from "./make-pieces.ts";

const split = (text: string, heading = "") => makePieces([{ page: 2, text }], "Price list", heading);
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, "");

test("a text is split at its headings, and each piece has page, heading and words of the title [KNO-03]", () => {
  const text =
    "# Delivery\n\nWe deliver within 5 days.\n\nReturns\n\nYou can return goods for 30 days.\n\nCall us first.";
  const pieces = split(text);
  expect(pieces.map(({ page, heading, text }) => [page, heading, text])).toEqual([
    [2, "Delivery", "We deliver within 5 days."],
    [2, "Returns", "You can return goods for 30 days.\n\nCall us first."],
  ]);
  expect(pieces[0]?.words).toEqual(expect.arrayContaining(["price", "list", "deliveri", "deliv", "5", "day"]));
});

test("no piece is longer than the limit, and nothing of the text is lost [KNO-03]", () => {
  const texts = [
    "word ".repeat(2_000),
    "x".repeat(5_000),
    "😀".repeat(1_500),
    "A sentence of some words. ".repeat(300),
    `${"line of a table\t12\n".repeat(200)}\n\nTotal\n\nEnd`,
    "Heading\n\nOther heading\n\nThird",
  ];
  for (const text of texts) {
    const pieces = split(text);
    for (const piece of pieces) {
      expect(piece.text.length).toBeLessThanOrEqual(maxPieceLength);
      expect(piece.text.isWellFormed()).toBe(true);
    }
    const kept = pieces.map(
      (piece, at) => (pieces[at - 1]?.heading === piece.heading ? "" : piece.heading) + piece.text,
    );
    expect(withoutSpaces(kept.join(""))).toBe(withoutSpaces(text));
  }
});

test("an answer keeps its question as the heading of each piece [KNO-03]", () => {
  const pieces = split(`Yes\n\n${"We ship to Norway, too. ".repeat(60)}`, "Do you ship to Norway?");
  expect(pieces.length).toBeGreaterThan(1);
  for (const { heading, words } of pieces) {
    expect(heading).toBe("Do you ship to Norway?");
    expect(words).toContain("norway");
  }
});

test("stems are bounded, without stop words, and fold accents [KNO-04]", () => {
  expect(stemsOf("The cafés and THE Café, running")).toEqual(
    ["cafe", "run"].map((word) => expect.stringContaining(word)),
  );
  const many = Array.from({ length: 5_000 }, (_, at) => `w${at}x`).join(" ");
  expect(stemsOf(many)).toHaveLength(400);
});

test("a text of the greatest length is split, whatever it is made of [KNO-03]", {
  timeout: 120_000,
}, () => {
  const lengthy = 400_000;
  for (const unit of ["a", "\n", "a\n\n", "a. ", " ", "# a\n\n"]) {
    // A quadratic step would take minutes, and end at the time limit of the test.
    const pieces = split(unit.repeat(lengthy / unit.length));
    for (const piece of pieces) expect(piece.text.length).toBeLessThanOrEqual(maxPieceLength);
  }
});
