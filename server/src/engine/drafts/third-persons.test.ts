import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, context: "", tone: "professional", sender: "Kim" }).body;

test.each([
  [
    "Tell Mrs Tanaka her order is packed, the courier collects on Thursday, so it'll reach her on the 22nd. if she needs it sooner she can pick it up",
    ["Your order is packed", "It will reach you on the 22nd", "If you need it sooner you can pick it up"],
  ],
  [
    "inform our tenant Mr. Osei that the engineer comes on 9 Dec, if nobody is in he should leave the key with the neighbour",
    ["you should leave the key"],
  ],
  ["tell Mr Petrov that Rashid covers his shifts until Friday", ["Rashid covers your shifts"]],
])("what the reader gets or should do is said to the reader, although somebody else is named: %s", (intent, said) => {
  const body = bodyOf(intent);
  for (const words of said) expect(body).toContain(words);
  expect(body).not.toMatch(/\[In your words|\b(?:she|he|her|his)\b/);
});

test("what a technician needs is not said of the reader", () =>
  expect(bodyOf("tell Mr Osei the technician comes at 9, he needs access to the cellar")).not.toContain(
    "you need access",
  ));

test("nobody is told of their own loss, and condolences name who sends them", () => {
  const body = bodyOf("Mr Petrov's mother passed away. send condolences from all of us in the warehouse");
  expect(body).toMatch(/very sorry to hear that your mother passed away/);
  expect(body).toContain("Please accept the sincere condolences of all of us in the warehouse.");
});

test("a last reminder stays named as one, and what is unpaid is said in a clause", () => {
  const about = bodyOf(
    "Final reminder to Baxter & Rowe about invoice 20871 due 30 June still unpaid after two reminders",
  );
  expect(about).toMatch(/final reminder about invoice 20871 due 30 June, which is still unpaid after two reminders/);
  const stated = bodyOf("Final reminder to Baxter & Rowe, invoice 20871 due 30 June still unpaid after two reminders");
  expect(stated).toMatch(/final reminder\..*still unpaid/s);
});

test("the order above a list of questions does not stay in the mail", () =>
  expect(bodyOf("Ask Kirsten 1) did the auditor sign off 2) who has the key")).not.toMatch(
    /Ask Kirsten|In your words/,
  ));

test("an invoice is paid, not the writer", () =>
  expect(bodyOf("paulo: thanks for the repair, invoice received, will be paid on friday")).not.toContain(
    "I will be paid",
  ));

test("somebody's request that is approved is not requested", () =>
  expect(bodyOf("Harriet's request for unpaid leave in July is approved, 6 to 24 July")).not.toMatch(
    /like to request/,
  ));
