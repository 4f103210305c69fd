import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" }).body;

test.each([
  ["tell Oskar's parents he was sick today, pls collect him by noon", ["Oskar was sick today"]],
  ["tell dad's nurse that he can't eat nuts", ["My dad cannot eat nuts."]],
  ["find out from the city if we need a permit for the parasols", ["if we need a permit for the parasols?"]],
  [
    "Sorry to hear about your accident - to Pete. Joan covers the tuesday shift",
    ["Dear Pete,", "I am sorry to hear about your accident."],
  ],
  ["no longer interested, tell the recruiter nicely, maybe next year", ["I am no longer interested"]],
  ["we accept the offer from Lindner, 14,200, start week 32", ["Dear Lindner,", "We accept your offer (14,200)."]],
  [
    "propose a call to Hannah thu 3pm or fri 9, about the gearbox on line 2",
    ["Dear Hannah,", "suggest a call about the gearbox on line 2 on Thursday 3pm or Friday 9."],
  ],
  [
    "Greg asked if we can start earlier. can he check with Bauwerk and tell me by wed?",
    ["Can you check with Bauwerk and tell me by Wednesday?"],
  ],
])("a note that names its reader at an unusual place is told to that reader: %s", (intent, sentences) => {
  const body = bodyOf(intent);
  for (const sentence of sentences) expect(body).toContain(sentence);
  expect(body).not.toContain("[In your words");
});

test.each([
  ["avísale a la sra. molina que su cita se cambia al jueves", "Estimada Sra. Molina:"],
  ["sag herrn baumann dass die Statik am freitag kommt", "Herr Baumann"],
  ["réponds à mme leroy que le devis est prêt", "Bonjour Madame Leroy,"],
])("titles and names in small letters are read: %s", (intent, greeting) => {
  expect(bodyOf(intent)).toContain(greeting);
});

test.each([
  ["ask Mr Kowalski when we can expect the 1,850, don't threaten", /threaten/],
  [
    "Sofia asked for the van on the 6th. 5th would work, she needs the licence of driver 2 as well",
    /asked for the licence/,
  ],
  ["short note to dr lange: cow 118 calved, she still has fever. can he come today?", /You still have fever/],
  ["we overcharged mr adeyemi by 212.40, apologise and say credit note comes tomorrow", /You by 212|for and say/],
  ["ask Claire if she's still interested and offer a call tues or wed", /interested and offer/],
  ["dis à M. Lambert qu'on ne peut pas livrer, il nous manque ses textes", /[Vv]ous nous manquez/],
])("nothing is told that was not meant: %s", (intent, wrong) => {
  expect(bodyOf(intent)).not.toMatch(wrong);
});
