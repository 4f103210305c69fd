// Pronouns that mean the reader, and those of others.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" }).body;

test.for([
  [
    "Offer Bashir the 8 pallets at 40 each if he takes them all before Easter and brings back the frames",
    "and bring back the frames",
  ],
  [
    "Write to Edna Coyle that the scans of her cat Pepper are back. Dr Lund wants to see him again. Ask her not to feed him before",
    "wants to see him again",
  ],
  [
    "Say sorry to Delphine, I can't come on the 3rd. Oscar will take my seat, he knows the numbers",
    "He knows the numbers.",
  ],
  [
    "tell the Marsden family that the service is at 11, flowers by 9, and Reverend Cole will call them tonight",
    "will call you tonight",
  ],
  [
    "remind Ivor for the second time about the signature. Without it the network operator sends no date and the scaffold costs him £90 a week",
    "costs you £90 a week",
  ],
  [
    "inform Ms Pruitt that the film she ordered, The Long Tide, is missing and we've bought another copy",
    "The film you ordered, The Long Tide, is missing",
  ],
  [
    "Invite Nadja Stern to the screening of Low Ebb at the Rialto on Friday. She should not post anything about it",
    "Please do not post anything about it.",
  ],
  [
    "Write to the supplier of our lifts, we do not know the name of the person in charge, that lift 2 is stuck",
    "Lift 2 is stuck.",
  ],
  ["Apologise to all tenants for the noise and give them my number, 0113 555 0177", "My number is 0113 555 0177."],
  ["Lars Holm asked for a price: lawn 300 m² at £7 per m², VAT extra", "Here is our quote: lawn 300 m²"],
])("says %s", ([intent = "", said = ""]) => expect(bodyOf(intent)).toContain(said));

test.each([
  [
    "Sorry to Mrs Lind about the boiler. Deniz fits the part on Friday. We'll take 15% off her rent.",
    "15% off your rent",
  ],
  ["Tell Imke the results are fine, but Dr Okoro wants a second test, so she should ring us.", "Please ring us."],
  ["Thank Beatriz for the tasting. What deposit does she need?", "What deposit do you need?"],
])("what the writer does, asks or expects is for the reader, although another person was named: %s", (intent, said) => {
  expect(bodyOf(intent)).toContain(said);
});
