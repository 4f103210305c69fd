import { expect, test } from "vitest";
import { agreesIn } from "./agreement.ts";
import type { BlindIntent, BlindMail, Gate } from "./cases.ts";
import { keyPointsCovered, taskCounts } from "./digest-gates.ts";
import { draftFindings } from "./draft-gates.ts";
import { replyFindings } from "./reply-gates.ts";
import { hasFact } from "./words.ts";

const intent: BlindIntent = {
  id: "x",
  trade: "construction",
  language: "en",
  tone: "professional",
  reader: { name: "Ms Ida Lund" },
  intent: "tell Ms Ida Lund the van from Harlow is fixed, she can fetch it after 4 on 9 June, keep it short",
  must: ["4", "9 June|June 9", "Harlow"],
  mustNot: ["she can"],
  clauses: ["van from Harlow is fixed", "you can fetch it after 4 on 9 June"],
};
const good =
  "Dear Ms Lund,\n\nThe van from Harlow is fixed. You can fetch it after 4 on June 9th.\n\nKind regards,\nKim";
const gatesOf = (body: string, row = intent): Gate[] =>
  draftFindings(row, { subject: "Van fixed", body }).map(({ gate }) => gate);

test("a good draft passes every gate", () => {
  expect(gatesOf(good)).toEqual([]);
});

test.each<[string, string, Gate]>([
  ["a missing date", good.replace(" on June 9th", ""), "facts"],
  ["a changed number", good.replace("after 4", "after 14"), "facts"],
  ["the reader in the third person", good.replace("You can", "She can"), "forbidden"],
  ["a style instruction", good.replace("June 9th.", "June 9th. Keep it short."), "instruction"],
  ["the order to the writer", good.replace("The van", "Tell Ms Lund the van"), "instruction"],
  ["words left in brackets", good.replace("You can", "[she can]"), "marked"],
  ["a third party greeted", good.replace("Ms Lund", "Harlow"), "greeted wrong"],
  ["nobody greeted by name", good.replace("Dear Ms Lund", "Hello"), "greeting"],
  ["a blank greeting", good.replace("Ms Lund", "[Name]"), "greeting"],
  ["no greeting", good.replace("Dear Ms Lund,\n\n", ""), "greeting"],
  ["a dropped clause", good.replace("The van from Harlow is fixed. ", "Harlow. "), "dropped"],
  ["a doubled clause", good.replace("June 9th.", "June 9th. You can fetch the van after 4 on 9 June."), "doubled"],
])("a draft with %s fails", (_, body, gate) => {
  expect(gatesOf(body)).toContain(gate);
});

test("a question to the reader is no order to the writer", () => {
  expect(gatesOf(good.replace("June 9th.", "June 9th. Could you tell us if that works?"))).toEqual([]);
});

test("a serious draft may not be cheerful", () => {
  const row = { ...intent, serious: true };
  expect(gatesOf(good.replace("The van", "I hope this finds you well. The van"), row)).toContain("cheerful");
  expect(gatesOf(good, row)).toEqual([]);
});

test("an unknown reader and a group are greeted neutrally, never by a third party's name", () => {
  const unknown = { ...intent, reader: { unknown: true } };
  expect(gatesOf(good.replace("Dear Ms Lund", "Hello"), unknown)).toEqual([]);
  expect(gatesOf(good.replace("Ms Lund", "Harlow"), unknown)).toContain("greeted wrong");
  const group = { ...intent, reader: { group: "drivers" } };
  expect(gatesOf(good.replace("Ms Lund", "drivers"), group)).toEqual([]);
  expect(gatesOf(good.replace("Ms Lund", "Harlow"), group)).toContain("greeted wrong");
});

test.each([
  "Sag Frau Lund, dass der Wagen fertig ist.",
  "Dis à Ida que la voiture est prête.",
  "Dile a Ida que la furgoneta está lista.",
  "Avisa o Ida que a carrinha está pronta.",
  "Ida ko bolo ki van ready hai.",
  "ईडा को बताओ कि गाड़ी तैयार है।",
])("an order in another language fails: %s", (sentence) => {
  expect(gatesOf(`${good}\n${sentence}`)).toContain("instruction");
});

test("a number counts as a fact only if it stands alone", () => {
  expect(hasFact("We ship 112 units.", "12")).toBe(false);
  expect(hasFact("It costs 12.50.", "12")).toBe(false);
  expect(hasFact("We ship 12.", "12")).toBe(true);
  expect(hasFact("We ship twelve.", "12")).toBe(true);
  expect(hasFact("It costs €1,250.00 now", "1,250")).toBe(true);
});

const mail: BlindMail = {
  id: "y",
  trade: "finance",
  language: "en",
  kind: "request",
  from: "Noah Berg <noah@berg.example>",
  to: "Alex Morgan <alex@firm.example>",
  subject: "Account",
  date: "2026-05-06T10:00",
  body: "Our bank account changed. Please pay 500 today. When can we meet?\n\nNoah",
  asks: ["pay 500 today", "when can we meet"],
  noAnswer: false,
  careful: true,
  keyPoints: ["bank account changed", "pay 500 today"],
  tasks: [{ words: ["pay", "500"], owner: "Alex", due: "2026-05-06" }],
  goodSubject: "bank account changed",
};
const repliesWith = (plain: string, intents: { label: string; stance: string; reply: string }[] = []) =>
  replyFindings(mail, { plain, intents }).map(({ gate }) => gate);

test("a careful reply passes, an agreement to pay fails", () => {
  const careful = "Dear Noah,\n\nBefore we pay the 500, I will verify the new account. We can meet on [date].\n\nAlex";
  expect(repliesWith(careful)).toEqual([]);
  expect(repliesWith("Dear Noah,\n\nI will pay the 500 today. We can meet on [date].")).toContain("agreed");
  expect(repliesWith(careful, [{ label: "Agree to do it", stance: "accept", reply: careful }])).toContain("agreed");
});

test("a reply without the sender's name, or with an open question, or twice the same text, fails", () => {
  expect(repliesWith("Hello,\n\nWe can meet on [date]; the 500 we check first today.")).toContain("reply greeting");
  expect(repliesWith("Dear Noah,\n\nThank you for your message.")).toContain("asks");
  const twice = { stance: "", reply: "Dear Noah,\n\nWe can meet on [date]. About the 500 you want today: [answer]." };
  expect(
    repliesWith(twice.reply, [
      { ...twice, label: "Yes" },
      { ...twice, label: "No" },
    ]),
  ).toContain("same text");
});

test("a mail that needs no answer fails with an offered answer", () => {
  const findings = (plain: string, labels: string[]) =>
    replyFindings(
      { ...mail, noAnswer: true },
      { plain, intents: labels.map((label) => ({ label, stance: "", reply: "" })) },
    ).map(({ gate }) => gate);
  expect(findings("No answer is needed.", [])).toEqual([]);
  expect(findings("", ["Archive"])).toEqual([]);
  expect(findings("Hello,\n\nThank you for the information.", [])).toContain("answered");
  expect(findings("", ["Thank them"])).toContain("answered");
  expect(replyFindings(mail, { plain: "", intents: [], noAnswer: "receipt" })).toMatchObject([
    { gate: "not answered" },
  ]);
});

test.each([
  ["We will refund the full amount to your account.", true],
  ["We will not refund the amount.", false],
  ["I will check the account first.", false],
  ["We accept liability.", true],
  ["I will also send a team or agree to sorting at your site at my cost (38 €/h).", true],
  ["Wir überweisen nicht, bevor wir das geprüft haben.", false],
  ["Ich überweise den Betrag auf das neue Konto.", true],
  ["Nous allons effectuer le virement.", true],
  ["Pagaremos hoy en la nueva cuenta.", true],
  ["Vamos pagar hoje na nova conta.", true],
])("%s agrees: %s", (sentence, isAgreement) => {
  expect(agreesIn(sentence)).toBe(isAgreement);
});

test("key points and tasks are counted, and an optional task is neither missed nor wrong", () => {
  expect(keyPointsCovered(mail, ["Our bank account changed."])).toEqual({ share: 0.5, missed: ["pay 500 today"] });
  const found = (action: string) => ({ action, owner: "Alex Morgan", due: new Date("2026-05-06"), source: 0 });
  const tasks = [...mail.tasks, { words: ["meet"], owner: null, due: null, optional: true }];
  expect(taskCounts({ ...mail, tasks }, [found("Pay 500 today"), found("Meet us"), found("Smile")])).toMatchObject({
    hits: 1,
    wanted: 1,
    chosen: 2,
    owners: 1,
    dues: 1,
  });
});
