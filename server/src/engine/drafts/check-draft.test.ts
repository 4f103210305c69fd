import { expect, test } from "vitest";
import { faultOf, hasDoubledSentence, missingFacts } from "./check-draft.ts";

const nobody = { name: "", isPerson: false };
const fault = (sentence: string, before = "", reader = nobody) => faultOf(sentence, { reader, before });

test.each([
  "Push him to hang the truss before Thursday.",
  "Own it: our bug, fixed yesterday.",
  "Tell Anna that the van is fixed.",
  "Could you let me know if it arrived, and push you to hang the truss?",
  "The fine is paused, ask Lorna about the rest.",
  "Maybe offer a 20 minute call.",
  "Don't contact the customer.",
  "To all line managers.",
])("an order to the writer is not sent: %s", (sentence) => expect(fault(sentence)).toBe("order"));

test.each([
  "The vet comes on Tuesday at 7.",
  "Please ask Lorna from the 17th on.",
  "Could you please check the list and tell Anna?",
  "Work stops at five.",
  "Answer to Holm is due tomorrow.",
  "Order 8841 was delayed.",
  "Thank you for your help.",
  "Let me know when it suits you.",
  "We will ask Tom and tell you.",
])("a sentence to the reader stays: %s", (sentence) => expect(fault(sentence)).toBeUndefined());

test.each([
  "Please accept my apologies for the but the lift is broken.",
  "Could you please want a corrected bill?",
  "Could you please tell me the then?",
  "You wants two tickets.",
  "I would like to ask for no excuses.",
  "We need the the list.",
])("a broken join is found: %s", (sentence) => expect(fault(sentence)).toBe("join"));

test("a pronoun needs somebody before it whom it means", () => {
  expect(fault("She can call me after 4.")).toBe("pronoun");
  expect(fault("They should move to v2.")).toBe("pronoun");
  expect(fault("She can call me after 4.", "Ruth collects the money.")).toBeUndefined();
  expect(fault("The nurse says that he is fine.")).toBeUndefined();
  expect(fault("They end in June.", "The old contracts stay.")).toBeUndefined();
});

test("a reader who is greeted by name is not spoken of", () => {
  const chloe = { name: "Chloe", isPerson: true };
  expect(fault("We have to end Chloe's probation.", "", chloe)).toBe("reader");
  expect(fault("Chloe, could you call me?", "", chloe)).toBeUndefined();
  expect(fault("Ana Petrov is ill.", "", { name: "Mr Petrov", isPerson: true })).toBeUndefined();
});

test("words in quotation marks and in blanks are not judged", () => {
  expect(fault('The sign says "Tell Anna".')).toBeUndefined();
  expect(fault("[In your words: tell Anna that she is late]")).toBeUndefined();
});

test("a number, name or date of the intent that the draft lost is found", () => {
  const intent = "tell Sven that the lift is broken until week 22, order LX9920 waits for Ruth on 3 May";
  expect(
    missingFacts(intent, "Dear Sven, the lift is broken until week 22. Order LX9920 waits for Ruth on 3 May."),
  ).toEqual([]);
  expect(missingFacts(intent, "Dear Sven, the lift is broken.")).toEqual(["22", "9920", "3", "Ruth", "May"]);
  expect(missingFacts("pay 12 of 112", "Pay 112.")).toEqual(["12"]);
});

test("a sentence that says the same again is found", () => {
  expect(
    hasDoubledSentence(["The boat lift in hall four is broken.", "Note: the boat lift in hall four is broken."]),
  ).toBe(true);
  expect(hasDoubledSentence(["The boat lift in hall four is broken.", "The crane in hall five works."])).toBe(false);
});

test("text of hostile length is checked at once", () => {
  const long = "ask him to tell her that they ".repeat(20_000);
  expect(fault(long)).toBe("order");
  expect(missingFacts("a1 ".repeat(500), long)).toEqual(["1"]);
});
