import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" }).body;

test.for([
  ["parcel 5512 went to the old address, we resend it tomorrow. this goes to dr amadi", "Dear Dr Amadi,", "amadi"],
  ["the table on the 14th is gone, the 15th at 7 is free. for hugo p, short pls", "Dear Hugo,", "hugo"],
  ["the keys are due on friday noon - to mr brandt", "Dear Mr Brandt,", "brandt"],
  ["boiler in flat 6 is out, no hot water. dave @ warmtech", "Dear Dave,", "warmtech"],
  ["fence panels are in. pick up from wed. contact = mrs odhiambo", "Dear Mrs Odhiambo,", "odhiambo"],
  ["tell printer (joost) the proof has a typo on p 4", "Dear Joost,", "printer"],
])("greets the reader who stands in a part of their own: %s", ([intent = "", greeting = "", unsaid = ""]) => {
  const body = bodyOf(intent);
  expect(body.startsWith(greeting)).toBe(true);
  expect(body.slice(greeting.length)).not.toContain(unsaid);
});

test("an order with a pronoun is for the only person who was named", () => {
  const body = bodyOf(
    "we charged Mrs Wetherby twice for room 12. Apologise to her, the refund of 89 comes within 5 days",
  );
  expect(body).toContain("Dear Mrs Wetherby,");
  expect(body).toContain("We charged you twice for room 12.");
});

test("a pronoun after an order for somebody else is not given to a third person", () => {
  expect(bodyOf("Tell the plumber the tap drips. The key is with Mrs Grey")).toMatch(/^Hello,/);
});
