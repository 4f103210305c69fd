// Notes in a hurry leave verbs, articles and subjects out. Every one of them must come out as a sentence that says the same.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draft = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" });

test.for([
  ["tell the school Emil is absent today", "Emil is absent today."],
  ["congratulate Anil on the promotion", "Congratulations on your promotion."],
  ["invite Lena and Tom for dinner on the 21st, kids welcome", "Kids are welcome."],
  ["let Sophie know her application was successful, start date 1 August", "The start date is 1 August."],
  ["complain to the airline, the flight was late, no hotel offered", "No hotel was offered."],
  [
    "tell the supplier the delivery was short, order PO-8831, we want a credit note",
    "The delivery was short (order PO-8831).",
  ],
  ["apologise to Mr Tanaka for the wrong invoice, corrected one attached", "The corrected one is attached."],
  ["apologise for the wrong invoice, no need to pay the first", "There is no need to pay the first."],
  ["follow up on my quote, haven't heard back, is there anything missing?", "I have not heard back."],
  ["we need to move the kickoff to 14 May because the venue is booked", "We need to move the kickoff to 14 May"],
  ["let all parents know the trip is cancelled, new date to be announced", "The new date will be announced."],
  ["ask IT to reset my password, locked out since this morning", "I have been locked out since this morning."],
  ["tell sales the price list changes on Monday, don't send old quotes", "Please do not send old quotes."],
  ["tell Oliver good luck for the exam", "I wish you good luck for the exam."],
  ["recommend Ana for the team lead role", "I recommend Ana for the team lead role."],
  ["tell the tenant in 4A the plumber comes tomorrow", "The plumber comes tomorrow."],
  ["tell the choir rehearsal moves to Thursday", "Dear choir,"],
  ["tell the whole company the lift is out of order", "Dear all,"],
  ["remind the flatmates that rubbish goes out Tuesday night", "that rubbish goes out Tuesday night."],
  ["tell my brother mum is home from hospital", "Mum is home from hospital."],
] as const)("%s", ([intent, sentence]) => {
  const { body, basis } = draft(intent);
  expect(body).toContain(sentence);
  expect(body).not.toContain("[In your words");
  expect(basis).toBe("composed");
});

test.for([
  ["let the recruiter know I'm not interested at the moment", "Not interested at the moment"],
  ["tell the customer we can't refund the fee", "We cannot refund the fee"],
  ["ask the bank why my card was charged twice", "Question: card charged twice"],
  ["ask support how to export all my data", "Question: how to export all my data"],
  [
    "inform the tenants that water will be shut off on 18 May between 9 and 12",
    "Water will be shut off on 18 May between 9 and 12",
  ],
  ["propose Tuesday for a call with the notary about the house purchase", "Call about the house purchase"],
  ["announce that Petra Lang will join as CFO on 1 October", "Petra Lang will join as CFO on 1 October"],
  ["apologise for missing yesterday's call", "Apologies for missing yesterday's call"],
  ["let the client know we found the bug, the fix comes tonight", "We found the bug"],
] as const)("the subject of: %s", ([intent, subject]) => expect(draft(intent).subject).toBe(subject));
