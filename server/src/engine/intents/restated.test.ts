import { expect, test } from "vitest";
import { readIntent } from "./read-intent.ts";

const read = (intent: string) => {
  const { reader, clauses } = readIntent({ intent, context: "" });
  return { reader: reader.name, text: clauses.map(({ content }) => content).join(". ") };
};

test.each([
  ["note for the whole night crew: gate 2 stays shut until Monday", "night crew", /gate 2 stays shut/],
  ["dear all - the badge reader is broken", "all", /^the badge reader is broken/],
  ["write to Mrs Orsini's tutor Mr Falk. her laptop broke on Monday", "Mr Falk", /^Mrs Orsini's laptop broke/],
  ["my brother's dentist Ms Crane wants the x-rays. they are attached", "Ms Crane", /^you want the x-rays/],
  ["refund request from Iris Vale (order 71). approve it", "Iris", /^we approve your refund request \(order 71\)/],
  ["Ruben doesn't know yet that the hall is booked", "Ruben", /^the hall is booked/],
  ["write something nice to Edda for her promotion", "Edda", /^your promotion/],
  [
    "chase invoice 31 with Orlov Tiles - 20 days overdue, pay by Friday",
    "Orlov Tiles",
    /^invoice 31 \(20 days overdue\)/,
  ],
  ["the landlord asked if we stay. yes, for two years", "", /^you asked if we stay/],
  ["tell Rob I cannot come", "Rob", /^I cannot come/],
  ["ask building management to repair the bell", "", /^repair the bell/],
])("%s is written to %s", (intent, name, text) => {
  expect(read(intent).reader).toBe(name);
  expect(read(intent).text).toMatch(text);
});

test("both persons of an introduction read it, and each is spoken of by name", () => {
  expect(read("introduce Edda (notary) and Ruben (baker, needs a lease) to each other, then step out")).toEqual({
    reader: "Edda and Ruben",
    text: "I would like to introduce you to each other. Edda is a notary. Ruben is a baker and needs a lease",
  });
});

test("a request of somebody who is not named stays as it is", () => {
  expect(read("request from accounting: send the receipts").reader).not.toBe("Accounting");
});

test("an apology at the end does not turn what readers should do into a promise", () => {
  const { clauses } = readIntent({
    intent: "remind tenants in block B: water off on 3 May, fill a bucket. sorry for the trouble",
    context: "",
  });
  expect(clauses.find(({ content }) => content.startsWith("fill"))?.act).toBe("instruct");
});

test.each([
  ["say no", "", "unfortunately I have to decline"],
  ["politely refuse", "", "unfortunately I have to decline"],
  ["tell Ravi no because we have no budget", "Ravi", "unfortunately I have to decline because we have no budget"],
  ["decline, because the date is taken", "", "unfortunately I have to decline, because the date is taken"],
  ["just say yes", "", "I agree"],
  ["confirm in writing", "", "I confirm this"],
  ["confirm by email that the order is cancelled", "", "the order is cancelled"],
])("a decision without its matter is a sentence: %s", (intent, name, text) => {
  expect(read(intent)).toEqual({ reader: name, text });
});

test.each(["say no to the discount", "decline the invitation", "confirm in person", "say thanks"])(
  "a decision with its matter stays as it is: %s",
  (intent) => {
    expect(read(intent).text).not.toMatch(/I agree|have to decline|I confirm/);
  },
);
