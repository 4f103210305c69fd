// Mails whose asks, senders and dangers are told in other words than a plain question.
import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";

const now = new Date("2026-05-11T09:00:00Z");
const mail = (from: string, body: string) => `From: ${from}\nSubject: A matter\n\n${body}`;
const reply = (emailBody: string, stance?: string) =>
  draftReply({ emailBody, tone: "professional", stance, now, sender: "Alex Morgan" }).reply;
const stances = (emailBody: string) => replyChoices(emailBody, { from: "" }, now).intents.map(({ stance }) => stance);

test.for([
  ["the driver asked whether the ramp is long enough for two trucks", "Whether the ramp is long enough for two trucks"],
  ["Our auditor has asked when the stock was counted", "When the stock was counted"],
  ["I don't know if the viewing on Monday still takes place", "whether the viewing on Monday still takes place"],
  ["May I ask how much the deposit is", "how much the deposit is"],
] as const)("a reported question is answered: %s", ([sentence, about]) => {
  const text = reply(mail("Ida Holm <ida@holm.example>", `Hi Alex,\n\nall is well here. ${sentence}.\n\nIda`));
  expect(text.toLowerCase()).toContain(about.toLowerCase());
  expect(text).toContain("[your answer]");
});

test("what the writer does not know about the reader's memory is no question", () => {
  const text = reply(
    mail("Ida Holm <ida@holm.example>", "Hi Alex,\n\nI don't know if you remember me, we met in Ulm.\n\nIda"),
  );
  expect(text).not.toContain("[your answer]");
});

test("a sentence after a single letter is its own question", () => {
  const text = reply(
    mail("Ida Holm <ida@holm.example>", "Hi Alex,\n\nthe crack is next to column C. Is the wall safe?\n\nIda"),
  );
  expect(text).not.toContain("column C");
});

test("what is told before a question is not asked, and a person's thing keeps its name", () => {
  const told = reply(
    mail(
      "Ida Holm <ida@holm.example>",
      "Hi Alex,\n\nAlso the lock was changed on Monday, do you need the old key?\n\nIda",
    ),
  );
  expect(told).toContain("need the old key");
  expect(told).not.toContain("lock was changed");
  const listed = reply(
    mail("Ida Holm <ida@holm.example>", "Hi Alex,\n\nwe still need:\n- Bruno's price list\n- the plan\n\nIda"),
  );
  expect(listed).toContain("send you Bruno's price list");
});

test("a reason in the middle does not end a request, and an aside does not enter a promise", () => {
  const sent = reply(
    mail(
      "Ida Holm <ida@holm.example>",
      "Hi Alex,\n\nPlease sign the form by Friday because the office closes early, and send it to the clerk.\n\nIda",
    ),
  );
  expect(sent).toContain("send it to the clerk");
  const told = reply(
    mail(
      "Ida Holm <ida@holm.example>",
      "Hi Alex,\n\nPlease tell the porter so he opens the gate. And please send me the pass, last year it came too late.\n\nIda",
    ),
  );
  expect(told).toContain("tell the porter so he opens the gate");
  expect(told).not.toContain("too late");
});

test("what a reply confirms is the date, not the offer of another", () => {
  const text = reply(
    mail(
      "Ida Holm <ida@holm.example>",
      "Hi Alex,\n\nPlease confirm the date, or suggest another one that week.\n\nIda",
    ),
  );
  expect(text).not.toContain("or suggest");
});

test("a person who signs for a firm is greeted, not the firm's first word", () => {
  const hotel = mail(
    "Hotel Aurora Reservations <r@aurora.example>",
    "Dear Alex,\n\nPlease send us the list.\n\nKind regards\nPaula Stein\nHotel Aurora",
  );
  expect(reply(hotel)).toMatch(/^Dear Paula,/);
  const lawyers = mail(
    "Berger & Partner <k@berger.example>",
    "Dear Sir or Madam,\n\nPlease send us the file.\n\nDr. Ute Berger\nLawyer",
  );
  expect(reply(lawyers)).toMatch(/^Dear Dr\. Berger,/);
});

test("a demand to acknowledge liability is a claim that no click agrees to", () => {
  const demand = mail(
    "Ute Berger <u@berger.example>",
    "Dear Sir,\n\nwe act for Mr Lund. We hereby formally request that you accept liability for the flood and reimburse 900 euros.\n\nUte Berger",
  );
  expect(stances(demand)).toEqual(["verify", "more-time", "decline"]);
});

test.for([
  "Please prepare the list of machines, and proof of your staff's training. Please confirm the date.",
  "The news will be announced on Friday, until then please keep this to yourself. Please bring the rota to our meeting.",
])("ordinary work is not taken for fraud: %s", (body) => {
  expect(stances(mail("Ida Holm <ida@holm.example>", `Hi Alex,\n\n${body}\n\nIda`))).not.toContain("verify");
});

test("a secret without an end, or with money, stays suspicious", () => {
  for (const body of [
    "I need you to handle something for me. Keep this between us.",
    "The deal will be announced on Friday. Please pay the 4,000 dollars now and keep this to yourself.",
  ])
    expect(stances(mail("Ida Holm <ida@holm.example>", `Hi Alex,\n\n${body}\n\nIda`))).toContain("verify");
});

test("praise is answered as thanks", () => {
  const praise = mail(
    "Ida Holm <ida@holm.example>",
    "Dear Alex,\n\nthe cupboard looks gorgeous. Thank you and Tom for coming so late.\n\nIda",
  );
  expect(replyChoices(praise, { from: "" }, now).intents[0]?.label).toBe("Say you're welcome");
});
