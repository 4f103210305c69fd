import { tones } from "@intellibox/contract/rules/choices";
import { expect, test } from "vitest";
import { draftEmail, draftReply } from "../builtin.ts";
import type { OfferedPiece } from "../knowledge/offered-piece.ts";

let count = 0;
const piece = (parts: Partial<OfferedPiece>): OfferedPiece => ({
  ...{ id: `piece-${count++}`, sourceId: "source", title: "Shop", kind: "fact", page: null, heading: "", text: "" },
  isOutOfDate: false,
  ...parts,
});
const norway = piece({
  kind: "qa",
  heading: "Do you deliver to Norway?",
  text: "Yes, we deliver to Norway within 5 days.",
});
const warranty = piece({ kind: "qa", heading: "How long is the warranty for pump 500?", text: "It is 24 months." });
const hours = piece({ kind: "qa", heading: "What are your opening hours?", text: "Monday to Friday, 9 to 5" });
const terms = piece({ title: "Payment terms", text: "It is 30 days net. It's 2 % off within a week." });
const order = piece({ kind: "page", text: "Orders\n\nThe minimum order is 100 pieces. Samples are free." });
const prices = piece({
  kind: "file",
  title: "Price list",
  page: 3,
  text: "A raft for six people costs 4,200 rupees a day.",
});
const knowledge = [norway, warranty, hours, terms, order, prices];

const draft = (intent: string, pieces = knowledge, tone: (typeof tones)[number] = "professional") => {
  const { body, sources } = draftEmail({ intent, context: "", tone, sender: "Asha", knowledge: pieces });
  return { body, used: sources?.map(({ piece: id }) => id) };
};

test.each([
  ["Tell Tom what a raft for six people costs a day", "A raft for six people costs 4,200 rupees a day.", prices],
  ["Tell Maria whether we ship to Norway", "We deliver to Norway within 5 days.", norway],
  [
    "let her know how long the warranty for pump 500 is",
    "As to how long the warranty for pump 500 is: It is 24 months.",
    warranty,
  ],
  ["Send Tom our opening hours", "Regarding our opening hours: Monday to Friday, 9 to 5.", hours],
  ["Inform the client about our payment terms", "Regarding our payment terms: It is 30 days net.", terms],
  ["tell Tom the minimum order", "The minimum order is 100 pieces.", order],
])("a draft says what its writer only names, and names the piece: %s [KNO-39] [KNO-22]", (intent, said, source) => {
  const { body, used } = draft(intent);
  expect(body).toContain(said);
  expect(body).not.toContain("[Fill in");
  expect(used).toEqual([source.id]);
  const without = draft(intent, []);
  expect(without.used).toBeUndefined();
  expect(without.body).not.toContain(said);
});

test.each([
  [{ text: "Boxes have a warranty of 12 months." }, "Boxes have a warranty of 12 months."],
  [
    { kind: "page", text: "Terms\n\nAll boxes come with a 12-month warranty." },
    "All boxes come with a 12-month warranty.",
  ],
  [
    { kind: "qa", heading: "Do your boxes have a warranty?", text: "Yes, 12 months." },
    "warranty for boxes is: 12 months.",
  ],
  [{ text: "Warranty claims for boxes must reach us within 14 days." }, "[Fill in"],
  [{ text: "The warranty for boxes does not last 12 months for samples." }, "[Fill in"],
  [{ text: "Pumps have a warranty of 24 months." }, "[Fill in"],
] satisfies [Partial<OfferedPiece>, string][])(
  "a term is told from a sentence with its value: %j [KNO-39]",
  (parts, said) => {
    expect(draft("Tell Meera what our warranty for boxes is", [piece(parts)]).body).toContain(said);
  },
);

test("how long something lasts is told from a fact that is named so [KNO-39]", () => {
  const named = piece({ title: "Warranty for boxes", text: "12 months from delivery." });
  expect(draft("Tell Meera how long our warranty for boxes is", [named]).body).toContain("12 months from delivery");
});

const shopFacts = [
  piece({ text: "Warranty for boxes is 24 months from delivery." }),
  piece({ text: "Our shop is open Monday to Friday from 9 am to 6 pm." }),
  piece({ text: "A corrugated box 40x30 costs INR 41.50 per piece." }),
];
test.each([
  ["Answer Meera how much the 40x30 box costs", "A corrugated box 40x30 costs INR 41.50 per piece."],
  ["Write to Meera what the 40x30 box costs", "A corrugated box 40x30 costs INR 41.50 per piece."],
  ["Reply to Meera what our warranty for boxes is", "Dear Meera,\n\nWarranty for boxes is 24 months from delivery."],
  ["Tell Meera how long the guarantee on boxes lasts", "Dear Meera,\n\nWarranty for boxes is 24 months from delivery."],
  ["Let Meera know when we are open", "Our shop is open Monday to Friday from 9 am to 6 pm."],
  ["Tell Meera what our opening hours are", "Dear Meera,\n\nOur shop is open Monday to Friday from 9 am to 6 pm."],
  ["Answer Meera how much the 50x50 box costs", "[Fill in: how much the 50x50 box costs]"],
  ["Tell Meera the price of the 50x50 box", "[Fill in: the price of the 50x50 box]"],
  ["Tell Meera the price of model A4", "[Fill in: the price of model A4]"],
  ["Tell Meera our opening hours on Saturday", "[Fill in: our opening hours on Saturday]"],
])(
  "what is asked in other words is told, or left as a blank and never as half a sentence: %s [KNO-39]",
  (intent, said) => {
    expect(draft(intent, shopFacts).body).toContain(said);
  },
);

test.each(["the price of the box: 45", "the price of the box INR 45", "the price of the box 44.50"])(
  "what its writer says is not replaced by knowledge: %s [KNO-39]",
  (said) => {
    const { body, used } = draft(`Tell Meera ${said}`, shopFacts);
    expect(body).toContain(said.slice(4));
    expect(used).toBeUndefined();
  },
);

test("a question to the reader stays a question [KNO-39]", () => {
  expect(draft("Write to Meera how much does the 40x30 box cost?", shopFacts).used).toBeUndefined();
  expect(draft("Answer Meera when can we meet", []).body).toContain("When can we meet?");
});

test("the subject names the matter that is told, not how it is asked [KNO-39]", () => {
  const subjectOf = (intent: string) => draftEmail({ intent, context: "", tone: "professional" }).subject;
  expect(subjectOf("Tell Ravi how long delivery to Chennai takes")).toBe("Delivery to Chennai");
  expect(subjectOf("Let Ravi know when we are open")).toBe("When we are open");
});

test("two topics are told beside the rest, and an open one stays a blank [KNO-39]", () => {
  const { body, used } = draft(
    "Tell Tom what a raft for six people costs a day and when we arrive, and thank him for the order",
  );
  expect(body).toContain("4,200 rupees a day. [Fill in: when we arrive]");
  expect(body).toMatch(/thank you (?:very much )?for the order/i);
  expect(used).toEqual([prices.id]);
});

test.each([
  "Ask Tom what a raft for six people costs a day",
  "Ask for their opening hours",
  "Tell Tom that I will call about the delivery to Norway",
  "Tell Tom what Anna said about the minimum order",
  "Decline because of the payment terms",
  "Tell Maria whether we ship to Sweden",
  "let her know how long the warranty for pump 600 is",
  "Send Tom the price list",
  "Thank Tom for the opening hours",
  "Tell Tom that a raft for six people costs 4,100 rupees a day",
])("a draft that tells something else uses nothing: %s [KNO-39]", (intent) => {
  expect(draft(intent)).toEqual(draft(intent, []));
});

test("two entries that differ leave the blank [KNO-39]", () => {
  const other = piece({ kind: "qa", heading: "Do you deliver to Norway?", text: "No." });
  const { body, used } = draft("Tell Maria whether we ship to Norway", [norway, other]);
  expect(body).toContain("[Fill in: whether we ship to Norway]");
  expect(used).toBeUndefined();
});

test.each(tones)("a quotation keeps its words in a %s mail [KNO-39]", (tone) => {
  expect(draft("Inform the client about our payment terms", knowledge, tone).body).toContain(terms.text);
});

test("a thing that is only named is a blank, not half a sentence [KNO-39]", () => {
  expect(draft("tell the customer our delivery time", []).body).toContain("[Fill in: our delivery time]");
});

test("a reply in the user's own words says what they name, but not to doubtful mail [KNO-39] [KNO-21]", () => {
  const reply = (emailBody: string, stance: string) =>
    draftReply({ emailBody, stance, tone: "professional", now: new Date(0), sender: "Asha", knowledge });
  const mail = "Hi Asha,\n\nI have a question about your rafts.\n\nBest,\nTom";
  const answer = reply(mail, "Tell him what a raft for six people costs a day");
  expect(answer.reply).toContain("A raft for six people costs 4,200 rupees a day.");
  expect(answer.sources).toMatchObject([{ piece: prices.id, page: 3 }]);
  expect(reply(mail, "Send him our opening hours").reply).toContain("Monday to Friday, 9 to 5.");
  const open = reply(mail, "Tell him when we arrive");
  expect(open.reply).toContain("[Fill in: when we arrive]");
  expect(open.sources).toBeUndefined();
  const fraud =
    "Our bank details have changed. Please pay the invoice to the new account at once and send me the codes. What is your minimum order?";
  expect(reply(fraud, "Tell him the minimum order").sources).toBeUndefined();
});
