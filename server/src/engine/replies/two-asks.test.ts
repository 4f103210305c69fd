import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";

const now = new Date("2026-09-09T10:00:00Z");
const mailOf = (body: string) => `From: Jonas Berg <j@berg.example>\nSubject: x\n\nHi Alex,\n\n${body}\n\nJonas`;
const reply = (body: string, stance?: string) =>
  draftReply({ emailBody: mailOf(body), tone: "professional", stance, now, sender: "Alex Morgan" }).reply;

test("a need and a prohibition in one sentence are both answered, and only the need is declined", () => {
  const body = "I need photos of the damp bags for our insurance, and please don't throw them away before Friday.";
  expect(reply(body)).toMatch(/photos of the damp bags/);
  expect(reply(body, "decline")).not.toMatch(/able not to/);
});

test("a prohibition alone is declined in general words", () => {
  expect(reply("Please do not throw the bags away before Friday.", "decline")).not.toMatch(/able not to/);
});

test("people who are missing are not sent to anybody", () => {
  const body = "I have 9 of 11 forms. Missing: Otto and the lady from the bakery. Can you ask Mila?";
  for (const { stance } of replyChoices(mailOf(body), { from: "Jonas Berg <j@berg.example>" }, now).intents)
    expect(reply(body, stance)).not.toMatch(/send you (?:the )?(?:otto|lady)/i);
});

test("a demand for a named month's fee is a question to answer", () => {
  expect(reply("I want February's fee back (49 euros) and an explanation.")).toContain("[your answer]");
});

test("a day that is called off is not confirmed in German", () => {
  const body =
    "der Termin am 8. Mai muss leider ausfallen, ginge auch der 9. oder 10.? Können Sie mir das Gutachten senden?";
  const mail = `From: Thomas Baumann <t@b.example>\nSubject: x\n\nGuten Tag Herr Morgan,\n\n${body}\n\nMit freundlichen Grüßen\nThomas Baumann`;
  const { intents } = replyChoices(mail, { from: "Thomas Baumann <t@b.example>" }, now);
  for (const { label, stance } of intents)
    expect(
      `${label} ${draftReply({ emailBody: mail, tone: "professional", stance, now, sender: "Alex" }).reply}`,
    ).not.toMatch(/8\. Mai bestätige|8\. Mai passt mir|8\. Mai bestätigen/);
});
