import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, context: "", tone: "professional", sender: "Kim Vale" }).body;

test.each([
  // A pronoun of the other gender is somebody or something else.
  ["Bitte Tom, mir die Liste zu schicken, weil die Werkstatt sie braucht", "weil die Werkstatt sie braucht."],
  ["Sag Frau Krüger, dass wir ihre Bewerbung erhalten haben", "dass wir Ihre Bewerbung erhalten haben."],
  ["Demande à Mme Leroy si elle peut venir mardi", "si vous pouvez venir mardi"],
  // Orders that follow another one.
  ["Bedanke dich bei Lena für die Hilfe und frag sie, was sie dafür bekommt", "was Sie dafür bekommen?"],
  ["Rechaza la oferta de Marcos, es cara, pero dile que hablamos en enero", "Le informo de que hablamos en enero."],
  [
    "Présente mes excuses à Julie, j'ai oublié notre rendez-vous, et propose jeudi à la même heure",
    "jeudi à la même heure",
  ],
  // A thing is no reader.
  ["Kündige mein Abonnement zum Monatsende", "mein Abonnement zum Monatsende"],
  ["Lade das Team zur Weihnachtsfeier am 18. Dezember ein", "zur Weihnachtsfeier am 18. Dezember einladen."],
])("%s", (intent, said) => {
  const body = bodyOf(intent);
  expect(body).toContain(said);
  expect(body).not.toContain("[");
});

test.each([
  ["Teile dem Kunden mit, dass sich die Lieferung verzögert", /^Guten Tag,/],
  ["Relance la société Dubois pour la facture 2231", /^Bonjour,/],
])("one customer and a firm are greeted neutrally: %s", (intent, greeting) => expect(bodyOf(intent)).toMatch(greeting));
