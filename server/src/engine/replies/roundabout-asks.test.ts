import { expect, test } from "vitest";
import { draftReply, replyIntents } from "../builtin.ts";

const now = new Date("2026-05-05T09:00:00Z");
const mail = (body: string) => `From: Ada West <ada@west.example>\nSubject: News\n\nDear Alex,\n\n${body}\n\nAda`;
const replyTo = (body: string, stance?: string) =>
  draftReply({ emailBody: mail(body), tone: "professional", stance, now, sender: "Alex Morgan" }).reply;

test("who tells of an own trouble is not consoled", () => {
  const own =
    "The crane has broken down, so we have to move you to Friday 15 May. Please leave the trailer behind shed 2.";
  expect(replyTo(own)).not.toMatch(/sorry|apologi/i);
  expect(replyTo("Your engineer came twice and the boiler is still broken. Please send somebody.")).toMatch(
    /sorry|apologi/i,
  );
});

test("minutes and offers get neither thanks for kind words nor for an invitation", () => {
  expect(replyTo("Thanks for coming. Bo orders the filters by Friday.")).not.toMatch(/kind words/);
  expect(replyTo("The menu is fixed. If you fancy another tasting, we'd be happy to have you.")).not.toMatch(
    /invitation/,
  );
});

test("one of several readers answers for them", () => {
  expect(replyTo("Please let me know how many of you will come.")).toMatch(/how many of us will come/i);
});

test("what the writer waits for is answered", () => {
  expect(replyTo("Nothing has arrived from you yet about the meter readings.")).toMatch(/send you the meter readings/i);
  expect(replyTo("The photo on page 12 has only 90 dpi; we need a better one.")).toMatch(/a better photo/);
});

test.each([
  "The report can wait. Please don't give it a thought.",
  "Please forget what I wrote on Sunday, the hall is ours after all.",
  "We need five weeks from the day on which the sheets arrive.",
])("a reassurance and a length of time are no requests: %s", (body) => {
  expect(replyIntents(mail(body), now).map(({ stance }) => stance)).not.toContain("accept");
});

test("an apology is never promised with one click", () => {
  for (const { stance } of replyIntents(mail("Send me a corrected invoice. An apology would be nice."), now))
    expect(replyTo("Send me a corrected invoice. An apology would be nice.", stance)).not.toMatch(
      /send you an apology/,
    );
});
