import { expect, test } from "vitest";
import { cleanMail, readMail } from "./clean-mail.ts";

test("greeting, closing and signature are removed", () => {
  const body = "Hi Tom,\n\nThe samples arrived today.\n\nBest regards,\nPriya Nair\nProcurement\n+44 20 7946 0011";
  expect(cleanMail(body)).toBe("The samples arrived today.");
});

test("a quoted mail below the answer is removed with the line that introduces it", () => {
  const body =
    "Works for me.\n\nOn Tue, 4 Mar 2025 at 10:12, Ada West <ada@west.example>\nwrote:\n> Shall we say Friday?\n>> Or Monday?";
  expect(cleanMail(body)).toBe("Works for me.");
});

test("answers written between quoted lines are kept", () => {
  const body = "> Is the venue booked?\nYes, since Monday.\n> And the catering?\nNot yet.\n\nLou";
  expect(cleanMail(body, "Lou Park <lou@park.example>")).toBe("Yes, since Monday.\nNot yet.");
});

test("everything below an Outlook header block is removed as the quoted mail", () => {
  const body =
    "See below.\n\nFrom: Ada West\nSent: Monday, 3 March 2025 09:00\nTo: Tom Becker\nSubject: Offer\n\nDear Tom, our offer is attached.";
  expect(cleanMail(body)).toBe("See below.");
});

test("a line that only begins with a header word stays", () => {
  const body = "To: get this right, we should wait.\nThe numbers come on Monday.";
  expect(cleanMail(body)).toContain("To: get this right");
});

test("a disclaimer at the end is removed, a mail about confidentiality is not", () => {
  const legal =
    "The draft is attached.\n\nThis e-mail and any attachments are confidential and intended solely for the addressee.";
  expect(cleanMail(legal)).toBe("The draft is attached.");
  expect(cleanMail("Please keep the price confidential until Friday. The client signs then.")).toContain(
    "confidential until Friday",
  );
});

test("a mail that speaks of confidentiality is read, whatever its greeting and closing", () => {
  const german =
    "Hallo Rohan,\n\nkannst du 25.000 € überweisen? Die Sache ist vertraulich.\n\nGruß\nThomas (Geschäftsführer)";
  expect(cleanMail(german)).toContain("kannst du 25.000 € überweisen?");
  const french = "Bonjour Claire,\n\nLe devis est confidentiel, merci de le garder.\n\nCordialement,\nPaul";
  expect(cleanMail(french)).toBe("Le devis est confidentiel, merci de le garder.");
  const order = "Pay 5,000 EUR today. This message is confidential and intended only for you.";
  expect(cleanMail(`Hi Tom,\n\n${order}`)).toBe(order);
  expect(cleanMail(`Hi Tom,\n\nI hope you are well.\n\n${order}\n\nBest regards,\nVikram`)).toContain(order);
});

test("a disclaimer below the signature is removed, in German and French too", () => {
  const disclaimers = [
    "Diese E-Mail enthält vertrauliche Informationen und ist nur für den Empfänger bestimmt.",
    "Ce message et ses pièces jointes sont confidentiels.",
  ];
  for (const disclaimer of disclaimers)
    expect(cleanMail(`The draft is attached.\n\nBest regards,\nJan Kern\n\n${disclaimer}`)).toBe(
      "The draft is attached.",
    );
});

test("thanks with an object is a sentence, thanks alone is a closing", () => {
  expect(cleanMail("Thanks for the file.\nI will read it tonight.\n\nThanks,\nJo")).toBe(
    "Thanks for the file.\nI will read it tonight.",
  );
});

test("a mail of only quoted text gives that text and is marked as quoted", () => {
  expect(readMail("> Can you send me the slides?\n> Thanks")).toMatchObject({
    text: "Can you send me the slides?\nThanks",
    onlyQuoted: true,
  });
});

test("a mail of only a signature has no text", () => {
  expect(readMail("--\nJohn Smith\nCEO\n+1 555 0100")).toMatchObject({ text: "", onlyQuoted: false });
});

test("a reply that is only a link is an answer, not a signature", () => {
  expect(cleanMail("http://www.example.org/papers/\n\n> What is the URL?")).toBe("http://www.example.org/papers/");
});

test("greetings and closings in other languages are removed", () => {
  expect(cleanMail("Sehr geehrte Frau Berg,\n\ndie Ware ist da.\n\nMit freundlichen Grüßen\nJan Kern")).toBe(
    "die Ware ist da.",
  );
  expect(cleanMail("Bonjour Claire,\n\nLe devis est prêt.\n\nCordialement,\nPaul")).toBe("Le devis est prêt.");
  expect(readMail("Hallo Jan,\n\ndie Ware ist da.\n\nGruß\nThomas").signature).toEqual(["Gruß", "Thomas"]);
  expect(cleanMail("Hallo Jan,\n\nGrüße an alle im Team.")).toBe("Grüße an alle im Team.");
});

test("invisible characters are removed", () => {
  expect(cleanMail("The pa\u200Bssw\u202Eord is old.")).toBe("The password is old.");
});
