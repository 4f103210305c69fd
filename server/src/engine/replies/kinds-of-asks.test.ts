// Kinds of mail whose answers were wrong on fresh cases. The cases here are others.
import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";

const now = new Date("2026-03-02T09:00:00Z");
const reply = (body: string, stance?: string) =>
  draftReply({
    emailBody: `From: Ana Lopes <ana@lopes.example>\n\n${body}`,
    tone: "professional",
    stance,
    now,
    sender: "Sam",
  }).reply;
const choices = (body: string) =>
  replyChoices(`From: Ana Lopes <ana@lopes.example>\n\n${body}`, { from: "ana@lopes.example" }, now);

test("a date that is moved from one day to another is the other day", () => {
  const body = "Hi Sam,\n\nCould we push our call from Monday to Wednesday 11 March at 2pm?\n\nAna";
  expect(reply(body)).toContain("Wednesday 11 March at 2pm [works / does not work] for me");
  expect(reply(body)).not.toContain("Monday");
});

test("a question about a past day proposes no time", () =>
  expect(
    choices("Hi Sam,\n\nHow did the pitch go on Friday?\n\nAna").intents.map(({ stance }) => stance),
  ).not.toContain("propose-time"));

test("things that are needed together are asked for one by one", () => {
  const text = reply(
    "Hi Sam,\n\nWe would need a copy of your permit, the name of a contact and the opening hours.\n\nAna",
    "accept",
  );
  expect(text).toContain(
    "I will send you the following:\n- A copy of my permit\n- The name of a contact\n- The opening hours",
  );
});

test("what somebody else asks and would also like to know is answered", () => {
  const text = reply(
    "Hi Sam,\n\nWe would also like to know whether the hall has a ramp. My boss asks if you could speak at noon.\n\nAna",
  );
  expect(text).toMatch(/whether the hall has a ramp/i);
  expect(text).toMatch(/speak at noon/);
});

test("a new one takes its noun from the sentence before", () =>
  expect(
    reply("Hi Sam,\n\nThe drawing you sent lacks the scale. Can you send a corrected one by Monday?\n\nAna", "accept"),
  ).toContain("a corrected drawing by Monday"));

test("who declines an invitation is not asked about guests", () => {
  const body =
    "Hi Sam,\n\nYou are warmly invited to our summer party on 4 June. Please let us know how many guests you will bring.\n\nAna";
  expect(choices(body).intents.map(({ label }) => label)).toEqual(["Accept the invitation", "Decline the invitation"]);
  expect(reply(body, "decline")).not.toContain("guests");
});

test("a higher rate is no claim", () => {
  const { intents } = choices(
    "Hi Sam,\n\nI have to raise my hourly rate from 60 to 66 euros from May. Could you confirm that you agree?\n\nAna",
  );
  expect(intents.map(({ label }) => label)).not.toContain("Verify first");
  expect(intents.map(({ stance }) => stance)).not.toContain("accept");
});

test("a demand to pay by a link is verified first", () =>
  expect(
    choices(
      "Dear customer,\n\nPay within 24 hours by the link below or legal action will follow.\nhttp://x.example/p",
    ).intents.map(({ label }) => label),
  ).toContain("Verify first"));

test("a fire drill for everybody needs no answer", () =>
  expect(
    choices(
      "Dear all,\n\nThere is a fire drill on Friday at 9:30. Please use the stairs and meet at the gate. It takes 15 minutes.\n\nAna",
    ).noAnswer,
  ).toBeDefined());

test("an application is confirmed, invited or declined", () => {
  const { intents } = choices("Dear Sam,\n\nI would like to apply as a baker. My references are attached.\n\nAna");
  expect(intents.map(({ label }) => label)).toEqual(["Confirm receipt", "Invite to an interview", "Decline politely"]);
});

test("codes of goods are no secrets", () =>
  expect(
    choices(
      "Hi Sam,\n\nCustoms needs the invoice with the HS codes. Could you send it today? Storage is £40 a day.\n\nAna",
    ).intents.map(({ label }) => label),
  ).not.toContain("Verify first"));
