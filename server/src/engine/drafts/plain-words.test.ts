// Forms of an intent that people type without a thought. Every wording must reach its reader with its meaning, and no order with it.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draft = (intent: string) => {
  const { subject, body } = draftEmail({ intent, tone: "professional", context: "", sender: "Sam" });
  return { subject, body: body.replace(/\s+/g, " ") };
};

test.for([
  ["dear tenants mail pls: the lift is out of order until 4 May. no names", "Dear tenants,", "names"],
  ["staff note: burst pipe in the kitchen, use the side door. thanks", "We have a burst pipe in the kitchen.", "note"],
  ["tell Ulla from payroll, that my new address is Hill Road 4", "My new address is Hill Road 4.", "That my"],
  ["I'd like Ravi to send me the keys by Monday", "Could you please send me the keys by Monday?", "Ravi to"],
  [
    "Marta asks whether she can bring her dog. No, the guests are allergic",
    "Unfortunately this is not possible. The guests are allergic.",
    "No.",
  ],
  [
    "email the drivers: the gate is closed on Friday, questions to Jan. reply to Ines not me",
    "Please address your reply to Ines, not to me.",
    "In your words",
  ],
  [
    "say no to Bela nicely, we have no room in May, but June works",
    "Dear Bela, Unfortunately we have to decline.",
    "nicely",
  ],
  ["thanks Captain Orr for the fast loading, the list has a typo", "Dear Captain Orr,", "for Captain"],
  ["we have to let Tom Ruiz go because the site closes. he gets his pay until May", "Dear Tom,", "his pay"],
  [
    "we bought 6 chairs from Oakline but got 4. When do the other 2 arrive?",
    "We bought 6 chairs from you but got 4.",
    "from Oakline",
  ],
  ["remind all about the drill at 10, don't use the lift", "not to use the lift", "[In your words"],
  ["cancel my order 5512, please have them confirm it by mail", "confirm it by mail", "have"],
  ["crew note: load-in at 6, wear black and bring water", "wear black", "the black"],
] as const)("%s", ([intent, said, never]) => {
  const { body } = draft(intent);
  expect(body).toContain(said);
  expect(body).not.toContain(never);
});

test.for([
  ["remind Mr Ode abt the 800 for the gate, invoice 771 from 3 May, 2nd reminder", "(invoice 771 from 3 May)"],
  ["remind Mr Ode about the 800 for the gate, 2nd reminder, we need it by Friday", "This is our second reminder."],
  ["ask Ana for the sales list, sorted by town, PDF not Excel", "sales list, sorted by town?"],
  ["ask Ana for the sales list. PDF not Excel", "please use PDF, not Excel"],
  ["tell Petra that I paid the taxi with my card, 38.50, receipt attached", "with my card (38.50)."],
] as const)("a note stays with what it belongs to: %s", ([intent, said]) => {
  expect(draft(intent).body).toContain(said);
});

test("a person who is named once and meant by a pronoun reads the mail", () => {
  const { body } = draft(
    "Zorblin's boiler needs a new pump, 300 euros. ask if we should order it. without his ok we wait",
  );
  expect(body).toMatch(/^Dear Zorblin, Your boiler needs a new pump/);
  expect(body).toContain("Without your ok we wait.");
});

test("what a named reader is called upon to do stays the reader's after another name", () => {
  const { body } = draft("tell Mrs Lund that Kiru has a fever of 38 and is asleep. she should come now");
  expect(body).toContain("Please come now.");
});

test("a firm that was named keeps its pronoun in a mail to a woman who is called her", () => {
  const { body } = draft(
    "Nadia suggested the new printer firm. I doubt it because their prices rose, send her my list",
  );
  expect(body).toContain("their prices rose");
});

test("the answer to a question may be secret although its matter is told", () => {
  const { body } = draft(
    "tell Rob Keane that we withdraw because of a complaint against the broker. don't say who the complaint came from",
  );
  expect(body).toContain("because of a complaint against the broker");
  expect(body).not.toMatch(/who the complaint|say/);
});

test("the subject of an answer names the question", () => {
  expect(draft("Olga wants to know if she can have the invoice again. Yes, it is attached").subject).not.toMatch(
    /know/,
  );
});

test.for([
  ["pide perdón a Luis por el retraso. Propón quedar el lunes", "Le propongo quedar el lunes."],
  [
    "an alle mieter: ab dienstag bitte den hof frei halten. fragen an Jana",
    "Bei Fragen wenden Sie sich bitte an Jana.",
  ],
  ["dis à M. Roy que le toit est fini, il reste la gouttière, et que la facture suit", "La facture suit."],
  ["avisa a todo el equipo de que el jueves cerramos. dudas a Pilar", "Para cualquier duda, diríjase a Pilar."],
  ["नेहा को बताओ कि मीटिंग रद्द है और उन्हें शुक्रवार 4 बजे का समय दो", "हम आपको शुक्रवार 4 बजे का समय दे सकते हैं।"],
  ["Neha ko batao ki class band hai, aur unhe Monday ka slot do", "Hum aapko Monday ka slot de sakte hain."],
] as const)("an order for the writer is none for the reader: %s", ([intent, said]) => {
  const { body } = draft(intent);
  expect(body).toContain(said);
  expect(body).not.toContain("[");
});

test("the subject of a foreign apology says what it is", () => {
  expect(draft("pide disculpas a Lucía por no haber venido ayer").subject).toBe("Disculpas por no haber venido ayer");
});
