import { expect, test } from "vitest";
import { draftReply, replyIntents } from "../builtin.ts";

const now = new Date("2026-03-02T09:00:00Z");
const reply = (emailBody: string, stance?: string) =>
  draftReply({ emailBody, tone: "professional", now, stance, sender: "Alex Morgan" }).reply;
const stances = (mail: string) => replyIntents(mail, now).map(({ stance }) => stance);

test("a list without a colon is answered item by item, and the line above it is no item", () => {
  const mail =
    "Dear Alex\n\nYour application is complete except for two papers. Please send us\n\n- proof of public liability insurance\n- a plan of the stalls\n\nby Friday.\n\nMontgomery";
  for (const stance of [undefined, "accept"]) {
    expect(reply(mail, stance)).toContain("send you proof of public liability insurance");
    expect(reply(mail, stance)).toContain("send you a plan of the stalls");
    expect(reply(mail, stance)).not.toMatch(/send you(?: \[what\])?(?:\.| \[confirm)/);
  }
  expect(reply(mail.replace("send us", "send us the following:"))).not.toContain("following");
});

test.each(["Dear Alex,\n\nwe start at 9. Please bring", "Dear Alex, please bring"])(
  "things to bring are not sent: %j",
  (lead) => {
    const text = reply(`${lead}\n\n- a pencil\n- old clothes\n\nClara`);
    expect(text).toContain("bring a pencil");
    expect(text).toContain("bring old clothes");
    expect(text).not.toContain("send you");
  },
);

test.each(["Please send us by Friday.", "Could you please provide us with:", "Please share."])(
  "a promise without its object is a marked blank: %s",
  (sentence) => {
    const text = reply(`Hi Alex,\n\nthe audit begins next week. ${sentence}\n\nMona`, "accept");
    expect(text).not.toMatch(/\bI will (?:send|provide|share)(?: you)?(?: with)?(?:\.| by)/);
    expect(text).toContain("[what]");
  },
);

test("each question of a lettered list is answered, with or without a question mark", () => {
  const text = reply(
    "Hi Alex,\n\nthanks for the quote. Before I take it to the trustees:\n\na) is the price fixed or does it rise?\nb) who applies for the licence\nc) how long is the yield test, I read 24 hours somewhere\n\nBronwen",
  );
  expect(text).toContain("Whether the price is fixed or whether it rises: [your answer]");
  expect(text).toMatch(/Who applies for the licence.*\[your answer\]/);
  expect(text).toContain("How long the yield test is: [your answer]");
});

test.each([
  "Thank you for your tender for the two ferries. After a close evaluation we have awarded the work to another yard.",
  "Thank you for your interest in the post. We have decided to proceed with other candidates.",
  "Thank you very much for coming to the interview. We were impressed, but we have chosen somebody with more experience.",
  "Vielen Dank für Ihr Angebot. Leider haben wir uns anders entschieden.",
  "Merci pour votre offre. Malheureusement, nous avons choisi une autre entreprise.",
  "Gracias por su oferta. Lamentamos comunicarle que hemos elegido a otra empresa.",
  "Obrigado pela sua proposta. Infelizmente, escolhemos outra empresa.",
])("a refusal that opens with thanks is not told that it is welcome: %s", (mail) => {
  expect(reply(mail)).not.toMatch(/welcome|kind words|gern geschehen|je vous en prie|de nada|freut mich|plaisir/i);
});

test("a warm thank-you is answered as one", () => {
  const mail = "Dear Alex\n\nThe beds came on Saturday. Thank you from all forty of us. God bless.\n\nDelphine";
  expect(reply(mail)).toMatch(/welcome|kind words|glad/i);
});

test.each([
  "Our desk gave everyone their money back, 240 euros in total. Is this us or the payment provider? Can you stop online sales till it is clear?",
  "The service costs 89 pounds a year. Please clear the space around the boiler before Monday.",
  "Rooms are 120 euros a night, as you wrote. Can we pay in three instalments?",
])("a mention of money is no reason to verify: %s", (mail) => {
  expect(stances(mail)).not.toContain("verify");
});

test.each([
  "Hi Alex,\n\nhere is our invoice 4471 for the March cleaning, £310. Please pay within 14 days to the account on the invoice.\n\nMona",
  "Please send us your invoice for the translation by Friday so that we can pay you this month.\n\nIda",
  "Could you order 20 boxes of gloves from the usual supplier? We are nearly out.\n\nPia",
  "Please update the billing address on our invoices: we are now at 12 Mill Street. Thanks, Jo",
  "Your quote is fine. Please go ahead with the order and send the invoice to the usual address.\n\nNed",
  "Your deposit of £150 has been received. Please bring your passport when you check in on 12 July.\n\nHotel Marlow",
  "Anbei die Rechnung 88-12 über 1.240 €. Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.\n\nAnton Reh",
  "Veuillez trouver ci-joint la facture 551 de 420 €, à régler par virement sous 30 jours. Souhaitez-vous que nous passions en juin ?",
  "La cuota del curso es de 80 € y se puede pagar por transferencia. ¿Cuántas plazas queréis reservar?",
  "Para confirmar a reserva pedimos um sinal de 50 €. Quantas pessoas serão?",
])("an ordinary invoice or order is answered, not verified: %s", (mail) => {
  expect(stances(mail)).not.toContain("verify");
  for (const { stance } of replyIntents(mail, now))
    expect(reply(mail, stance)).not.toMatch(/\bI will pay|zahle|paierai|pagaré/i);
});

test.each([
  "Anbei die Rechnung 88-12 über 1.240 €. Bitte überweisen Sie den Betrag noch heute.\n\nAnton Reh",
  "Veuillez régler la facture 551 de 420 € immédiatement, sinon nous saisirons un huissier.",
  "Por favor, pague hoy mismo los 900 € de la factura 12.",
  "Please pay the attached invoice of 4,300 euros today.",
  "The invoice is 4,300 euros. Please take care of it today.",
  "We have changed our bank. Please use the new account for the next payment.",
  "I expect you to accept that the fault is yours and to remake the bridge free of charge.",
  "Five bottles were corked. I would like my money back for them.",
])("a demand for money, a new account and a claim are verified first: %s", (mail) => {
  expect(stances(mail)).toContain("verify");
});

test.each([
  [
    "We could offer Thursday 23 April at 8.15 or Monday 27 April at 16.40. Which would you prefer?\n\nYolanda",
    "Confirm Thursday 23 April at 8.15",
  ],
  [
    "ich könnte Ihnen den 5. Mai vormittags oder den 7. Mai ab 13 Uhr anbieten. Welcher Termin passt Ihnen besser?",
    "5. Mai vormittags bestätigen",
  ],
  [
    "La notaría nos propone el jueves 26 a las 12:00 o el viernes 27 a las 9:30 para firmar. ¿Qué día te viene mejor?",
    "Confirmar jueves 26 a las 12:00",
  ],
])("each of two offered times is a click: %s", (mail, label) => {
  const [first] = replyIntents(mail, now);
  expect(first?.label).toBe(label);
  expect(reply(mail, first?.stance)).not.toMatch(/Welcher Termin|Qué día|Which would/);
});

test.each([
  [
    "Our registrar would like to talk to you. It would help to know the insured value per piece and who your courier is.",
    2,
  ],
  [
    "It is six days since your fitter left and we still have no hot water. I want a named person and a date for the repair, and I expect the charge of £95 to be taken off the bill.",
    2,
  ],
  ["Außerdem bräuchte ich eine Liste der Kinder. Gibt es bei Ihnen einen Raum mit Waschbecken?", 2],
  ["A carrinha está pronta. Quer que mudemos os pneus? Precisamos também do livrete, que ficou no escritório.", 2],
  ["Le menu sera prêt lundi. Y a-t-il des allergies ? Pensez à apporter la clé de la salle.", 2],
])("each wish, demand and question has its own blank: %s", (mail, asks) => {
  expect(reply(mail).match(/\[(?:your answer|Ihre Antwort|votre réponse|sua resposta)\]/gi)).toHaveLength(asks);
});

test.each([
  "Thank you for your enquiry. Our price for the lift is £6,450 including fitting, valid until 30 April.\n\nGregor",
  "Dr Brisk has to be at a funeral on 21 April, so we have to move your appointment to 28 April.\n\nYolanda",
])("routine thanks and a mentioned funeral do not set the tone: %s", (mail) => {
  expect(reply(mail)).not.toMatch(/kind words|welcome|condolences/i);
});

test("two offered times are one click each, whatever they are for", () => {
  const mail =
    "Hi Alex, could your people set out the axes on plot 12 on Friday 15 May at 7.30, or if that is too early on Monday 18 May at 8?\nUlrika";
  expect(replyIntents(mail, now).map(({ label }) => label)).toEqual([
    "Confirm Friday 15 May at 7.30",
    "Confirm Monday 18 May at 8",
    "Suggest another time",
  ]);
  expect(reply(mail, "Confirm Monday 18 May at 8")).toContain("Monday 18 May at 8");
});

test("a negative request keeps its grammar", () => {
  expect(reply("I poured the wine away, so please don't ask me to send it back.\nFlorian")).not.toMatch(
    /to don't|will don't/,
  );
});

test.each([
  "Station Control <station.control@airport.example>",
  "FilterKing Online <orders@filterking.example>",
  "Environmental Health <eh@borough.example>",
])("a desk or a firm is not greeted by a first name: %s", (from) => {
  expect(reply(`From: ${from}\nSubject: Stand 17\n\nCould you tell us who is on duty tonight?`)).not.toMatch(
    /^Dear (?:Station|FilterKing|Environmental)/,
  );
});

test("a threat of proceedings gets no apology", () => {
  const mail =
    "Our client says that three lamps came back broken. Unless we receive £1,450 and a written admission of your responsibility by 19 October we shall issue proceedings.";
  expect(stances(mail)).toContain("verify");
  expect(reply(mail)).not.toMatch(/apolog|sorry/i);
});

test("a colleague who hands work over before a holiday gets an answer", () => {
  const mail =
    "Alex,\n\nI'm off from Monday, back on 31 August. Please look after these:\n\n- Call Mrs Ruane about the lease\n- Water the plants\n\nOtto";
  expect(reply(mail)).toMatch(/call Mrs Ruane[\s\S]*water the plants/i);
});

test("a state that is needed is not sent", () => {
  const text = reply("The engineer will need the machine cold and empty. Can we come on Wednesday?", "accept");
  expect(text).not.toContain("send you the machine");
});

test.each([
  "Estimado Alex:\n\nNo hubo calefacción en toda la semana y el ascensor no funcionó ningún día. Pedimos una explicación por escrito. La señora de recepción fue muy amable, déle las gracias.\n\nUn saludo,\nMarta",
  "Bonjour Alex,\n\nIl n'y avait pas de chauffage dans la salle et le projecteur ne fonctionnait pas. Nous demandons des explications. Merci encore à votre hôtesse, qui a été charmante.\n\nCordialement,\nClaire",
  "Caro Alex,\n\nNão houve água quente durante dois dias e o elevador não funcionava. Pedimos uma explicação por escrito. Agradeça à menina da receção, que foi muito simpática.\n\nCumprimentos,\nRita",
])("a complaint that thanks one person at its end is not answered as praise: %s", (mail) => {
  for (const stance of [undefined, ...stances(mail)])
    expect(reply(mail, stance)).not.toMatch(
      /amables palabras|alegra|mots aimables|gentilles|réjouis|palavras amáveis|alegr/i,
    );
});
