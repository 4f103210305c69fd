// Hurried writers name the reader in odd places; every draft must greet that person and none other.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" }).body;

test.for([
  ["invoice 5512 is open since May. to Mr Okafor", "Dear Mr Okafor,", "Invoice 5512 is open since May."],
  ["need the test report by tue. to Mr Okafor", "Dear Mr Okafor,", "by Tuesday."],
  ["quote for Linden Bakery, attn Rosa Whitcombe: valid till 30 June", "Dear Rosa,", "30 June"],
  ["2nd nudge to Kofi about the signed lease", "Dear Kofi,", "second reminder"],
  ["final warning Mrs Tolland flat 9C, bins left in the hallway", "Dear Mrs Tolland,", "It concerns flat 9C."],
  ["tell my tax adviser Henrik his fee note is missing page 2", "Dear Henrik,", "Your fee note is missing page 2."],
  [
    "reject paper 'Rivers of Salt' by Edda Thornquist. two reviewers found errors in table 3",
    "Dear Edda Thornquist,",
    "Unfortunately we have to decline your paper 'Rivers of Salt'.",
  ],
  [
    "customer Agnes Morrow wants full refund on order 9921. only half is possible",
    "Dear Agnes,",
    "You asked for a full refund on order 9921.",
  ],
  [
    "answer this: 'Where is my sofa? I waited all day. - Dolores Finch' - the truck broke down",
    "Dear Dolores,",
    "The truck broke down.",
  ],
  [
    "intro Hedda Quist to Omar Fenn. she sells packaging, he needs 400 boxes a month. I'll step back",
    "Dear Hedda and Omar,",
    "Hedda Quist sells packaging. Omar Fenn needs 400 boxes a month.",
  ],
  ["mr tobias fennimore: the boiler is due for service on 4 May", "Dear Mr Tobias Fennimore,", "on 4 May."],
])("greets the reader of %s", ([intent = "", greeting = "", said = ""]) => {
  const body = bodyOf(intent);
  expect(body.startsWith(greeting)).toBe(true);
  expect(body).toContain(said);
});

test.for([
  ["tell the clinic Amara is on leave today", "Amara is on leave today."],
  ["inform the squad that Tessa is moving to Leeds in June", "Tessa is moving to Leeds in June."],
  ["let the hotel know Bruno arrives at 11 pm", "Bruno arrives at 11 pm."],
])("a person after a group or an organization is spoken of: %s", ([intent = "", said = ""]) => {
  const body = bodyOf(intent);
  expect(body).toContain(said);
  expect(body.split("\n")[0]).not.toMatch(/Amara|Tessa|Bruno/);
});

test.for([
  ["don't deliver until he pays. to Mr Okafor, invoice 881 is open since May", "We will not deliver until you pay."],
  ["sorry to beatrice for the mix-up, gave her a new set today. is that ok with her?", "Is that fine with you?"],
  ["invite parents class 4 - sports day Friday 12 June 2pm, bring sun hats", "I would like to invite you to the"],
])("turns the order round: %s", ([intent = "", said = ""]) => expect(bodyOf(intent)).toContain(said));
