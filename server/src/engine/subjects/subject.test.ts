import { expect, test } from "vitest";
import { subjectOf } from "./subject.ts";

test("a subject is a short phrase in the mail's own words", () => {
  const body =
    "Hi Rick,\n\nattached is the historical headcount report that you asked for. Let me know if you need anything else.\n\nKevin";
  const subject = subjectOf(body);
  expect(subject.toLowerCase()).toContain("headcount report");
  expect(subject.split(/\s+/).length).toBeLessThanOrEqual(9);
});

test("greeting and signature are never the subject", () => {
  expect(subjectOf("Dear Tom,\n\nWe have to postpone the budget review.\n\nKind regards,\nSupport Team")).toMatch(
    /budget review/i,
  );
});

test("a subject that the text states is used", () => {
  expect(subjectOf("Subject: Move to the new office\n\nDear all, we move in May.")).toBe("Move to the new office");
});

test("merge tokens are kept as they are", () => {
  expect(subjectOf("Renewal offer for {Company}")).toContain("{Company}");
});

test("text in another script gives its first sentence", () => {
  expect(subjectOf("会议改到星期五。")).toContain("会议");
});

test("no text gives no subject", () => {
  expect(subjectOf("")).toBe("");
});

test.each([
  ["The judge moved the hearing from 2 June to 26 May, so we are late.", "Hearing moved to 26 May"],
  ["Your loan application 5521 was approved today: EUR 85,000 over ten years.", "Loan application 5521 approved"],
  ["We have postponed the kick-off to 4 June.", "Kick-off postponed to 4 June"],
  ["The office will be closed on Friday.", "Office closed on Friday"],
  [
    "The class trip to the science museum takes place on Thursday, 21 May.",
    "Class trip to the science museum on Thursday 21 May",
  ],
  ["The auditors are in the house from 1 to 5 June.", "Auditors in house from 1 to 5 June"],
  ["The air conditioning in room 207 did not work.", "Air conditioning in room 207 not working"],
  ["Die Prüfung der Aufzüge wurde auf den 3. Juni verschoben.", "Prüfung der Aufzüge auf den 3. Juni verschoben"],
  [
    "La livraison des 200 chaises est repoussée au 20 mai à cause d'une panne.",
    "Livraison des 200 chaises repoussée au 20 mai",
  ],
  ["La oficina permanecerá cerrada el viernes 15 de mayo.", "Oficina cerrada el viernes 15 de mayo"],
])("a subject says what happened, with its date: %s", (body, subject) => {
  expect(subjectOf(`Hello,\n\n${body}`)).toBe(subject);
});

test("a subject ends with a whole word group", () => {
  expect(subjectOf("Press 4 needs maintenance on Saturday 16 May from 06:00.")).not.toMatch(/Saturday 16$/);
});

test("the subject of a forward is that of the mail that is passed on", () => {
  const body =
    "Can you take this?\n\n---------- Forwarded message ---------\nFrom: T. Roig\nDate: 12 May\nSubject: x\nTo: Ada\n\nThe delivery of the steel beams is delayed by two weeks.";
  expect(subjectOf(body)).toBe("Delivery of the steel beams delayed by two weeks");
});

test("what is asked for is not told as done", () => {
  const subject = subjectOf("Hi Sam,\n\nplease send me the signed rental agreement for the scaffolding by Thursday.");
  expect(subject).toBe("Signed rental agreement for the scaffolding by Thursday");
});

test.each([
  ["We have changed banks. Please pay invoice 4471 to the new account.", "Change of bank details, invoice 4471"],
  ["You are cordially invited to the summer party on Friday 3 July.", "Invitation: summer party on Friday 3 July"],
  [
    "Nous vous convions à la réunion annuelle le jeudi 21 mai, salle des fêtes.",
    "Invitation : réunion annuelle le jeudi 21 mai",
  ],
])("a mail of a certain kind is named by it: %s", (body, subject) => {
  expect(subjectOf(`${body}`)).toBe(subject);
});

test("a pasted header's subject is used if it says something", () => {
  expect(subjectOf("From: Ann <a@x.example>\nSubject: RE: Quote for roof repair\n\nHi, can you do it cheaper?")).toBe(
    "Quote for roof repair",
  );
});

test.each([
  [
    "The dishwasher has a leak again. We need the spare seal, the hose clamp and a new filter by Friday.",
    "Spare seal, hose clamp and a new filter by Friday",
  ],
  ["Hello, please cancel my membership as of 31 December.", "Cancellation of my membership as of 31 December"],
  ["Is the cottage at Pine Lake still free in August?", "Cottage at Pine Lake still free in August?"],
  ["For the third time this month the lift stopped between two floors.", "Lift stopped between two floors"],
  ["Your parcel 4471-88 could not be delivered because nobody was at home.", "Parcel 4471-88 not delivered"],
  ["From Monday 7 September the yard will be resurfaced.", "Yard to be resurfaced"],
  ["I paid 1,250 euros. The label says 12 kg but your invoice says 15 kg.", "Label 12 kg, invoice 15"],
])("a subject names what is asked, or what is the case: %s", (body, subject) => {
  expect(subjectOf(body)).toBe(subject);
});

test.each([
  ["Leider müssen wir den Termin am 14. Mai absagen.", "Absage: Termin am 14. Mai"],
  ["Bei der Lieferung vom 3. Mai wurden zwei Fenster beschädigt.", "Zwei Fenster beschädigt"],
  [
    "Pour le dossier, merci de nous envoyer avant le 9 mai : le bail, les factures et le plan.",
    "Bail, factures et le plan",
  ],
  ["Quería saber si tienen una mesa para seis el 3 de junio.", "Mesa para seis el 3 de junio"],
  ["Gostaria de reservar um quarto duplo para 9 de maio.", "Reserva: quarto duplo para 9 de maio"],
  ["आदरणीय महोदय,\n\nहमारे स्कूल की बैठक 14 नवंबर को है।", "स्कूल की बैठक 14 नवंबर को"],
  ["Bukhar hai isliye aaj aur kal ghar se kaam karunga.", "Aaj aur kal ghar se kaam"],
])("a subject in another language: %s", (body, subject) => {
  expect(subjectOf(body)).toBe(subject);
});

test("an answer keeps the subject of the mail that it quotes", () => {
  const body =
    "Kannst du das bitte übernehmen?\n\n-----Ursprüngliche Nachricht-----\nVon: Zoll\nGesendet: 4. Mai 2026\nAn: Ada\nBetreff: AW: Papiere fehlen\n\nEs fehlt die Rechnung.";
  expect(subjectOf(body)).toBe("Papiere fehlen");
});

test.each([
  [
    "My name is Ada Lind, I run a small bakery in Leith. We are looking for a supplier of rye flour.",
    "Supplier of rye flour",
  ],
  ["I am handing in my notice. My last day will be 31 July.", "Resignation as of 31 July"],
  ["Te confirmo que el autobús sale a las 8:15 desde la plaza.", "Autobús sale a las 8:15 desde la plaza"],
  ["The pump you sold us loses pressure after two hours.", "Pump loses pressure after two hours"],
  [
    "Hiermit kündige ich meinen Vertrag 20-4471 fristgerecht zum 30. September.",
    "Kündigung: Vertrag 20-4471 zum 30. September",
  ],
  ["Ma commande n° 88213 n'est toujours pas arrivée alors que le délai est passé.", "Commande n° 88213 pas arrivée"],
])("a subject names the matter, not the writer or a side of it: %s", (body, subject) => {
  expect(subjectOf(body)).toBe(subject);
});

test.each([
  ["Hallo Alex,\n\nder 9. Juni geht leider doch nicht, da ist der Saal vergeben.", /nicht/],
  [
    "Guten Tag,\n\ndie neue Heizung im zweiten Stock des Gebäudes am Marktplatz läuft seit gestern Abend leider nicht.",
    /nicht/,
  ],
  ["Bonjour,\n\nLa porte du garage au sous-sol de notre immeuble ne ferme pas.", /pas/],
  [
    "सभी निवासियों को सूचित किया जाता है कि मरम्मत के कारण बुधवार 22 अप्रैल को सुबह 8 बजे से शाम 5 बजे तक वार्ड 7 में पानी नहीं आएगा।",
    /नहीं/,
  ],
])("a subject never loses a negation: %s", (body, kept) => {
  expect(subjectOf(body)).toMatch(kept);
});

test.each([
  [
    "Alex ji namaste,\n\nAapne jo 80 aam ke paudhe bheje the unme se 35 do hafte mein mar gaye. Mujhe 35 paudhon ke paise wapas chahiye.",
    "35 paudhon ke paise wapas chahiye",
  ],
  ["Ravi ji,\n\nSaturday ka session 3 baje kar sakte hain kya?", /^Saturday ka session/],
  [
    "ok then: you take my late on Tuesday and I take your early on Monday. Jonna says it's fine with her. Tell me tonight so I can tell the babysitter.",
    "Swap: late on Tuesday for early on Monday",
  ],
  ["Dear Sam,\n\nThe beds came on Saturday and the boys built them with Brother Thomas.", /beds/i],
])("neither the salutation nor a bystander is the subject: %s", (body, subject) => {
  expect(subjectOf(body)).toEqual(typeof subject === "string" ? subject : expect.stringMatching(subject));
});

test.each([
  [
    "Thanks for your mail. I am on leave from 11 July until 2 August with no laptop. Mails are not forwarded.",
    "Away until 2 August",
  ],
  ["Dear all,\n\nshort minutes of today's bed meeting.\n\nOccupancy is 97 %.", "Minutes of today's bed meeting"],
  [
    "Dear Sam,\n\nwe are unable to accept the return of the coat because the label was removed. Please collect it from the shop by 20 March.",
    "Cannot accept return of the coat",
  ],
  [
    "Hi Sam,\n\nthanks for the quote (K-771). Before I order:\na) does it include scaffolding\nb) who removes the old tiles",
    "Questions about quote K-771",
  ],
  ["Guten Tag,\n\nim Keller gibt es seit gestern kein Warmwasser.", "Seit gestern kein Warmwasser"],
  [
    "It is with great sadness that I tell you that Helena Brook, our ward clerk, died on Saturday.",
    "Death of Helena Brook",
  ],
  ["Dear Sam,\n\nmy uncle died on Sunday after a long illness in hospital.", "My uncle died on Sunday"],
  [
    "Dear Sam,\n\nI'm sorry to bring bad news: the board decided today to close the Leeds branch from May.",
    "Decision to close the Leeds branch",
  ],
  ["Hi Sam,\n\nWhat does the statement cost?", "Price of statement"],
  ["Guten Tag,\n\nwir sind ein Wanderverein und suchen Zimmer für 22 Personen.", "Anfrage: Zimmer für 22 Personen"],
  [
    "Hola Alex,\n\npara la plaza necesitamos:\n- 8 naranjos\n- 150 geranios rojos\n\nLa entrega tiene que ser el lunes.",
    "8 naranjos, 150 geranios rojos",
  ],
])("a kind of mail has its kind of subject: %s", (body, subject) => {
  expect(subjectOf(body)).toBe(subject);
});
