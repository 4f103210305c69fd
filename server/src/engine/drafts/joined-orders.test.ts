// Orders that are joined to another one, and words that two readers of an intent could take for themselves.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draftOf = (intent: string) => draftEmail({ intent, context: "", tone: "professional", sender: "Kim Vale" });

test.each([
  ["Ask Nora if the parts came, and if not, to call the depot", "If not, please call the depot."],
  ["Tell Emil that if he signs today, we can start on Monday", "If you sign today, we can start on Monday."],
  ["Remind everyone who hasn't voted to do it by noon", "If you have not voted, could you please do it by noon?"],
  ["Write to the florist that 20 guests come and that six of them are children", "Six of them are children."],
  ["Ask HR how many sick days I have and if I may add two of them to my leave", "add two of them to my leave"],
  ["Tell the members that some of them have not paid", "Some of you have not paid."],
  ["tell petra that mark will call her tonight", "Mark will call you tonight."],
  ["Tell Sam we won. Thank him for his help with the figures", "for your help with the figures"],
  ["Offer Ms Linde free shipping on her next order", "on your next order"],
  ["Ask Janet to swap, I can take her Sunday shift", "I can take your Sunday shift"],
  ["Tell Rosa I can meet her Monday morning", "meet you Monday morning"],
  ["Say sorry to Ms Aziz, her order got lost", /(?:apolog|sorry).*Your order got lost\./is],
  ["Recommend Ines for the night shift to our manager, she never missed a day", "She never missed a day."],
  ["Complain to the bus company that line 4 was late and demand 30 euros", "ask for 30 euros"],
  ["Inform the team that the test moved to Sunday 22 November, 6 to 10 am", "Sunday 22 November, 6 to 10 am."],
  ["Tell Lou we keep 38 lamps and want new ones or our money back", "new ones or our money back"],
  ["tell support the app crashes. iPhone 14, version 3", "iPhone 14"],
])("%s", (intent, said) => {
  const { body } = draftOf(intent);
  if (typeof said === "string") expect(body).toContain(said);
  else expect(body).toMatch(said);
  expect(body).not.toContain("[");
});

test.each([
  ["Ask Nora if she has heard from the notary", "Have you heard from the notary?"],
  ["Ask HR how many sick days I have left", "Question: sick days"],
  ["Ask IT to give our new cook access to the store", "Request: access to the store for our new cook"],
  ["Tell Mr Ode his claim was refused, but we would like to help", "Your claim was refused"],
])("the subject of %s", (intent, subject) => expect(draftOf(intent).subject).toBe(subject));
