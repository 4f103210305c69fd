import { expect, test } from "vitest";
import { readIntent } from "./read-intent.ts";

const readerOf = (intent: string) => readIntent({ intent, context: "" }).reader.name;

test.each([
  ["Henrik Dahl wants 48h delivery from us. We can do 72h", "Henrik"],
  ["Mrs Pohl's son bit another child. She can call me after 4", "Mrs Pohl"],
  ["gwen's application was rejected. she can reapply in spring", "Gwen"],
  ["Hannah keeps parking in the ambulance bay. next time we tow", "Hannah"],
  ["we have to end Chloe's probation, she'll be paid 4 weeks", "Chloe"],
  ["visa applicant Ms Torres must hand in her bank statements", "Ms Torres"],
  ["The Lindqvists want a refund for the matinee. We can offer vouchers", "Lindqvist family"],
  ["we owe Brandt & Sons 2,300, ask them if we can pay in two parts", "Brandt & Sons team"],
])("%s is written to %s", (intent, name) => expect(readerOf(intent)).toBe(name));

test.each([
  "Victor leaves us on the 30th, drinks at five",
  "Priya joins the lab on Monday as technician",
  "Kevin is ill today, the early shift starts at seven",
  "Staff meeting moves to Wednesday. send items to Judith till Monday noon",
])("news about a person goes to nobody by name: %s", (intent) => expect(readerOf(intent)).toBe(""));

test("a reader whom the intent names comes before the person it is about", () => {
  expect(readerOf("Kevin didn't show up last night. apologise to Ms Brandt")).toBe("Ms Brandt");
});

test.each([
  ["thank you note for the florist (Ms Amsel), her invoice is paid", "Ms Amsel"],
  ["my contact at the opera, Jonas Rehm, needs the stage plan by noon", "Jonas"],
  ["Team lead Agnes Wolff asked whether the guards get meals", "Agnes"],
  ["for Dr Osei: the centrifuge is back, she can use it", "Dr Osei"],
  ["Ask if the Hendersons got the tickets", "Henderson family"],
  ["book the sauna for coach Lindner and tell him it's confirmed", "Coach Lindner"],
  ["decline the request of Herr Stolz to film in the chapel", "Herr Stolz"],
])("%s names its reader: %s", (intent, name) => expect(readerOf(intent)).toBe(name));
