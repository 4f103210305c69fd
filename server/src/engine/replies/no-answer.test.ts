import { expect, test } from "vitest";
import { replyChoices } from "../builtin.ts";
import { noAnswerOf } from "./no-answer.ts";

const now = new Date("2026-11-16T09:00:00Z");

const unanswered: [string, string][] = [
  ["newsletter", "This week in gardening\n\nFive plants for shade.\n\nUnsubscribe | View in browser"],
  ["newsletter", "Neue Angebote im November\n\nJetzt sparen.\n\nNewsletter abbestellen"],
  [
    "out-of-office",
    "I am out of the office until Monday 23 November and will answer then. For urgent matters call Ina.",
  ],
  ["out-of-office", "Subject: Automatic reply: Quote\n\nThank you for your mail. I am travelling."],
  ["out-of-office", "Ich bin bis zum 20. November nicht im Büro. Ihre E-Mail wird nicht weitergeleitet."],
  ["out-of-office", "Je suis absente jusqu'au 20 novembre. En cas d'urgence, écrivez à accueil@cabinet.example."],
  ["out-of-office", "Estaré de vacaciones hasta el 20 de noviembre. Para asuntos urgentes, escriba a Marta."],
  ["receipt", "Thank you for your order!\n\nOrder number 88213\nTotal: €49.90\n\nYour parcel ships tomorrow."],
  ["receipt", "Zahlungsbestätigung\n\nWir haben Ihre Zahlung erhalten. Betrag: 120 EUR"],
  ["bounce", "From: MAILER-DAEMON@mx.example\n\nYour message to zoe@acme.example could not be delivered."],
  ["no-reply", "From: Shop <no-reply@shop.example>\n\nCould you tell us how we did?"],
  ["no-reply", "Your lease documents are in the portal. Please do not reply to this email."],
  ["newsletter", "Dear member,\n\nTickets are out. Would you like to sell at our fair?\n\nClick here to unsubscribe"],
  [
    "receipt",
    "Thank you for your booking.\n\nTotal paid: €61.00\n\nPlease have your passes ready at the gate. Do not reply to this email.",
  ],
  [
    "notification",
    "All agents,\n\nStand 9 is closed until 14:00 because of a spill. No reply needed.\n\nStation Control",
  ],
  ["notification", "Der Aufzug steht bis Freitag still. Eine Antwort ist nicht nötig."],
  ["notification", "L'ascenseur est arrêté jusqu'à vendredi. Inutile de répondre."],
  ["notification", "El ascensor no funciona hasta el viernes. No hace falta que respondas."],
  ["notification", "O elevador está parado até sexta-feira. Não é necessário responder."],
  ["notification", "लिफ़्ट शुक्रवार तक बंद है। जवाब देने की ज़रूरत नहीं है।"],
  ["notification", "Lift Friday tak band hai, seedhiyan use karein. Reply karne ki zaroorat nahi hai."],
  [
    "receipt",
    "Thank you for your purchase!\n\nTotal: 73.05 EUR\n\nTrack it in your account. This was sent automatically, please do not reply.",
  ],
  ["notification", "Dear residents,\n\nThe bin store is locked from Monday. There is nothing you need to do."],
  ["notification", "Dear all,\n\nFire drill on Wednesday. Please leave by the nearest exit and meet at the car park."],
  ["notification", "Am 12. Mai liest unser Mitarbeiter die Zähler ab. Sie müssen nichts veranlassen."],
  ["notification", "Une coupure d'eau aura lieu jeudi. Aucune démarche n'est nécessaire de votre part."],
  ["notification", "Hola a todos:\n\nDesde el lunes 4 el gimnasio abre a las 6:30."],
  ["notification", "Prezados moradores,\n\nA dedetização será no sábado. Não é preciso fazer nada."],
  ["notification", "रविवार को बिजली बंद रहेगी। आपको कुछ करने की आवश्यकता नहीं है।"],
  ["notification", "Dear residents, lift B kal 10 se 2 baje tak band rahegi. Kripya seedhiyan use karein."],
  ["newsletter", "Der Herbst ist da. Schon Karten gesichert?\n\nKeine Nachrichten mehr erhalten? Hier austragen."],
  [
    "newsletter",
    "La saison ouvre le 3 octobre. Envie d'un abonnement ?\n\nPour ne plus recevoir nos messages, c'est ici.",
  ],
  ["out-of-office", "Ich bin bis 15. August nicht erreichbar. Ihre Mail wird nicht weitergeleitet."],
  ["out-of-office", "Del 1 al 15 de agosto no estaré en la oficina. Contestaré a mi vuelta."],
  ["notification", "Priya commented on your document:\n\n“Nice.”"],
];

test.each(unanswered)("%s mail needs no answer: %s", (reason, mail) => {
  expect(replyChoices(mail, { from: "" }, now)).toMatchObject({ intents: [], noAnswer: { reason } });
});

test("a mail's header tells that a list or a program sent it", () => {
  const text = "November at the museum: three new rooms, and a concert on Friday.";
  expect(noAnswerOf(text)).toBeUndefined();
  expect(noAnswerOf(text, { from: "", listUnsubscribe: "<https://m.example/u>" })).toEqual({
    reason: "newsletter",
    unsubscribe: true,
  });
  expect(noAnswerOf(text, { from: "", autoSubmitted: "auto-generated" })?.reason).toBe("notification");
  expect(noAnswerOf(text, { from: "", autoSubmitted: "no" })).toBeUndefined();
});

test.each([
  "I'm on leave from Monday. Could you take over the Friday report while I am away?",
  "Thanks for your order! Could you tell me the delivery address before we ship?",
  "I would like to unsubscribe my mother from your mailing list, could you do that?",
  "Hi, my parcel never arrived. Where is it?",
  "The plumber comes on Monday at 9. No need to reply if that suits you.",
  "No reply needed on the first point. Which colour do you want for the door?",
  "Dear all,\n\nthe trip is on 9 June. Please tell me by Friday who needs a seat on the coach.",
  "The builder could not deliver the doors today.",
  "From: B. Novak <b.novak@city.test>\n\nThe inspection is on 2 December. Please have the log ready.",
])("a person's mail may want an answer: %s", (mail) => {
  expect(noAnswerOf(mail)).toBeUndefined();
});

test("fraud that looks like a receipt or a notice is offered for verification", () => {
  const mail =
    "Your order is confirmed. Total: $399.99. If you did not authorise this, call +1 888 555 0199 within 24 hours.";
  expect(replyChoices(mail, { from: "" }, now).intents.map(({ stance }) => stance)).toContain("verify");
});
