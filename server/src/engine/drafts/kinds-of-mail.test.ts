// Intents that name the mail to write by a noun, as people type them first.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draftOf = (intent: string) => draftEmail({ intent, context: "", tone: "professional", sender: "Kim Vale" });

test.each([
  ["Write a thank-you email to Ms Adeyemi for the tickets", "Ms Adeyemi", /thank you.* for the tickets/i],
  ["Send Rolf a thank you note for the lift", "Rolf", /thank you.* for the lift/i],
  ["Draft a polite refusal to Ms Tran, we have no budget left", "Ms Tran", /have to decline.*no budget left/is],
  ["Write a rejection to candidate Hugo Marsh for the baker job", "Hugo", /decline your application for the baker job/],
  ["Please write a short reminder to Ivo that the keys are due on Monday", "Ivo", /remind you that the keys are due/],
  ["Compose an email of apology to Dana because I missed the call", "Dana", /apologi[sz]e that I missed the call/],
  ["write a warning to tenant Leo Kranz about the bins", "Leo", /a warning about the bins/],
  ["Write a proposal to Tess to meet on Friday", "Tess", /suggest that we meet on Friday/],
  ["Write a confirmation to Dr. Brandt that I will be there at 9", "Dr. Brandt", /confirm that I will be there at 9/],
  ["I need an email to Omar asking for the new price list", "Omar", /send me the new price list/],
])("%s", (intent, reader, said) => {
  const { body, subject } = draftOf(intent);
  expect(body).toMatch(new RegExp(`^(?:Dear|Hi|Hello) ${reader},`));
  expect(body).toMatch(said);
  expect(`${subject}\n${body}`).not.toMatch(/\b(?:write|draft|compose|to (?:Ms|Rolf|candidate|tenant))\b|\[/i);
});

test.each([
  [
    "Write a cancellation to the restaurant for our table on Sunday",
    /^Hello,\n\nWe have to cancel our table on Sunday\./,
  ],
  ["Write an update to the team on the move: desks done, phones by Friday", /^Dear team,\n\nThis is about the move\./],
  ["Write a cover letter for the position of gardener at Fern Hall", /apply for the position of gardener at Fern Hall/],
  [
    "Send an email to all my clients letting them know that our prices rise in May",
    /^Dear clients,\n\n(?:Please note that o|O)ur prices rise in May\./,
  ],
  [
    "Draft a message for the board listing the results: sales up 9%",
    /^Dear board,\n\nHere is a summary of the results\./,
  ],
  ["Write an email asking for a reference to my tutor Sue Hale", /^Dear Sue,\n\nI would like to ask for a reference\./],
  ["Write back to Olga and tell her the hat is sold", /^Dear Olga,\n\nThe hat is sold\./],
  ["Notify members of the new hours: Mon-Fri 8-18", /^Dear members,\n\n.*the new hours: Monday to Friday 8-18/],
  ["inform the parents of class 3b: the trip is cancelled", /^Dear parents of class 3b,/],
  ["Tell Emma's teacher that she is ill and stays at home", /^Hello,\n\nEmma is ill and stays at home\./],
  [
    "I need a mail to our night guests. The bar opens late on Friday.",
    /^Dear night guests,\n\nThe bar opens late on Friday\./,
  ],
  [
    "Draft a reply to Noor in which you confirm that the text is ready",
    /^Dear Noor,\n\n.*confirm that the text is ready/,
  ],
  ["Please write to Ida Hart, who owns the dog Pip. Tell her the test is clear.", /^Dear Ida,\n\nThe test is clear\./],
  [
    "Write to Fenwick Mutual about claim 40 and object to their offer of 230 pounds",
    /object to your offer of 230 pounds/,
  ],
  ["Let the tenants' committee at Corbel House know that the lift is off", /^Hello,\n\nThe lift is off\./],
  ["Write a reference for Ada Quist", /^Dear Sir or Madam,\n\nI am glad to recommend Ada Quist\.\n/],
  [
    "we need a message to all tenants about the new gate",
    /^Dear tenants,\n\nWe are writing to you about the new gate\./,
  ],
])("a kind of mail without a named reader: %s", (intent, said) => expect(draftOf(intent).body).toMatch(said));

test.each([
  ["Schreibe eine Dankesmail an Frau Lenz für den Kuchen", "Frau Lenz", "vielen Dank für den Kuchen"],
  ["Schreib bitte eine Erinnerung an Timo, dass der Vertrag fehlt", "Timo", "daran erinnern, dass der Vertrag fehlt"],
  ["Schreib eine Mail an Frau Ott, dass das Paket da ist", "Frau Ott", "mitteilen, dass das Paket da ist"],
  ["Schreib eine E-Mail an Nils und bitte ihn um einen Termin", "Nils", "bitte Sie um einen Termin"],
  ["Rédige un mail de remerciement à Mme Petit pour la visite", "Madame Petit", "Merci pour la visite"],
  ["Écris un mail d'excuses à Luc Morel pour le retard", "Luc Morel", "mes excuses pour le retard"],
  ["Escribe un correo de agradecimiento a la señora Gil por la cena", "Sra. Gil", "gracias por la cena"],
  ["Escribe una disculpa a Marta Ruiz por el error", "Marta Ruiz", "disculpas por el error"],
  ["Escreva um e-mail de agradecimento à senhora Melo pela ajuda", "Sra. Melo", "obrigado pela ajuda"],
  ["Escreva um pedido de desculpas ao Rui pelo atraso", "Rui", "desculpa pelo atraso"],
])("the same in another language: %s", (intent, reader, said) => {
  const { body } = draftOf(intent);
  expect(body.split("\n")[0]).toContain(reader);
  expect(body).toContain(said);
  expect(body).not.toContain("[");
});

test("an invitation to a group names the event, not the group's place", () => {
  expect(draftOf("Erstelle eine Einladung an alle Eltern zum Sommerfest am 3. Juli um 16 Uhr").body).toContain(
    "ich möchte Sie zum Sommerfest am 3. Juli um 16 Uhr einladen.",
  );
});
