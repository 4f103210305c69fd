import { expect, test } from "vitest";
import { askAll, goals, rates } from "../../../eval/questions/run-questions.ts";
import { findAnswer } from "./answer-question.ts";
import { readPeriod } from "./read-period.ts";
import { readFollowUp, readQuestion } from "./read-question.ts";
import type { QuestionMail } from "./types.ts";

const now = new Date("2026-11-18T09:00:00Z");
const clock = { now, timeZone: "Asia/Kolkata" };

test("questions about a small mailbox cite the right mail, and few answers are wrong [ASK-03]", () => {
  const asked = askAll();
  expect(asked.length).toBeGreaterThanOrEqual(40);
  const { right, wrong } = rates(asked);
  expect(right).toBeGreaterThanOrEqual(goals.right);
  expect(wrong).toBeLessThanOrEqual(goals.wrong);
});

test.each([
  ["yesterday", { after: "2026-11-17", before: "2026-11-18" }],
  ["this week", { after: "2026-11-16", before: "2026-11-23" }],
  ["last week", { after: "2026-11-09", before: "2026-11-16" }],
  ["last month", { after: "2026-10-01", before: "2026-11-01" }],
  ["in March", { after: "2026-03-01", before: "2026-04-01" }],
  ["in December", { after: "2025-12-01", before: "2026-01-01" }],
  ["in the last 10 days", { after: "2026-11-08" }],
  ["since Monday", { after: "2026-11-16" }],
  ["since 3 October", { after: "2026-10-03" }],
  ["on 5 November", { after: "2026-11-05", before: "2026-11-06" }],
  ["in 2025", { after: "2025-01-01", before: "2026-01-01" }],
])("“%s” is a period by the asker's clock [ASK-05]", (words, period) => {
  expect(readPeriod(`What did Jo say ${words}?`, now, "Asia/Kolkata")?.period).toEqual(period);
});

test.each([
  ["What is due on Tuesday?", { after: "2026-11-24", before: "2026-11-25" }],
  ["What is due on Wednesday?", { after: "2026-11-18", before: "2026-11-19" }],
  ["What is due next Wednesday?", { after: "2026-11-25", before: "2026-11-26" }],
  ["What do I have to do by Friday?", { before: "2026-11-21" }],
  ["What must I send before Friday?", { before: "2026-11-20" }],
  ["What is due on Nov 24?", { after: "2026-11-24", before: "2026-11-25" }],
  ["What is due by 3 January?", { before: "2027-01-04" }],
  ["What did Jo write on Tuesday?", { after: "2026-11-17", before: "2026-11-18" }],
  ["What did Jo say about the meeting on Tuesday?", undefined],
  ["Is the parcel arriving today?", undefined],
  ["Is there mail from Jo today?", { after: "2026-11-18", before: "2026-11-19" }],
])("the days of “%s” are those that it asks about [ASK-05]", (asked, period) => {
  expect(readQuestion(asked, clock).period).toEqual(period);
});

test.each([
  ...["Wie viele Stück braucht Hoffmann?", "Welche Rechnungen sind offen?", "Was kostet der Karton?", "Und wann?"],
  ...["Quand arrive le colis ?", "Quelles factures sont ouvertes ?", "Quanto costa la scatola?", "¿Cuánto cuesta?"],
  ...["Quando chega a encomenda?", "Hoeveel dozen zijn er beschadigd?", "När kommer paketet?", "Kiedy spotkanie?"],
  ...["Meera ne kitna quote kiya?", "Invoice kab due hai?", "Kutu ne kadar?"],
])("“%s” is not taken for English [ASK-04]", (asked) => {
  expect(readQuestion(asked, clock).cannot).toBe("language");
});

test.each([
  ...["Was the invoice paid?", "Who is Hans Müller?", "When is the Fête de la Musique?", "What was was paid for?"],
  ...["Did Lena write about Lieferzeiten?", "price of the Stück", "quotation", "Quito flight"],
])("“%s” is English [ASK-03]", (asked) => {
  expect(readQuestion(asked, clock).cannot).toBeUndefined();
});

test.each([
  ["What is the capital of France?", "knowledge"],
  ["Should I accept the offer?", "judgement"],
  ["Delete all mails from Tom", "order"],
  ["How much did the boxes cost in total?", "calculation"],
  ["Wann ist die Besprechung mit Frau Weber?", "language"],
])("“%s” is refused with its reason [ASK-04]", (question, cannot) => {
  expect(readQuestion(question, clock)).toMatchObject({ cannot });
});

const mail = (body: string, at: string, more: Partial<QuestionMail> = {}): QuestionMail => ({
  ...{ from: "Meera Kapoor <meera@box.test>", to: "Rohan <rohan@desai.test>", at: new Date(at), subject: "Boxes" },
  ...{ body, thread: at, isOwn: false, ...more },
});
const ask = (question: string, mails: QuestionMail[], earlier: string[] = []) =>
  findAnswer({
    question: readQuestion(question, clock, earlier),
    people: ["meera"],
    mails,
    asker: ["rohan"],
    ...clock,
  });

test("the newest mail is first if two differ, and what is quoted below a mail is not its own [ASK-03]", () => {
  const mails = [
    mail("The boxes cost ₹52 each.", "2026-10-01T09:00:00Z"),
    mail("The boxes cost ₹48 each.\n\n> The boxes cost ₹99 each.", "2026-11-01T09:00:00Z"),
  ];
  const { found, differs } = ask("What did Meera quote for the boxes?", mails);
  expect(found.map(({ sentence }) => sentence)).toEqual(["The boxes cost ₹48 each.", "The boxes cost ₹52 each."]);
  expect(differs).toBe(true);
});

test("a sentence without an amount is no answer to “how much” [ASK-03]", () => {
  const answer = ask("How much do the boxes from Meera cost?", [mail("The boxes cost a lot.", "2026-11-01T09:00:00Z")]);
  expect(answer).toMatchObject({ outcome: "nothing", found: [], nearest: [0] });
});

const boxes =
  "We can do 500 printed boxes at ₹41.50 each. Delivery takes 12 days. Valid until 30 November. We chose the thicker board because the thin one tears.";
test.each([
  ["How long does delivery take?", [], "Delivery takes 12 days."],
  ["And how long does delivery take?", ["What did Meera quote for the boxes?"], "Delivery takes 12 days."],
  ["How many days does the delivery from Meera take?", [], "Delivery takes 12 days."],
  ["How long is the quote from Meera valid?", [], "Valid until 30 November."],
  ["Why did Meera choose the thicker board?", [], "We chose the thicker board because the thin one tears."],
])("“%s” is answered by a time or a reason only [ASK-03] [ASK-06]", (question, earlier, sentence) => {
  const { found } = ask(question, [mail(boxes, "2026-11-01T09:00:00Z", { subject: "Quote for boxes" })], earlier);
  expect(found[0]?.sentence).toBe(sentence);
});

test("a question for a reason is not answered by a sentence that says none [ASK-03]", () => {
  const mails = [mail("Delivery takes 12 days.", "2026-11-01T09:00:00Z")];
  expect(ask("Why did Meera choose 12 days?", mails)).toMatchObject({ outcome: "nothing", nearest: [0] });
});

test("a follow-up takes what it leaves out from the question before [ASK-06]", () => {
  const mails = [mail("The boxes cost ₹48 each. The tape costs ₹1,200 a carton.", "2026-11-01T09:00:00Z")];
  const { found } = ask("And for the tape?", mails, ["What did Meera quote for the boxes?"]);
  expect(found[0]?.sentence).toBe("The tape costs ₹1,200 a carton.");
});

test("a long and odd question is read in a moment", () => {
  const started = performance.now();
  for (const odd of [
    "a".repeat(5_000),
    "who ".repeat(1_000),
    "'".repeat(900),
    "in the last 999 days ".repeat(50),
    "?!\0\ud800",
  ])
    expect(readQuestion(odd, clock, [odd, odd]).groups.length).toBeLessThanOrEqual(8);
  expect(performance.now() - started).toBeLessThan(1_000);
});

const open = (question: string) => ({ question, isAnswered: false });
const conversation = (asked: string, earlier: { question: string; isAnswered: boolean }[]) => {
  const mails = [
    mail("We can offer the boxes at ₹48 each. The tape costs ₹1,200 a carton.", "2026-11-10T09:00:00Z"),
    mail("Your flight leaves on 3 December at 7:40.", "2026-11-12T09:00:00Z", { from: "Anand <anand@trip.test>" }),
    mail("Invoice 771 over ₹18,400 is due on 20 November.", "2026-11-14T09:00:00Z", { from: "Tom <tom@print.test>" }),
  ];
  const [first, ...others] = readFollowUp(asked, clock, earlier);
  const known = (question: typeof first) => ({
    question,
    people: question.names.filter((name) => ["meera", "anand", "tom"].includes(name)),
  });
  return findAnswer({ ...known(first), otherwise: others.map(known), mails, asker: ["rohan"], ...clock });
};

test.each([
  ["When did she write?", [open("What did Meera quote for the labels?")], "We can offer the boxes at ₹48 each."],
  ["And the tape?", [open("How much does the parcel from Zed cost?")], "The tape costs ₹1,200 a carton."],
  ["And the flight?", [open("When is my train to Goa?")], "Your flight leaves on 3 December at 7:40."],
  [
    "And when is invoice 771 due?",
    [open("What is the capital of France?")],
    "Invoice 771 over ₹18,400 is due on 20 November.",
  ],
  [
    "How much is it?",
    [{ question: "When is invoice 771 due?", isAnswered: true }, open("What is the capital of France?")],
    "Invoice 771 over ₹18,400 is due on 20 November.",
  ],
  ["And the boxes?", [open("Was hat Meera für die Kisten angeboten?")], "We can offer the boxes at ₹48 each."],
])("“%s” is answered after a question that nothing answered [ASK-06]", (asked, earlier, sentence) => {
  expect(conversation(asked, earlier).found[0]?.sentence).toBe(sentence);
});

test.each([
  ["When is it due?", [open("What is the capital of France?")]],
  ["How much do they cost?", [open("What did Meera quote for the labels?")]],
  ["And each?", [open("What did Meera quote for the labels?")]],
  ["And the parrots?", [open("What did Meera quote for the labels?")]],
])("“%s” about what no mail has finds nothing else instead [ASK-04] [ASK-06]", (asked, earlier) => {
  expect(conversation(asked, earlier)).toMatchObject({ outcome: "nothing", found: [] });
});
