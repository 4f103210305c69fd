// Orders to the assistant that say what a reply should tell.
import { expect, test } from "vitest";
import { draftReply } from "../builtin.ts";

const now = new Date("2026-11-16T09:30:00Z");
const emailBody =
  "From: Sara Lund <sara@lund.example>\nSubject: The fair\n\nHi Alex,\n\nCould we meet on Thursday at 2 pm about the fair? Do you want coffee vouchers for your team?\n\nBest,\nSara";
const replyTo = (stance: string) =>
  draftReply({ emailBody, tone: "professional", stance, now, sender: "Kim Vale" }).reply;

test.each([
  ["thank her for the invitation and tell her that Ben brings her the plan", "Ben brings you the plan."],
  ["offer her two free tickets and remind her that the hall closes at 5", "offer you two free tickets."],
  ["tell her that she can call me on her way", "You can call me on your way."],
  ["ask her to move it to 4 pm and bring her notes", "bring your notes"],
  ["tell her yes, and ask her how far the hall is", /I agree\..*how far the hall is\?/s],
  ["no vouchers, thank her", "No vouchers. Thank you."],
])("%s", (stance, said) => {
  const reply = replyTo(stance);
  if (typeof said === "string") expect(reply).toContain(said);
  else expect(reply).toMatch(said);
  expect(reply).not.toMatch(/\b(?:her|she)\b|\[/);
});

test("an offer of vouchers is no fraud", () => {
  expect(draftReply({ emailBody, tone: "professional", stance: "accept", now, sender: "Kim Vale" }).reply).toContain(
    "Thursday at 2 pm works",
  );
});
