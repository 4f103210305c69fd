import { expect, test } from "vitest";
import { draftReply } from "../builtin.ts";
import { knownAnswer } from "./known-answer.ts";
import type { OfferedPiece } from "./offered-piece.ts";

let count = 0;
const piece = (parts: Partial<OfferedPiece>): OfferedPiece => ({
  ...{ id: `piece-${count++}`, sourceId: "source", title: "Shop", kind: "fact", page: null, heading: "", text: "" },
  isOutOfDate: false,
  ...parts,
});
const qa = (heading: string, text: string) => piece({ kind: "qa", heading, text });
const fact = (text: string) => piece({ text });
const shop = [
  qa("Do you deliver to Norway?", "Yes, we deliver to Norway within 5 days."),
  qa("How long is the warranty for pump 500?", "It is 24 months."),
  fact("The workshop opens at 8:30. It is closed on Mondays. A spare filter costs 40 euros."),
];
const answerOf = (question: string, pieces = shop) => knownAnswer(question, pieces)?.text;

test("a question with the words of a stored one gets its answer [KNO-20]", () => {
  expect(answerOf("Do you ship to Norway?")).toBe("Yes, we deliver to Norway within 5 days.");
  expect(answerOf("Could you please tell me how long the guarantee for pump 500 is?")).toBe("It is 24 months.");
});

test("a fact answers if its sentence has all words and a value of the asked kind [KNO-20]", () => {
  expect(answerOf("When does the workshop open?")).toBe("The workshop opens at 8:30.");
  expect(answerOf("How much does a spare filter cost?")).toBe("A spare filter costs 40 euros.");
  expect(answerOf("Who opens the workshop?")).toBeUndefined();
  expect(answerOf("Why does the workshop open?")).toBeUndefined();
});

test("a whole sentence of a page or file answers a question for a price or a duration, and names its page [KNO-20] [KNO-22]", () => {
  const list = (text: string, kind: "page" | "file" = "file") => [piece({ kind, page: 3, title: "Price list", text })];
  const text =
    "Prices 2026\n\nCorrugated boxes cost INR 41.50 each from 2,000 pieces. Bubble wrap costs INR 220 per roll.\n\nDelivery time is ten working days.";
  for (const kind of ["page", "file"] as const) {
    const pieces = list(text, kind);
    const found = knownAnswer("What do your corrugated boxes cost?", pieces);
    expect(found).toEqual({ text: "Corrugated boxes cost INR 41.50 each from 2,000 pieces.", piece: pieces[0] });
    expect(answerOf("How much is a roll of bubble wrap?", pieces)).toBe("Bubble wrap costs INR 220 per roll.");
    expect(answerOf("What is the delivery time?", pieces)).toBe("Delivery time is ten working days.");
    expect(answerOf("How long is the warranty for bubble wrap?", pieces)).toBeUndefined();
  }
  for (const line of [
    "corrugated boxes cost INR 41.50",
    "Corrugated boxes | cost | INR 41.50",
    "| boxes corrugated cost INR 3.",
  ])
    expect([line, answerOf("What do your corrugated boxes cost?", list(line))]).toEqual([line, undefined]);
  const differing = [...list("Corrugated boxes cost INR 41.50."), ...list("Corrugated boxes cost INR 45.00.")];
  expect(answerOf("What do your corrugated boxes cost?", differing)).toBeUndefined();
});

test("opening hours are told from the one sentence that says them for all days [KNO-20] [KNO-21]", () => {
  const open = fact("Our shop is open Monday to Friday from 9 am to 6 pm. The warehouse is open from 6 to 14.");
  for (const question of ["When are you open?", "What are your opening hours?", "When does your shop open?"])
    expect([question, answerOf(question, [open])]).toEqual([
      question,
      "Our shop is open Monday to Friday from 9 am to 6 pm.",
    ]);
  expect(answerOf("When are you open?", [fact("We are open daily from 8 to 20.")])).toBe(
    "We are open daily from 8 to 20.",
  );
  for (const question of [
    "When are you open on Saturday?",
    "When is the warehouse in Pune open?",
    "What are your office hours?",
    "Are you open on Sunday?",
  ])
    expect([question, answerOf(question, [open])]).toEqual([question, undefined]);
  for (const text of [
    "Our shop is open.",
    "We are not open from 12 to 14.",
    "Our shop is open from 9 to 18. Our office is open from 10 to 16.",
  ])
    expect([text, answerOf("When are you open?", [fact(text)])]).toEqual([text, undefined]);
  const two = [fact("Our shop is open from 9 to 18."), fact("Our office is open from 10 to 16.")];
  expect(answerOf("When are you open?", two)).toBeUndefined();
});

test("a question that only resembles a stored one is not answered [KNO-21]", () => {
  for (const question of [
    "Do you deliver to Sweden?",
    "How long is the warranty for pump 600?",
    "How long is the warranty?",
    "When do you deliver to Norway?",
    "How much does a filter for the workshop in Pune cost?",
    "How long does the delivery of pump 500 to Norway take?",
    "Do you like Norway?",
    "Can you come?",
    "",
  ])
    expect([question, answerOf(question)]).toEqual([question, undefined]);
});

test("two entries that say different things answer nothing [KNO-21]", () => {
  const both = [fact("The workshop opens at 8:30."), fact("The workshop opens at 9:00.")];
  expect(answerOf("When does the workshop open?", both)).toBeUndefined();
  expect(answerOf("When does the workshop open?", [both[0] as OfferedPiece])).toBeDefined();
});

const now = new Date("2026-11-18T09:00:00Z");
const reply = (emailBody: string, stance?: string) =>
  draftReply({ emailBody, tone: "professional", now, sender: "Asha Rao", stance, knowledge: shop });

test("a reply quotes the answer, names its piece, and leaves other questions open [KNO-20] [KNO-22]", () => {
  const { reply: text, sources } = reply(
    "Hi Asha,\n\nDo you ship to Norway? And who will be our contact next year?\n\nBest,\nTom",
  );
  expect(text).toContain("Yes, we deliver to Norway within 5 days.");
  expect(text).toContain("[your answer]");
  expect(sources).toEqual([{ id: "source", piece: shop[0]?.id, title: "Shop", page: null, isOutOfDate: false }]);
});

test("a reply that declines, uses the user's own words, or must be careful tells nothing [KNO-21]", () => {
  const mail = "Hi Asha,\n\nDo you ship to Norway?\n\nBest,\nTom";
  for (const stance of ["decline", "Tell him that I will call tomorrow"]) {
    const { reply: text, sources } = reply(mail, stance);
    expect(text).not.toContain("5 days");
    expect(sources).toBeUndefined();
  }
  const fraud = reply(
    "Our bank details have changed. Please pay the invoice to the new account at once and send me the codes. Do you ship to Norway?",
  );
  expect(fraud.sources).toBeUndefined();
  expect(fraud.reply).not.toContain("5 days");
});

test("without knowledge a reply is the same as before [KNO-20]", () => {
  const mail = { emailBody: "Do you ship to Norway?", tone: "professional", now, sender: "Asha Rao" } as const;
  expect(draftReply({ ...mail, knowledge: [] })).toEqual(draftReply(mail));
});
