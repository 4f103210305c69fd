import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" }).body;

test.for([
  [
    "Compose a friendly refusal to Mr Hobson: we cannot lend out the marquee in May",
    "Dear Mr Hobson,",
    "We cannot lend out the marquee in May.",
  ],
  [
    "prepare a short apology to the Wetherbys for the cold soup on Sunday",
    "Dear Wetherbys,",
    "for the cold soup on Sunday.",
  ],
  [
    "send our neighbours a notice that the crane blocks the lane on Monday",
    "Dear neighbours,",
    "The crane blocks the lane on Monday.",
  ],
  [
    "we owe Dr Pemberton an answer about the room: she can have it from 3 March",
    "Dear Dr Pemberton,",
    "You can have it from 3 March.",
  ],
  [
    "write a confirmation to Lucille Brandt that her stall 14 is booked for 6 June",
    "Dear Lucille,",
    "your stall 14 is booked for 6 June.",
  ],
  ["send Mrs Iqbal a gentle reminder about the unpaid fee of £60", "Dear Mrs Iqbal,", "the unpaid fee of £60"],
  [
    "write a final reminder to Mr Odell: invoice 4471 is open since 2 August",
    "Dear Mr Odell,",
    "final reminder. Invoice 4471 is open",
  ],
  [
    "draft a rejection for Ivo Lang, who applied for the post of stage hand",
    "Dear Ivo,",
    "decline your application for the post of stage hand.",
  ],
  ["send Mrs Achebe our condolences on the death of her husband", "Dear Mrs Achebe,", "the death of your husband."],
  [
    "write a warm thank-you note to Petra Olsen for the six chairs that she lent us",
    "Dear Petra,",
    "for the six chairs that you lent us.",
  ],
])("reads the kind of mail and its reader: %s", ([intent = "", greeting = "", said = ""]) => {
  const body = bodyOf(intent);
  expect(body.startsWith(greeting)).toBe(true);
  expect(body).toContain(said);
});
