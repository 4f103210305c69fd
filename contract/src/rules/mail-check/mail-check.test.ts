import { describe, expect, it } from "vitest";
import { checkMail } from "./mail-check.ts";
import type { CheckedMail, CheckedThread } from "./types.ts";

const today = { year: 2026, month: 11, day: 16 };
const meera = { name: "Meera Nair", address: "meera@ornatepack.test" };
const written = (text: string, more: Partial<CheckedMail> = {}): CheckedMail => ({
  ...{ to: [meera.address], cc: [], bcc: [], subject: "Boxes", text, hasFiles: false },
  ...{ own: ["me@acme.test"], known: [meera], today, ...more },
});
const answering = (mail: string, text: string, more: Partial<CheckedMail> & { thread?: CheckedThread } = {}) =>
  written(text, {
    thread: { text: mail, people: [meera, { name: "Me", address: "me@acme.test" }], sender: meera },
    ...more,
  });
const kindsOf = (mail: CheckedMail) => checkMail(mail).map(({ kind }) => kind);
const first = (mail: CheckedMail) => checkMail(mail)[0];

describe("a promised attachment [CHK-01]", () => {
  it.each([
    "Please find attached the price list.",
    "Thanks, please find attached the signed copy.",
    "I have attached the contract for your review.",
    "Attached is a draft of the letter.",
    "PFA the invoice for October.",
    "The signed copy is attached.",
    "See the attached quotation.",
    "Anbei die Rechnung für Oktober.",
    "Vous trouverez le devis ci-joint.",
    "Te envío el contrato adjunto.",
    "Maine file attach kar di hai.",
    "कृपया संलग्न फ़ाइल देखें।",
  ])("is missed in %j", (text) => {
    expect(first(written(text))).toMatchObject({ kind: "missing-attachment", isGrave: true, fix: { type: "attach" } });
    expect(kindsOf(written(text, { hasFiles: true }))).toEqual([]);
  });
  it.each([
    "I read the file you attached.",
    "Thanks for the attached contract, I read it last night.",
    "Vielen Dank für die Unterlagen im Anhang.",
    "Gracias por el archivo adjunto.",
    "Wie im Anhang Ihrer Mail beschrieben, ist das Teil defekt.",
    "आपका संलग्न दस्तावेज़ मिल गया।",
    "About your request to sign the attached form: I cannot.",
    "Your attachment was empty.",
    "Could you attach the signed copy?",
    "I will attach it tomorrow.",
    "There was no attachment in your mail.",
    "The house has an attached garage.",
    "There are no strings attached.",
    "If you attach the receipt, we can pay.",
    "The label was attached to the box.",
  ])("is not promised in %j", (text) => expect(kindsOf(written(text))).toEqual([]));
});

describe("weekdays and dates [CHK-02]", () => {
  it.each([
    ["Let us meet on Tuesday 18 November.", "Tuesday 18 November", "Wednesday 18 November"],
    ["Let us meet on Tue, 18th of Nov at 10.", "Tue, 18th of Nov", "Wed, 18th of Nov"],
    ["The call is on monday, November 18, 2026.", "monday, November 18, 2026", "wednesday, November 18, 2026"],
    ["Wir treffen uns am Dienstag, 18. November.", "Dienstag, 18. November", "Mittwoch, 18. November"],
    ["Rendez-vous mardi 18 novembre.", "mardi 18 novembre", "mercredi 18 novembre"],
    ["बैठक मंगलवार 18 नवंबर को है।", "मंगलवार 18 नवंबर", "बुधवार 18 नवंबर"],
    ["Wir treffen uns am Dienstag, 18.11.2026.", "Dienstag, 18.11.2026", "Mittwoch, 18.11.2026"],
    ["Wir treffen uns am Dienstag, den 18.11. um 10 Uhr.", "Dienstag, den 18.11.", "Mittwoch, den 18.11."],
    ["Let us meet on Tuesday 18/11/2026.", "Tuesday 18/11/2026", "Wednesday 18/11/2026"],
    ["Let us meet on Tue 2026-11-18 at 10.", "Tue 2026-11-18", "Wed 2026-11-18"],
  ])("corrects %j", (text, from, to) => {
    expect(first(written(text))).toMatchObject({
      kind: "wrong-weekday",
      words: from,
      fix: { type: "replace", from, to },
    });
  });
  it.each([
    "Let us meet on Wednesday 18 November.",
    "We met on Monday 3 November 2025.",
    "We met on Tuesday 12 May.",
    "We meet on Wednesday 12 May.",
    "The fair is on Thursday 14 January.",
    "On Monday 18 people came.",
    "We sat 3 March meetings in a row.",
    "Order 18 November boxes.",
    "It may 18 times fail.",
    "I am free on Friday, 10 am.",
    "Let us meet on Wednesday 18.11.2026.",
    "Let us meet on Wednesday 18/11 at 10.",
    "The lesson is on Thursday 12/11 or 11/12.",
    "Version 18.11.2026 is out.",
    "I am in the office on Friday 7-8.",
    "On Friday 3/4 of the team was away.",
    "Call on Monday 10.30 if you can.",
  ])("accepts %j", (text) => expect(kindsOf(written(text))).toEqual([]));
  it("knows which days no calendar has", () => {
    expect(first(written("Payment is due on 31 November."))).toMatchObject({
      kind: "impossible-date",
      words: "31 November",
    });
    expect(kindsOf(written("It is due on 29 February 2028."))).toEqual([]);
    expect(kindsOf(written("It is due on 29 February 2027."))).toEqual(["impossible-date"]);
  });
  it("compares a confirmed day with the only one of the thread", () => {
    const offer = "Can you come on Thursday 26 November?";
    expect(first(answering(offer, "Confirmed, see you on Friday 27 November."))).toMatchObject({
      kind: "other-date",
      other: "Thursday 26 November",
    });
    expect(kindsOf(answering(offer, "I cannot come then, but 27 November works for me."))).toEqual([]);
    expect(kindsOf(answering(offer, "Confirmed, see you on 26 November."))).toEqual([]);
  });
});

describe("sums and numbers of the thread [CHK-03]", () => {
  const quote = "We can offer INR 41.50 a box for order PO-20417, and a discount of Rs. 1,200.";
  it.each([
    ["We accept INR 45.10 a box.", "INR 45.10", "INR 41.50"],
    ["We accept ₹415.0 a box.", "₹415.0", "₹41.50"],
    ["Please book the discount of INR 12,00,0.", "INR 12,00,0", "INR 1,200"],
    ["As agreed, we pay INR 44.90 a box.", "INR 44.90", ""],
  ])("finds the slip in %j", (text, from, to) => {
    const found = checkMail(answering(quote.replace(to ? "" : ", and a discount of Rs. 1,200", ""), text));
    expect(found[0]).toMatchObject({ kind: "other-amount", words: from, ...(to && { fix: { from, to } }) });
  });
  it("finds the slip in an order number", () => {
    expect(first(answering(quote, "Please ship PO-20471 by Friday."))).toMatchObject({
      kind: "other-number",
      fix: { from: "PO-20471", to: "PO-20417" },
    });
  });
  it("reads sums with spaces", () => {
    const thread = "Le montant est de 1200,00 euros.";
    expect(kindsOf(answering(thread, "Le montant de 1 200 € me convient."))).toEqual([]);
    expect(kindsOf(answering(thread, "Le montant de 1 020 € me convient."))).toEqual(["other-amount"]);
  });
  it.each([
    "We can pay INR 39.00 a box.",
    "We accept Rs 41.50 a box.",
    "We accept INR 41.5 a box.",
    "We accept INR 41,5 a box.",
    "We accept EUR 45.10 a box.",
    "INR 41.50 is fine, but 45.10 would be too much.",
    "Please ship PO-20417 by Friday and PO-20418 in December.",
    "Call me at +91 98400 20471.",
  ])("accepts %j", (text) => expect(kindsOf(answering(quote, text))).toEqual([]));
});

describe("the name in the greeting [CHK-04]", () => {
  it("corrects a misspelt name", () => {
    expect(first(written("Dear Meeera,\n\nThank you for the boxes."))).toMatchObject({
      kind: "other-name",
      fix: { from: "Meeera", to: "Meera" },
    });
  });
  it("notices the name of another person of the thread", () => {
    const ravi = { name: "Ravi Kumar", address: "ravi@ornatepack.test" };
    const thread = { text: "Hello", people: [meera, ravi], sender: meera };
    expect(first(written("Hi Ravi,\n\nThank you.", { thread }))).toMatchObject({ kind: "other-name", other: "Meera" });
    expect(kindsOf(written("Hi Ravi,\n\nThank you.", { thread, to: [meera.address, ravi.address] }))).toEqual([]);
  });
  it("notices the name of somebody else whom the writer knows", () => {
    const tom = { name: "Tom Baker", address: "tom@elsewhere.test" };
    const known = [meera, tom];
    expect(first(written("Hi Tom,\n\nThank you.", { known }))).toMatchObject({ kind: "other-name", other: "Meera" });
    const bob = { name: "Bob Stone", address: "bob@elsewhere.test" };
    const robert = { name: "Robert Lane", address: "robert@lane.test" };
    expect(kindsOf(written("Hi Bob,\n\nThank you.", { known: [bob, robert], to: [robert.address] }))).toEqual([]);
  });
  it.each([
    ["tom@boxes.test", "Tom"],
    ["tom.baker@ornatepack.test", "Tom"],
    ["orders@boxes.test", undefined],
    ["mn@boxes.test", undefined],
    ["mnair@boxes.test", undefined],
    ["m.nair@boxes.test", undefined],
    ["sunshine@gmail.com", undefined],
    ["tom@ornatepack.test", undefined],
  ])("finds Meera greeted in a mail to %s, whom the writer does not know: %s", (address, name) => {
    const found = checkMail(written("Dear Meera,\n\nThank you.", { to: [address] })).filter(
      ({ kind }) => kind === "other-name",
    );
    expect(found.map(({ other }) => other)).toEqual(name ? [name] : []);
  });
  it.each(["Hi all,", "Dear Ms. Nair,", "Hi Mee,", "Hello there,", "Dear Sir,", "Hi Anna,"])("accepts %j", (line) =>
    expect(kindsOf(written(`${line}\n\nThank you.`))).toEqual([]),
  );
});

describe("recipients [CHK-05] [CHK-06]", () => {
  const text = "Thank you for the offer.";
  it.each([
    ["meera@ornatepack.tset", "ornatepack.test"],
    ["meera@ornatepak.test", "ornatepack.test"],
    ["meera@omatepack.test", "ornatepack.test"],
    ["meera@оrnatepack.test", "ornatepack.test"],
    ["mera@ornatepack.test", "ornatepack.test"],
    ["jo@acme.tst", "acme.test"],
  ])("doubts %s", (address, domain) => {
    const found = first(written(text, { to: [address], known: [meera, { name: "Jo", address: "jo@acme.test" }] }));
    expect(found).toMatchObject({ kind: "similar-recipient", isGrave: true });
    expect(found?.other).toContain(domain);
  });
  it("keeps the name before a mistyped domain", () => {
    expect(first(written(text, { to: ["anna@ornatepack.tset"] }))).toMatchObject({ other: "anna@ornatepack.test" });
  });
  it.each(["anna@ornatepack.test", "someone@gmail.com", "meera@other.test", "office@ornatepack.test"])(
    "accepts %s",
    (address) => expect(kindsOf(written(text, { to: [address] }))).toEqual([]),
  );
  it("names people who are new to the thread, and those outside of the company", () => {
    const boss = { name: "Boss", address: "boss@acme.test" };
    const inside = { text: "Hi", people: [boss], sender: boss };
    expect(kindsOf(written(text, { thread: inside, to: [boss.address], cc: ["pal@acme.test"] }))).toEqual([
      "new-recipient",
    ]);
    expect(first(written(text, { thread: inside, to: [boss.address, "spy@rival.test"] }))).toMatchObject({
      kind: "outside-recipient",
      words: "spy@rival.test",
      isGrave: true,
      fix: { type: "remove-recipient" },
    });
    expect(kindsOf(answering("Hi", text))).toEqual([]);
    expect(kindsOf(answering("Hi", text, { bcc: ["me@acme.test"] }))).toEqual([]);
  });
  it("asks whether more than ten shall get a reply", () => {
    const all = Array.from({ length: 11 }, (_, at) => ({
      name: "",
      address: `reader${at}.${"abcdefghijk"[at]}@b${at}x.test`,
    }));
    const thread = { text: "Hi", people: [meera, ...all], sender: meera };
    const to = all.map(({ address }) => address);
    expect(checkMail(written(text, { thread, to })).find(({ kind }) => kind === "many-recipients")).toMatchObject({
      count: 11,
      fix: { type: "answer-sender", address: meera.address },
    });
    expect(kindsOf(written(text, { thread, to: to.slice(0, 9) }))).not.toContain("many-recipients");
  });
});

it.each(["Hi Jo,\n\nas attached in my last mail, the list is final.", "It is as attached to our first offer."])(
  "a file of an earlier mail is not missed in %j [CHK-01]",
  (text) => expect(kindsOf(written(text))).toEqual([]),
);

it.each(["Dear <INSERT NAME>,\n\nthanks.", "Dear <NAME>,\n\nthanks.", "Dear Mr. ___,\n\nthanks."])(
  "a gap of a template is found in %j [CHK-09]",
  (text) => expect(kindsOf(written(text))).toEqual(["unfilled"]),
);

describe("private values [CHK-07]", () => {
  it.each([
    ["My card is 4111 1111 1111 1111.", "card"],
    ["IBAN DE89 3704 0044 0532 0130 00", "iban"],
    ["2341 2341 2346", "aadhaar"],
    ["Aadhaar: 234123412346", "aadhaar"],
    ["Amex 3782 822463 10005", "card"],
    ["RuPay 6521 1111 1111 1110", "card"],
    ["PAN ABCPK1234L", "pan"],
    [`-----BEGIN RSA PRIVATE KEY-----\n${"MIIEow".repeat(12)}\n`, "secret"],
    ["The password is Tr0ub4dor&3", "secret"],
    ["Key AKIAIOSFODNN7EXAMPLE", "secret"],
    ["User admin, pw: Sommer2026!", "secret"],
    ["Das Passwort lautet Sommer2026!", "secret"],
    ["Le mot de passe est Soleil#26", "secret"],
    ["La contraseña es Verano_26", "secret"],
    ["पासवर्ड है Diwali@26", "secret"],
  ])("are found in %j", (text, privateKind) => {
    const found = first(written(text));
    expect(found).toMatchObject({ kind: "private", privateKind, fix: { type: "replace" } });
    expect(found?.words).toMatch(/^••••/);
  });
  it.each([
    "Order 4111 1111 1111 1112 has left.",
    "Reference 1794987165401 was booked.",
    "Ticket 234123412346 is open.",
    "My number is +91 98400 20471.",
    "The password is required.",
    "Das Passwort ist abgelaufen.",
    "Call 9840 0204 7155.",
    "The token is valid until noon.",
    "DE12 3456 7890 1234 5678 90",
  ])("are not in %j", (text) => expect(kindsOf(written(text))).toEqual([]));
  it("does not warn of what the sender wrote", () => {
    expect(kindsOf(answering("Hello", "Thank you.", { subject: "Re: Card 4111 1111 1111 1111" }))).toEqual([]);
    const iban = "DE89370400440532013000";
    expect(kindsOf(answering(`Please pay to ${iban}.`, "We have paid to DE89 3704 0044 0532 0130 00."))).toEqual([]);
  });
});

describe("questions of the answered mail [CHK-08]", () => {
  const mail = "Hi,\n\nWhen can you deliver the boxes? Do you also print logos? How are you?\n\nMeera";
  it("names those that the answer leaves open", () => {
    expect(checkMail(answering(mail, "We can deliver all of it on Friday next week, as usual by van."))).toMatchObject([
      { kind: "open-question", words: "Do you also print logos?", fix: { type: "add-answer" } },
    ]);
  });
  it.each([
    "Delivery takes a week, and yes, we print logos in two colours.",
    "Thank you.",
    "Unfortunately, we are not able to do any of what you ask for.",
    "We will need some more time, and hope that this is fine with you.",
    "I will check with our plant and get back to you by tomorrow.",
  ])("is content with %j", (text) => expect(kindsOf(answering(mail, text))).toEqual([]));
  it("asks nothing of quoted mail", () => {
    const quoted =
      "Thanks, that helps.\n\nOn Mon, 2 Nov 2026 at 10:00, Me <me@acme.test> wrote:\n> When do you pay the invoice?";
    expect(kindsOf(answering(quoted, "Good to hear that it was of use to all of you there."))).toEqual([]);
  });
});

it("names placeholders that are left [CHK-09]", () => {
  expect(first(written("Hi {FirstName}, see you on [date]."))).toMatchObject({
    kind: "unfilled",
    count: 2,
    fix: { type: "fill" },
  });
});

it("compares the words with the chosen tone [CHK-10]", () => {
  const text = "Hey, thx for the boxes!! We are gonna pay soon.";
  expect(kindsOf(written(text, { tone: "professional" }))).toEqual(["tone"]);
  expect(kindsOf(written(text, { tone: "friendly" }))).toEqual([]);
  expect(kindsOf(written(text))).toEqual([]);
});

it("puts the gravest first, and says nothing twice", () => {
  const found = checkMail(written("Attached is the plan for Tuesday 18 November. Again: Tuesday 18 November."));
  expect(found.map(({ kind }) => kind)).toEqual(["missing-attachment", "wrong-weekday"]);
});

it("takes hostile text of any size in bounded time", () => {
  const orders = Array.from({ length: 8_000 }, (_, at) => `PO-${10_000 + at * 7}`).join(" ");
  expect(checkMail(answering(orders, orders, { subject: "18 November ".repeat(20_000) })).length).toBeLessThan(300);
  const texts = [
    "attached ".repeat(20_000),
    "1".repeat(200_000),
    "4 ".repeat(100_000),
    "Monday 1 ".repeat(20_000),
    "? ".repeat(90_000),
    "[".repeat(100_000),
    `a${"@".repeat(90_000)}`,
  ];
  // An expression that backtracks without bound would exceed the test's time limit.
  for (const text of texts) expect(checkMail(answering(text, text)).length).toBeLessThan(20);
});
