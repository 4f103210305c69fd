import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";

const now = new Date("2026-03-10T09:30:00Z");
const mailOf = (body: string) => `From: Ana Ruiz <ana@example.com>\nSubject: Note\n\n${body}`;
const replyTo = (body: string, stance?: string) =>
  draftReply({ emailBody: mailOf(body), tone: "professional", stance, now, sender: "Alex Morgan" }).reply;

test.each([
  "Dear Alex,\n\nWe heard that Iris has died. Our thoughts are with you and the whole team.",
  "Hallo Alex,\n\nunser aufrichtiges Beileid zum Tod von Herrn Voss. Er wird uns fehlen.",
  "Bonjour,\n\nToutes nos condoléances pour la perte de Mme Aubry.",
])("condolences are thanked for, not returned: %s", (body) => {
  expect(replyChoices(mailOf(body), { from: "" }, now).intents).toMatchObject([{ stance: "acknowledge" }]);
  expect(replyTo(body)).not.toMatch(/sorry for your loss|my sincere condolences|mein aufrichtiges|mes sincères/i);
});

test("what a mail asks of another reader stays out of the answer", () => {
  const reply = replyTo("Hi Alex, hi Moss,\n\nMoss, please call the baker. Alex, could you print the menus by Friday?");
  expect(reply).toMatch(/menus/);
  expect(reply).not.toMatch(/baker/);
});

test("a mail that says that no answer is needed gets none, whatever its older mail asked", () => {
  const body =
    "Alex,\n\nthe new shelves (oak?) look great. No need to answer.\n\nOn 3 March, Alex wrote:\n> Are they level?";
  expect(replyChoices(mailOf(body), { from: "" }, now)).toMatchObject({ intents: [], noAnswer: {} });
});
