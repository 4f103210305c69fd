import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) =>
  draftEmail({ intent, context: "", tone: "professional", sender: "Alex Morgan" }).body;

test.each([
  [
    "Pass on to Dagny what the garage said - her van needs new brakes",
    "Dear Dagny,",
    "said your van needs new brakes.",
  ],
  ["please relay to Tom that the meeting is moved to Friday", "Dear Tom,", "The meeting is moved to Friday."],
  ["explain to Mrs Abernathy, politely but firmly, that the insurer won't pay", "Dear Mrs Abernathy,", "will not pay."],
  ["tell Ben, very kindly, that the hall is booked", "Dear Ben,", "The hall is booked."],
  ["Write to Tom Reed, whose car we scratched. Say we will pay for the repair", "Dear Tom,", "We scratched your car."],
  [
    "Write a note to Helen Varga, whose husband died on Sunday",
    "Dear Helen,",
    "sorry that your husband died on Sunday.",
  ],
])("what stands between the order and the news is read: %s", (intent, greeting, said) => {
  const body = bodyOf(intent);
  expect(body).toContain(greeting);
  expect(body).toContain(said);
  expect(body).not.toMatch(/\[|whose|politely|kindly|pass on|decline/i);
});

test("an order about phrases is not told to the reader", () => {
  expect(bodyOf("Write to Helen that the garden is open on Sunday. No stock phrases")).not.toMatch(/phrases/i);
});
