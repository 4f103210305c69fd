import { expect, test } from "vitest";
import { randomFrom } from "#test/random-from.ts";
import type { OfferedPiece } from "./offered-piece.ts";
import { itemsOf, usedPieces } from "./used-pieces.ts";

const piece = (id: string, text: string): OfferedPiece => ({
  ...{ id, sourceId: id, title: `Entry ${id}`, kind: "fact", page: null, heading: "", text, isOutOfDate: false },
});
const prices = piece("a", "A raft costs 4,200 rupees. Book at https://raft.test/book or write to Tenzin Norbu.");
const hours = piece("b", "The depot opens at 8:30 and closes at 17:00 on every working day of the week.");
const both = [prices, hours];
const used = (mail: string, given = "", named: OfferedPiece[] = []) =>
  usedPieces(mail, given, both, named).map(({ id }) => id);

test("a number, link, name or row of words that only a piece has names that piece [KNO-22]", () => {
  expect(used("It is 4200 rupees.")).toEqual(["a"]);
  expect(used("It is Rs 4 200.00 for you.")).toEqual(["a"]);
  expect(used("See https://raft.test/book.")).toEqual(["a"]);
  expect(used("Please ask for Tenzin there.")).toEqual(["a"]);
  expect(used("We are here on every working day of the week.")).toEqual(["b"]);
  expect(used("From 8.30 on, a raft is 4200.")).toEqual(["a", "b"]);
});

test("what the mail or the request says needs no piece, and a piece that the model names stays [KNO-22]", () => {
  expect(used("It is 4200 rupees.", "You offered 4,200 rupees")).toEqual([]);
  expect(used("Thank you, see you soon.")).toEqual([]);
  expect(used("Thank you.", "", [hours])).toEqual(["b"]);
  expect(used("Thank you.", "", [piece("x", "not offered")])).toEqual([]);
});

test("whatever a model writes, each number and link that only pieces have is covered by a shown piece [KNO-22]", () => {
  const random = randomFrom(7);
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item;
  const words = [
    "price",
    "4,200",
    "8:30",
    "17:00",
    "https://a.test/x",
    "12",
    "Tenzin",
    "order",
    "2026",
    "jo@a.test",
    "9.5",
  ];
  const sentence = (length: number) => Array.from({ length }, () => pick(words)).join(" ");
  for (let round = 0; round < 500; round++) {
    const pieces = ["a", "b", "c"].map((id) => piece(id, sentence(6)));
    const [mail, given] = [sentence(12), sentence(3)];
    const shown = usedPieces(mail, given, pieces, random() < 0.3 ? [pick(pieces)] : []);
    const covered = new Set(shown.flatMap(({ title, text }) => [...itemsOf(`${title}\n${text}`)]));
    for (const item of itemsOf(mail)) {
      const isOnlyInPieces =
        !itemsOf(given).has(item) && pieces.some(({ title, text }) => itemsOf(`${title}\n\n${text}`).has(item));
      if (isOnlyInPieces) expect([mail, item, covered.has(item)]).toEqual([mail, item, true]);
    }
  }
});
