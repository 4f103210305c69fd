import { expect, test } from "vitest";
import { subjectOf } from "./subject.ts";

test.each([
  [
    "Dear Alex,\n\nI want to complain about the blinds. Two slats are cracked and nobody has called me back.",
    /^Complaint: /,
  ],
  [
    "Guten Tag,\n\nich beschwere mich über die Reinigung. Das Treppenhaus war drei Wochen lang schmutzig.",
    /^Beschwerde: /,
  ],
  ["Bonjour,\n\nJe suis très déçue de la peinture. Le mur du salon est taché.", /^Réclamation : /],
  [
    "Dear Sirs,\n\nOn 3 May your lorry hit our gate. We hold you liable and claim EUR 1,240.00 for job 8812.",
    "Claim: job 8812, EUR 1,240.00",
  ],
  ["Hi all,\n\nHere are the notes from Thursday.\n\n1. Roof: agreed.\n2. Heating: Tom asks for a price.", /^Minutes: /],
  [
    "Dear Alex,\n\nPlease accept our deepest sympathy. We heard that Rupert Vane has died.",
    /^Condolences .*Rupert Vane$/,
  ],
  [
    "Bonjour,\n\nJe suis absente du 3 au 14 juin. En cas d'urgence, appelez le standard. À mon retour je vous répondrai.",
    /^Absence du 3 au 14 juin$/,
  ],
  ["Hello,\n\nGet me five gift cards and mail me the codes.", "Request for gift cards"],
  ["Dear customer,\n\nWe have to raise our prices for delivery as of 1 March.", "New prices as of 1 March"],
])("the kind of a mail is named before its matter: %s", (body, wanted) => {
  const subject = subjectOf(body);
  if (typeof wanted === "string") expect(subject).toBe(wanted);
  else expect(subject).toMatch(wanted);
});

test("an invitation is filed by its day", () =>
  expect(
    subjectOf("Madame,\n\nVous êtes conviée à l'inauguration du gymnase, le samedi 4 avril à 11 h. Merci de répondre."),
  ).toBe("Invitation : inauguration du gymnase, 4 avril"));

test("the number of a bank account is no name of the matter", () =>
  expect(
    subjectOf("Hello,\n\nPlease note that all payments now go to our new account. Account no. 44556677."),
  ).not.toContain("44556677"));

test("what follows an announcement is told", () => {
  expect(subjectOf("Hi,\n\nThe landlord has just rung: the lift is closed until Monday 8 June.")).not.toMatch(
    /landlord/i,
  );
  expect(
    subjectOf("Hallo,\n\nleider muss ich noch etwas ändern: Die Maler kommen nicht am 3., sondern am 5. Mai."),
  ).toMatch(/Maler.*5\. Mai/);
});

test("a changed plan is the matter", () => {
  expect(subjectOf("Sorry all,\n\nThe hall is flooded. We meet in the library instead.")).toMatch(/library/);
  expect(subjectOf("Sorry all,\n\nThe hall is flooded. We start on Monday 4 May instead.")).toContain("Monday 4 May");
});

test("questions in a list are named by what they are about", () =>
  expect(
    subjectOf(
      "Guten Tag,\n\nwir planen den Ausflug nach Trier. Dazu haben wir Fragen:\n\n- Wann fährt der Bus?\n- Wer zahlt den Eintritt?\n- Gibt es Vegetarisches?",
    ),
  ).toMatch(/Ausflug nach Trier/));

test("a Hindi notice keeps the verb at its end", () =>
  expect(
    subjectOf("सूचना\n\nमरम्मत के कारण सोमवार, 4 मई को सुबह 10 बजे से शाम 4 बजे तक पुस्तकालय का मुख्य द्वार बंद रहेगा।"),
  ).toMatch(/बंद रहेगा/));

test.each([
  [
    "Sehr geehrte Damen und Herren,\n\nunsere Rechnung 5512 vom 3. März über 310,00 EUR ist noch offen. Wir bitten um Zahlung.",
    "Zahlungserinnerung: Rechnung 5512",
  ],
  ["Dear Alex,\n\nOur invoice 7781 over 96.00 EUR is still unpaid.", "Payment reminder: invoice 7781"],
  [
    "Import: customers\nStarted: 02:00\nStatus: failed\nRows: 12,004\n\nThis is an automatic message, replies are not read.",
    "Import customers: failed",
  ],
  ["hi alex, the choir practice is on tue 4th now, not on wed. bring the folders?", "Choir practice moved to tue 4th"],
])("unpaid bills, programs' reports and moved days: %s", (body, wanted) => expect(subjectOf(body)).toBe(wanted));

test.each([
  ["Buenos días:\n\nAcabo de hablar con el taller. El ascensor queda parado hasta el 5 de mayo.", /ascensor/i],
  ["Hi Alex,\n\nAapka parcel mil gaya, thank you. Kal se dukaan 8 baje khulegi.", /dukaan/i],
  ["प्रिय एलेक्स जी,\n\nहमारी संस्था का उद्घाटन रविवार, 7 मार्च को है।", /7 मार्च/],
])("what the writer has done is not the matter: %s", (body, wanted) => expect(subjectOf(body)).toMatch(wanted));
