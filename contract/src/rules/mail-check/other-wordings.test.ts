import { describe, expect, it } from "vitest";
import { checkMail } from "./mail-check.ts";
import type { CheckedMail } from "./types.ts";

const jonas = { name: "Jonas Weber", address: "jonas@nordholz.test" };
const written = (text: string, more: Partial<CheckedMail> = {}): CheckedMail => ({
  ...{ to: [jonas.address], cc: [], bcc: [], subject: "Holz", text, hasFiles: false },
  ...{ own: ["me@acme.test"], known: [jonas], today: { year: 2026, month: 11, day: 16 }, ...more },
});
const answering = (mail: string, text: string) =>
  written(text, { thread: { text: mail, people: [jonas, { name: "Me", address: "me@acme.test" }], sender: jonas } });
const kindsOf = (mail: CheckedMail) => checkMail(mail).map(({ kind }) => kind);

describe("a promised attachment [CHK-01]", () => {
  it.each([
    "Invoice attached, please pay by Friday.",
    "Contract attached for your signature.",
    "Attaching the photos from today.",
    "The invoice is attached to this email.",
    "Die Datei liegt bei.",
    "Beiliegend erhalten Sie das Protokoll.",
    "Ich hänge dir das Foto an.",
    "In der Anlage finden Sie den Lebenslauf.",
    "Ich habe die Rechnung angehängt.",
    "Je vous joins la facture.",
    "J'ai joint le planning.",
    "Je t'envoie le plan en PJ.",
    "Veuillez trouver la liste en annexe.",
    "Adjuntamos el informe.",
    "Anexo el documento firmado.",
    "He adjuntado la foto.",
    "Please have a look at the enclosed drawing and tell me.",
    "Bill attach karke bhej raha hoon.",
    "Attachment mein price list hai.",
    "pfa the sheet",
  ])("is missed in %j", (text) => expect(kindsOf(written(text))).toEqual(["missing-attachment"]));
  it.each([
    "As mentioned in the attachment you sent, the price includes freight.",
    "Did you see the file I attached last week?",
    "We are attaching great importance to it.",
    "Garage attached.",
    "The room has an attached bathroom.",
    "We attach a label to every box before shipping.",
    "See the enclosed area of the stadium on the map.",
    "Das Büro liegt bei Köln.",
    "Ich hänge sehr an dem alten Haus.",
    "Können Sie mir das Angebot bitte im Anhang schicken?",
    "Ich habe im Anhang Ihrer letzten Mail nichts gefunden.",
    "Pourriez-vous m'envoyer le devis en pièce jointe ?",
    "J'ai bien lu le document en pièce jointe de votre dernier message.",
    "Nous nous joignons à vous.",
    "¿Puedes reenviar el archivo adjunto?",
    "He recibido el documento adjunto, muchas gracias.",
    "El Sr. Gómez es el director adjunto de la empresa.",
    "Aapne jo file attach ki thi woh khul nahi rahi.",
    "Resume attach karo aur form submit karo.",
  ])("is not promised in %j", (text) => expect(kindsOf(written(text))).toEqual([]));
});

it("a German day that differs from the agreed one is named, also behind its point [CHK-02]", () => {
  const mail = "Passt Ihnen der 24. November?";
  expect(kindsOf(answering(mail, "Ja, ich bestätige den 25. November."))).toEqual(["other-date"]);
  const both = "Yes, confirmed: the first part on 24 November, the rest on 30 November.";
  expect(kindsOf(answering("Can you deliver on 24 November?", both))).toEqual([]);
});

it("an instalment of a sum is no typing mistake [CHK-03]", () => {
  const mail = "INR 41.50 per box, INR 83,000 in total.";
  expect(kindsOf(answering(mail, "We pay INR 41,500 now and INR 41,500 in December."))).toEqual([]);
  expect(kindsOf(answering(mail, "We pay INR 38,000 today."))).toEqual(["other-amount"]);
});

it("a mistyped surname behind a formal greeting is named [CHK-04]", () => {
  expect(checkMail(written("Sehr geehrter Herr Webber,\n\nvielen Dank."))).toMatchObject([
    { kind: "other-name", words: "Webber", other: "Weber" },
  ]);
  expect(kindsOf(written("Sehr geehrte Damen und Herren,\n\nvielen Dank."))).toEqual([]);
});

it.each(["The wifi password is: blue-horse-42", "postgres://admin:s3cret@db.acme.test/prod", "pan: abcpe1234f"])(
  "%j tells a private value [CHK-07]",
  (text) => expect(kindsOf(written(text))).toEqual(["private"]),
);
it.each(["Please pan 5 minutes.", "See ssh://git@github.com/acme/app or https://acme.test:8080/a@b"])(
  "%j tells none [CHK-07]",
  (text) => expect(kindsOf(written(text))).toEqual([]),
);

describe("questions in other languages [CHK-08]", () => {
  it.each([
    [
      "Wann können Sie liefern? Wie hoch sind die Kosten?",
      "Guten Tag Herr Weber, wir können am Freitag liefern, das passt.",
    ],
    [
      "Quand pouvez-vous livrer ? Quel est le poids ?",
      "Bonjour, nous pouvons livrer vendredi prochain sans aucun problème.",
    ],
    [
      "¿Cuándo pueden entregar? ¿Cuánto pesa una caja?",
      "Hola, podemos entregar el viernes de la próxima semana, claro.",
    ],
    ["Delivery kab hogi? GST number kya hai aapka?", "Delivery agle hafte Friday tak ho jayegi, chinta mat kijiye."],
  ])("%j is left open in a part", (mail, text) => expect(kindsOf(answering(mail, text))).toEqual(["open-question"]));
  it.each([
    ["Wann können Sie kommen?", "Lieber Herr Weber, diese Woche ist es leider ganz unmöglich für mich."],
    ["Wie viele Personen kommen?", "Wir sind diesmal zu dritt, also drei, und freuen uns sehr."],
    ["Combien de personnes serez-vous ?", "Nous serons deux, mon collègue Paul et moi, merci beaucoup."],
    ["¿Cuántas cajas necesita?", "Hola, necesitamos doce, o mejor diez, para la fiesta del pueblo."],
    ["Kitne log aayenge?", "Rahul ji, hum teen aayenge, khana mat banwaiye please, dhanyavaad."],
    ["How long will it take?", "Hi, about two weeks from the day when we get the paper."],
    ["Did you have a good weekend?", "Hi, the price is INR 41.50 and does not change this year."],
  ])("%j is answered", (mail, text) => expect(kindsOf(answering(mail, text))).toEqual([]));
});

it.each([
  "Hallo [Vorname],",
  "Bonjour [Prénom],",
  "Dear <<Name>>,",
  "Hi %FIRST_NAME%,",
  "Call <phone number>.",
  "It costs XXX EUR.",
  "It is ____ EUR.",
])("the gap of %j is named [CHK-09]", (text) => expect(kindsOf(written(text))).toEqual(["unfilled"]));
it.each(["Love, XXX", "Growth was 100%_SURE.", "Then <name> tags are open.", "Signature: ________\nDate: ______"])(
  "%j has no gap [CHK-09]",
  (text) => expect(kindsOf(written(text))).toEqual([]),
);
it("only blanks that the editor can select have a button [CHK-09]", () => {
  expect(checkMail(written("It costs XXX EUR."))[0]?.fix).toBeUndefined();
  expect(checkMail(written("Hallo [Vorname],"))[0]?.fix).toEqual({ type: "fill" });
});

describe("a weekday beside its date [CHK-02]", () => {
  // Monday, 16 November 2026 is today.
  it.each([
    ["See you Tuesday (30 Nov).", "Tuesday (30 Nov)", "Monday"],
    ["The call is on 24 November (Monday).", "24 November (Monday)", "Tuesday"],
    ["The call is on 24 November 2026, a Monday.", "24 November 2026, a Monday", "Tuesday"],
    ["The call is on 24.11.2026, a Monday.", "24.11.2026, a Monday", "Tuesday"],
    ["The call is on 24/11 (Mon).", "24/11 (Mon)", "Tue"],
    ["Due 2026-11-24, Monday", "2026-11-24, Monday", "Tuesday"],
    ["Tuesday 18 November is a Wednesday.", "Tuesday 18 November", "Wednesday"],
    ["So 18 November falls on a Tuesday.", "18 November falls on a Tuesday", "Wednesday"],
    ["Der 24.11.2026 ist ein Montag.", "24.11.2026 ist ein Montag", "Dienstag"],
    ["It is due Friday the 28th.", "Friday the 28th", undefined],
  ])("is wrong in %j", (text, words, other) => {
    const [found] = checkMail(written(text));
    expect([found?.kind, found?.words, found?.other]).toEqual(["wrong-weekday", words, other]);
  });
  it.each([
    "See you Monday (30 Nov).",
    "The call is on 24 November (Tuesday).",
    "It is due Saturday the 28th, or Monday the 28th.",
    "The 24 November (my birthday) suits me.",
    "The call is on 24.11.2026, a Tuesday.",
    "Free on 24 November, Monday 30 November and later.",
    "Version 4.2 (Mon) is out, 3.5 is a Monday build.",
    "On 11.12.2026, Sun Pharma opens.",
    "Friday the 13th part 2 is on.",
  ])("is right in %j", (text) => expect(kindsOf(written(text))).toEqual([]));
});

it("a day in digits that no calendar has is named [CHK-02]", () => {
  for (const text of ["We pay on 30/02/2027.", "We pay on 2027-02-30.", "Bis 31.04.2027."])
    expect(kindsOf(written(text)), text).toEqual(["impossible-date"]);
  for (const text of [
    "We pay on 02/28/2027.",
    "See 12.04.2027.",
    "Version 30.30.2027.1",
    "Host 10.31.2027.99",
    "2028-02-29",
  ])
    expect(kindsOf(written(text)), text).toEqual([]);
});

it("an agreed day is compared over the end of a month, too [CHK-02]", () => {
  const mail = "We can deliver by Friday, 27 November 2026.";
  expect(kindsOf(answering(mail, "Confirmed, delivery by Friday, 4 December 2026."))).toEqual(["other-date"]);
  expect(kindsOf(answering(mail, "Confirmed. The invoice is due on Monday, 11 January 2027."))).toEqual([]);
});

it("a name that is spelled as it sounds is named [CHK-04]", () => {
  const to = (name: string) => {
    const reader = { name, address: "reader@nordholz.test" };
    return (text: string) =>
      checkMail(written(text, { to: [reader.address], known: [reader] })).map(({ other }) => other);
  };
  expect(to("Meera Nair")("Hi Mira,\n\nthanks.")).toEqual(["Meera"]);
  expect(to("Stephan Koch")("Dear Stefan,\n\nthanks.")).toEqual(["Stephan"]);
  expect(to("Jon Lee")("Hi John,\n\nthanks.")).toEqual(["Jon"]);
  expect(to("Meera Nair")("Hi Maria,\n\nthanks.")).toEqual([]);
});
