import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draft = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" });

test.each([
  [
    "dear mr. brandt we do not accept the claim of 12.5., our client was not on site",
    ["Dear Mr. Brandt,", "We do not accept the claim of 12.5."],
  ],
  [
    "cover note for the customs papers to Ben, 3 files, he has to sign page 2",
    ["Dear Ben,", "The customs papers are attached (3 files).", "You have to sign page 2."],
  ],
  [
    "our delivery time for the switches to Marta (8 weeks), price stays valid",
    ["Dear Marta,", "Our delivery time for the switches is 8 weeks."],
  ],
  ["our price for 200 chairs to Ms Berg, 18.40 each", ["Dear Ms Berg,", "Our price for 200 chairs is 18.40 each."]],
  [
    "late checkout for Ms Tanaka ok till 2, taxi is about 45 euros",
    ["Dear Ms Tanaka,", "The late checkout is fine till 2."],
  ],
  [
    "Carlos - vaccination cert for Bruno, attached, valid til 3 june 2027",
    ["The vaccination certificate for Bruno is attached. It is valid until 3 June 2027."],
  ],
  ["tell the customer our delivery time", ["[Fill in: our delivery time]"]],
  ["remind Dev about the release forms. 3rd time now. without them we can't cut", ["This is the third time now."]],
  ["Paula, 12 kegs, not 20, sorry my mistake.", ["I am sorry for my mistake."]],
  [
    "we don't accept this. evidence by 30 june or we close the case",
    ["We need your evidence by 30 June or we close the case."],
  ],
  ["cancel the contract. customer number 88102, ends 30 sept", ["customer number is 88102. It ends 30 Sept."]],
  [
    "Helen's husband died on sunday. condolences, and that she needn't do anything about the policy",
    ["You needn't do anything about the policy."],
  ],
])("a short note becomes whole sentences: %s", (intent, sentences) => {
  const { body } = draft(intent);
  for (const sentence of sentences) expect(body).toContain(sentence);
  expect(body).not.toContain("[In your words");
});

test("what the writer thinks of the reader is not told", () => {
  const { body } = draft(
    "Chase Mr Salgado for the grant, it was due 1 April. friendly, we like them. ask whether the format changed",
  );
  expect(body).not.toMatch(/like (?:you|them)/);
  expect(body).toContain("whether the format changed");
});

test("a loss names no matter in the subject", () => {
  expect(draft("Helen's husband died on sunday. I'll call her in two weeks").subject).toBe("My sincere condolences");
});

test.each([
  [
    "invite Dr Yusuf to our autumn dinner, 22 march, dietary wishes by Monday",
    "Invitation: our autumn dinner, 22 March",
  ],
  ["tell Tom he needs to move his car out of spot 12, it's ours", "Move your car out of spot 12"],
  ["Jenny asked for a raise. not now", "Your request for a raise"],
  ["ask Brigitte whether her firm still does sandblasting", "Question: your firm still does sandblasting"],
  ["apologise to Mrs Kim, her order went to the neighbour", "Your order went to the neighbour"],
])("a subject says what the mail wants: %s", (intent, subject) => {
  expect(draft(intent).subject).toBe(subject);
});
