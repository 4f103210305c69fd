import type { VoiceFacts } from "@intellibox/contract/rules/voice";
import { expect, test } from "vitest";
import { draftEmail, draftReply } from "../builtin.ts";
import type { WritersVoice } from "./apply-voice.ts";

const traits: VoiceFacts = {
  frames: [
    { kind: "any", language: "en", greeting: "Hello {name},", signOff: "Cheers," },
    { kind: "colleague", language: "en", greeting: "hey {name}", signOff: "" },
    { kind: "several", language: "en", greeting: "Hi all," },
    { kind: "any", language: "de", greeting: "Liebe(r) {name},", signOff: "Viele Grüße" },
  ],
  ...{ signsAs: "Asha", formality: "casual", phrases: [], languages: [] },
};
const voice: WritersVoice = { traits, kind: "known" };
const draft = (changes: object = {}) =>
  draftEmail({
    intent: "Tell Tom that the crates arrive on Friday",
    tone: "professional",
    context: "",
    sender: "Asha Rao",
    voice,
    ...changes,
  });
const now = new Date("2026-11-18T10:00:00Z");
const question =
  "From: Tom Berg <tom@berg.test>\n\nHi Asha,\n\nCan you send me the price list by Friday?\n\nThanks,\nTom";
const reply = (changes: object = {}) =>
  draftReply({
    emailBody: question,
    tone: "professional",
    stance: "accept",
    now,
    sender: "Asha Rao",
    voice,
    ...changes,
  });

test("a draft has the user's greeting, closing and name [STY-11]", () => {
  const { body, inVoice } = draft();
  expect(body).toMatch(/^Hello Tom,\n\n/);
  expect(body).toMatch(/\n\nCheers,\nAsha$/);
  expect(inVoice).toBe(true);
  const without = draft({ voice: undefined });
  expect(without.body).toMatch(/^Dear Tom,/);
  expect(without.inVoice).toBeUndefined();
});

test("a reply has the user's greeting, closing and name [STY-11]", () => {
  const { reply: text, inVoice } = reply();
  expect(text).toMatch(/^Hello Tom,\n\n/);
  expect(text).toMatch(/\n\nCheers,\nAsha$/);
  expect(inVoice).toBe(true);
});

test("each kind of recipient gets its own frame [STY-11]", () => {
  expect(draft({ voice: { traits, kind: "colleague" } }).body).toMatch(/^hey Tom\n\n[\s\S]+[^,]\n\nAsha$/);
  expect(draft({ voice: { traits, kind: "several" } }).body).toMatch(/^Hi all,/);
});

test("a short writer gets no sentences that only fill [STY-11]", () => {
  const long = draft();
  const short = draft({ voice: { traits: { ...traits, words: 20 }, kind: "known" } });
  expect(short.body.length).toBeLessThan(long.body.length);
  expect(short.body).toContain("Friday");
  const [longReply, shortReply] = [reply(), reply({ voice: { traits: { ...traits, words: 20 }, kind: "known" } })];
  expect(shortReply.reply.split("\n\n").length).toBeLessThan(longReply.reply.split("\n\n").length);
  expect(shortReply.reply).toMatch(/price list|Friday/);
});

test("a tone that was chosen wins over the habit [STY-11]", () => {
  expect(draft({ tone: "empathetic" }).body).toMatch(/^Dear Tom,/);
  const formal: WritersVoice = { traits: { ...traits, formality: "formal" }, kind: "known" };
  expect(draft({ tone: "enthusiastic", voice: formal }).body).not.toMatch(/^Hello Tom,/);
  expect(draft({ voice: formal }).body).toMatch(/^Hello Tom,/);
});

test("a grave matter and a wish for a formal mail keep the engine's frame [STY-11]", () => {
  const condolence = draft({ intent: "Send condolences to Tom, his mother passed away" });
  expect(condolence.body).not.toMatch(/Cheers|^Hello Tom/);
  const formal = draft({ intent: "Tell Tom that the crates arrive on Friday. Keep it formal." });
  expect(formal.body).toMatch(/^Dear Tom,/);
  const fraud = "From: CEO <ceo@x.test>\n\nHi Asha, buy gift cards for 500 euros at once and send me the codes.\n\nTom";
  expect(reply({ emailBody: fraud }).reply).not.toContain("Cheers");
});

test("a saved signature gets no second name [STY-11]", () => {
  expect(draft({ sender: "" }).body).toMatch(/\n\nCheers,$/);
  expect(reply({ sender: "" }).reply).toMatch(/\n\nCheers,$/);
});

test("a greeting that follows the reader's gender is used only if that is known [STY-11]", () => {
  const german = (intent: string) => draft({ intent }).body;
  expect(german("Sag Anna, dass die Kisten am Freitag kommen")).toMatch(/^Liebe Anna,\n\n[\s\S]+Viele Grüße\nAsha$/);
  expect(german("Sag Peter, dass die Kisten am Freitag kommen")).toMatch(/^Lieber Peter,/);
  expect(german("Sag Xqe, dass die Kisten am Freitag kommen")).not.toMatch(/Liebe/);
});

test("a greeting without the reader's name leaves the name out [STY-11]", () => {
  const anonymous = draft({ intent: "Say that the crates arrive on Friday" });
  expect(anonymous.body).toMatch(/^Hello,\n/);
  const dear: WritersVoice = {
    traits: { ...traits, frames: [{ kind: "any", language: "en", greeting: "Dear {name}," }] },
    kind: "any",
  };
  expect(draft({ intent: "Say that the crates arrive on Friday", voice: dear }).body).not.toMatch(/^Dear,/);
});
