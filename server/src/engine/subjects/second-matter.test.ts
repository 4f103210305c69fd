import { expect, test } from "vitest";
import { suggestSubject } from "../builtin.ts";

test.each([
  [
    "Dear Alex,\n\nI would love to speak. Is there a projector with HDMI? I arrive on the 21st, please book the hotel for two nights.\n\nAmina",
    /projector.*hotel/i,
  ],
  [
    "Hello,\n\nThird time that the spinning class was cancelled without a word. I want February's fee back (49 euros).\n\nDerek",
    /spinning class.*February's fee/i,
  ],
])("a mail with two matters names both in its subject", (text, subject) => {
  expect(suggestSubject({ text }).subject).toMatch(subject);
});

test("minutes are called minutes", () => {
  expect(
    suggestSubject({ text: "Hi all,\n\nshort minutes:\n- audit went well\n- Ben orders gloves by Monday\n\nNadia" })
      .subject,
  ).toMatch(/^Minutes: /);
});
