import { domainToASCII } from "node:url";
import { api } from "@intellibox/contract/api";
import type { DangerKind } from "@intellibox/contract/endpoints/mail-dangers";
import { expect, test } from "vitest";
import { learnPeople } from "#features/people/learn-people.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";
import { authenticationOf } from "./authentication.ts";

const { world, person, call, giveMail, listOf } = await mailWorld();
const { inbox, mailDangers, people } = api;

const dangersOf = async (who: Caller, subject: string) => {
  const item = (await listOf(who)).items.find((one) => one.subject === subject);
  return (await call(who, mailDangers.get, { params: { id: item?.id ?? "" } })).body;
};
const kindsFor = async (mail: Parameters<typeof mailOf>[0]) => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ subject: "One", ...mail })]);
  return (await dangersOf(who, "One")).dangers.map(({ kind }) => kind);
};

const bank =
  "Dear customer,\n\nplease note that our bank account has changed. Pay the open invoice to the new account DE89 3704 0044 0532 0130 00.\n\nRegards";

test.each<[string, Parameters<typeof mailOf>[0], DangerKind[]]>([
  ["changed bank details", { text: bank }, ["bank-details"]],
  [
    "a new account number",
    { text: "Please note our new account number for all payments: 1234567890, IFSC HDFC0001234." },
    ["bank-details"],
  ],
  ...(
    [
      ["We have updated our banking information, see attached. Please use it for all open invoices.", "bank-details"],
      ["Our UPI id has changed to pay@ybl. Please send the payment for the invoice there.", "bank-details"],
      ["The IBAN on the invoice is wrong, please use this one instead: DE89 3704 0044 0532 0130 00", "bank-details"],
      ["Please update your records with our new remittance details.", "bank-details"],
      ["Our account at the old bank is frozen, please pay the invoice to the one below.", "bank-details"],
      ["Please share your OTP so that we can complete the verification.", "asks-secret"],
      ["Do not call the bank, reply with your password.", "asks-secret"],
      ["We do not ask twice: send me your OTP now.", "asks-secret"],
      ["This is not a scam. Reply with your password to keep the mailbox.", "asks-secret"],
    ] as const
  ).map(([text, kind]): [string, { text: string }, DangerKind[]] => [`“${text}”`, { text }, [kind]]),
  [
    "codes of gift cards",
    { text: "Are you available? I need you to buy 5 gift cards of 100 USD for a client and send me the codes." },
    ["payment-pressure"],
  ],
  [
    "gift cards in a hurry",
    { text: "Are you at your desk? I need five gift cards for clients today. Keep this between us." },
    ["payment-pressure"],
  ],
  [
    "a secret transfer for the boss",
    {
      text: "Are you at your desk? Please handle a confidential transfer of 48,900 EUR before 6pm. Don't discuss it with anyone.",
    },
    ["payment-pressure"],
  ],
  [
    "a changed account in Portuguese",
    { text: "Prezados, informamos a alteração da nossa conta. O boleto deve ser pago hoje na nova conta." },
    ["bank-details"],
  ],
  [
    "a secret transfer in Spanish",
    { text: "Hola, necesito que hagas hoy una transferencia de 31.200 €. Es confidencial, no lo comentes." },
    ["payment-pressure"],
  ],
  [
    "a password behind a link",
    { text: "Your mailbox has expired. Click https://mail-check.example/login and enter your password." },
    ["asks-secret"],
  ],
  [
    "a code that is asked for",
    { text: "Hi, I am from the bank. Please read me the six digit code you just got by SMS." },
    ["asks-secret"],
  ],
  ["a one-time password in Hindi", { text: "आपका खाता बंद हो जाएगा। तुरंत अपना OTP और पासवर्ड भेजें।" }, ["asks-secret"]],
  [
    "a link that leads elsewhere",
    { text: "See www.mybank.com", html: '<p>See <a href="https://evil.example/x">www.<b>mybank</b>.com/login</a></p>' },
    ["link-elsewhere"],
  ],
  [
    "a link that only mentions the site",
    { html: '<a href="https://evil.example/?url=https://mybank.com">mybank.com</a>' },
    ["link-elsewhere"],
  ],
  [
    "a link without a scheme, with an invisible sign in its text",
    { html: '<a href="//evil.example/x">my\u200bbank.com</a>' },
    ["link-elsewhere"],
  ],
  [
    "a link with an address inside its text",
    { html: '<p><a href="https://evil.example/x">Go to https://www.mybank.com/login now</a></p>' },
    ["link-elsewhere"],
  ],
  [
    "fraud in the HTML part only",
    { text: "Good day.", html: `<p>Good day.</p><p>${bank.replaceAll("\n", " ")}</p>` },
    ["bank-details"],
  ],
  [
    "new bank details in a mail that declares itself a newsletter",
    { text: bank, headers: ["List-Unsubscribe: <https://bank.example/u>", "Precedence: bulk"] },
    ["bank-details"],
  ],
  [
    "blackmail",
    {
      text: "I have infected your computer and recorded you. Send 900 USD in bitcoin to my wallet. Otherwise I will send the video to all your contacts.",
    },
    ["payment-pressure"],
  ],
  [
    "a prize",
    {
      text: "Your e-mail address has been selected by the lottery. You won £1,000,000. Contact our agent with your full name.",
    },
    ["payment-pressure"],
  ],
  [
    "a power cut",
    {
      text: "Dear consumer, your electricity will be disconnected tonight because your last bill was not updated. Call our electricity officer 9832112233.",
    },
    ["payment-pressure"],
  ],
  [
    "a first mail with a document",
    { files: [{ name: "invoice.docm", type: "application/msword", content: "x" }] },
    ["first-attachment"],
  ],
])("%s is named [DNG-01]", async (_name, mail, kinds) => expect(await kindsFor(mail)).toEqual(kinds));

test.each<[string, Parameters<typeof mailOf>[0]]>([
  ...[
    "Your OTP is 123456. Never share your OTP with anyone.",
    "Please do not share your PIN or OTP with anybody, even if they claim to be from the bank.",
    "We will never ask you to send us your password.",
    "Our staff won't ask you to share your password or the verification code.",
    "आपका OTP 123456 है। अपना OTP किसी को न बताएं।",
    "Aapka OTP 123456 hai. Apna OTP share mat karein.",
    "Our new office address is below. Our bank details remain unchanged, please pay invoices as before.",
    "Have your bank details changed since the last payment?",
    "You changed your bank account for payouts. If this was not you, tell us.",
    "Your payment details were updated. The next invoice will be charged to the new card.",
    "The new payment terms are 30 days, see the invoice.",
  ].map((text): [string, { text: string }] => [`“${text}”`, { text }]),
  [
    "an ordinary invoice",
    { text: "Hi,\n\nplease find our invoice 4471 over EUR 1,200. It is due on 30 November.\n\nThanks" },
  ],
  [
    "a reminder in German",
    { text: "Unsere Rechnung 118830 ist noch offen. Bitte zahlen Sie bis zum 23. Oktober auf unser Konto." },
  ],
  ["a code that is sent", { text: "Your code is 481 223. We never ask for it. Do not share this code." }],
  ["a question about a bank holiday", { text: "Is Monday a bank holiday in your country? We have changed our plans." }],
  [
    "a link to the same site",
    { html: '<a href="https://news.acme.co.uk/a?b">acme.co.uk</a> <a href="https://acme.test">Shop</a>' },
  ],
  [
    "links through a filter, a tracker and to another country",
    {
      html: '<a href="https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgithub.com">github.com</a> <a href="https://www.google.com/url?q=https://northwind.example">northwind.example</a> <a href="https://amazon.example">amazon.test</a> <a href="https://u1.ct.sendgrid.net/x">shop.example</a>',
    },
  ],
  [
    "a transfer and a confidential contract",
    { text: "Merci de régler la facture par virement avant le 30 novembre. Le document est confidentiel." },
  ],
  ["a file name as link", { html: '<a href="https://drive.example/1">report.md</a>' }],
  ["a first mail with a picture", { files: [{ name: "me.png", type: "image/png", content: "x" }] }],
  ["a tender", { text: "We won the tender! The order is worth 2.4 million euros. Contact me about staffing." }],
  [
    "a power line on a building site",
    { text: "The power line on site B was cut yesterday. The contractor calls you today. The bill for it follows." },
  ],
  [
    "a newsletter of a bank",
    {
      text: "Pay with your new account in the app. Our bank details page has changed: see the invoice settings.",
      headers: ["List-Id: <news.bank.example>", "List-Unsubscribe: <https://bank.example/u>", "Precedence: bulk"],
    },
  ],
])("%s is not [DNG-02]", async (_name, mail) => expect(await kindsFor(mail)).toEqual([]));

test("the name of a colleague and a domain like the company's are named, with the known address to ask [DNG-03]", async () => {
  const who = await person("NORMAL_USER", { email: "kavya@brightworks.test" });
  const boss = await person("ADMIN", { tenantId: who.tenantId, name: "Priya Nair", email: "priya@brightworks.test" });
  await giveMail(who, [
    mailOf({ subject: "Name", from: '"Nair, Priya" <priya.nair@freemail.example>' }),
    mailOf({ subject: "Title", from: "Priya Nair - CEO <x1@freemail.example>" }),
    mailOf({ subject: "Service", from: "Priya Nair <notifications@code.example>" }),
    mailOf({ subject: "Domain", from: "Priya Nair <priya@brightw0rks.test>" }),
    mailOf({ subject: "Real", from: "Priya Nair <priya@brightworks.test>" }),
    mailOf({
      subject: "Elsewhere",
      from: "Priya Nair <priya@brightworks.test>",
      headers: ["Reply-To: p@evil.example"],
    }),
  ]);
  const known = { name: "Priya Nair", address: boss.email };
  expect(await dangersOf(who, "Name")).toMatchObject({ dangers: [{ kind: "colleague-name" }], verifyWith: known });
  expect(await dangersOf(who, "Title")).toMatchObject({ dangers: [{ kind: "colleague-name" }], verifyWith: known });
  expect((await dangersOf(who, "Service")).dangers).toEqual([]);
  const domain = await dangersOf(who, "Domain");
  expect(domain.dangers.map(({ kind }) => kind)).toEqual(["similar-domain", "colleague-name"]);
  expect(domain.verifyWith).toEqual(known);
  expect((await dangersOf(who, "Real")).dangers).toEqual([]);
  expect(await dangersOf(who, "Elsewhere")).toMatchObject({
    dangers: [{ kind: "reply-elsewhere", words: "p@evil.example" }],
    verifyWith: known,
  });
});

test("a domain that names the company, or has it in other letters, is named [DNG-03]", async () => {
  const who = await person("NORMAL_USER", { email: "kavya@brightworks.test" });
  const senders = [
    "it@brightworks-support.example",
    "it@brightworks.test.mail-check.example",
    // Cyrillic "о", and the same as punycode.
    "it@brightw\u043erks.test",
    `it@${domainToASCII("brightw\u043erks.test")}`,
  ];
  await giveMail(
    who,
    [...senders, "news@bright-works-fair.example", "it@mail.brightworks.test"].map((from) =>
      mailOf({ subject: from, from }),
    ),
  );
  const kinds = async (from: string) => (await dangersOf(who, from)).dangers.map(({ kind }) => kind);
  for (const from of senders) expect([from, ...(await kinds(from))]).toEqual([from, "similar-domain"]);
  expect(await kinds("news@bright-works-fair.example")).toEqual([]);
  expect(await kinds("it@mail.brightworks.test")).toEqual([]);
});

test("an account other than that of earlier mail is named, with the known address to ask [DNG-08]", async () => {
  const who = await person("NORMAL_USER");
  const from = "Meera Nair <meera@ornate.example>";
  const mail = (subject: string, days: number, text: string) =>
    mailOf({ subject, from, text, date: new Date(Date.UTC(2026, 9, days)) });
  const [usual, other] = ["DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19"];
  await giveMail(who, [
    mail("Old", 1, `Our invoice is attached. IBAN ${usual}`),
    mail("Same", 2, `Our next invoice is attached. IBAN ${usual.replaceAll(" ", "")}`),
    mail("Other", 3, `Our next invoice is attached. IBAN ${other}\n\nOn Monday Kavya wrote:\n> IBAN ${usual}`),
    mail("Quoted", 4, `Thank you.\n\nOn Monday Kavya wrote:\n> Our account no 50100234567891`),
    mailOf({ subject: "Stranger", from: "x@stranger.example", text: `IBAN ${other}` }),
  ]);
  for (const subject of ["Old", "Same", "Quoted", "Stranger"])
    expect([subject, (await dangersOf(who, subject)).dangers]).toEqual([subject, []]);
  expect((await dangersOf(who, "Other")).dangers).toEqual([
    { kind: "other-account", words: "…6819", other: "…3000", isGrave: true },
  ]);
});

test("a contact's name on another address is named only if the mail asks for money or a secret [DNG-09]", async () => {
  const who = await person("NORMAL_USER");
  const mailboxId = await giveMail(who, [mailOf({ from: who.email, to: "Meera Nair <meera@ornate.example>" })], "sent");
  await learnPeople(world, { tenantId: who.tenantId, userId: who.id, source: mailboxId });
  const from = "Meera Nair <meera.n@freemail.example>";
  await giveMail(who, [mailOf({ subject: "Bank", from, text: bank }), mailOf({ subject: "Private", from })]);
  const doubt = await dangersOf(who, "Bank");
  expect(doubt.dangers.map(({ kind }) => kind)).toEqual(["contact-name", "bank-details"]);
  expect(doubt.verifyWith).toEqual({ name: "Meera Nair", address: "meera@ornate.example" });
  expect((await dangersOf(who, "Private")).dangers).toEqual([]);
});

test("only the topmost result of the mailbox's own server says whether the sender was proved [DNG-04]", () => {
  const imap = { kind: "imap", host: "imap.example.test", email: "kavya@brightworks.test" };
  const check = (fields: string[], server = imap) =>
    authenticationOf(
      `${fields.map((field) => `Authentication-Results: ${field}\r\n`).join("")}From: a@b.test\r\n\r\nHi`,
      server,
    );
  const failed = "dmarc=fail (p=reject) header.from=b.test;\r\n\tspf=fail";
  expect(check([`mx.example.test; ${failed}`])).toBe("fail");
  expect(check([`mail.brightworks.test 1; ${failed}`])).toBe("fail");
  expect(check(["mx.example.test; dkim=pass; dmarc=pass", `mx.example.test; ${failed}`])).toBe("pass");
  expect(check([`mx.stranger.example; ${failed}`])).toBe("unknown");
  expect(check([`example.test.stranger.example; ${failed}`])).toBe("unknown");
  expect(check(["mx.example.test; dmarc=none; dkim=none"])).toBe("unknown");
  expect(check(['mx.example.test; spf=fail smtp.mailfrom="dmarc=pass"@x.com; dmarc=fail'])).toBe("fail");
  expect(check(["mx.example.test; spf=fail smtp.mailfrom=dmarc=pass@x.com; dmarc=fail"])).toBe("fail");
  expect(check([])).toBe("unknown");
  // Own domains that are hosted: the receiving server has another domain than the IMAP server.
  expect(check([`mx.google.com; ${failed}`], { ...imap, host: "imap.gmail.com" })).toBe("fail");
  expect(check([`mx1.messagingengine.com; ${failed}`], { ...imap, host: "imap.fastmail.com" })).toBe("fail");
  expect(check([`mx.google.com; ${failed}`])).toBe("unknown");
  expect(check([`mx.google.com; ${failed}`], { ...imap, kind: "gmail" })).toBe("fail");
  expect(check(["spf=fail (sender IP is 1.2.3.4) smtp.mailfrom=b.test; dkim=none"], { ...imap, kind: "outlook" })).toBe(
    "fail",
  );
});

test("whom the reader wrote to is no first contact, and is asked at the known address [DNG-05]", async () => {
  const who = await person("NORMAL_USER");
  await call(who, people.create, { body: { name: "Meera", addresses: ["meera@ornate.example"] } });
  await giveMail(who, [mailOf({ subject: "Bank", from: "Meera <meera@ornate.example>", text: bank })]);
  expect((await dangersOf(who, "Bank")).dangers.map(({ kind }) => kind)).toEqual(["bank-details"]);
});

test("a message of somebody else is not found [DNG-06]", async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  await giveMail(who, [mailOf({ text: bank })]);
  const [item] = (await listOf(who)).items;
  const refused = await call(other, mailDangers.get, { params: { id: item?.id ?? "" } });
  expect(refused.status).toBe(404);
  expect((await call(who, inbox.message, { params: { id: item?.id ?? "" } })).status).toBe(200);
});

test("a link of a no-reply address that names another site is named, and newsletters count their clicks [DNG-01] [DNG-02]", async () => {
  const link = (shown: string, target: string) => ({ html: `<p>Sign in: <a href="${target}">${shown}</a></p>` });
  const forged = link("https://www.mybank.test/login", "https://evil.example/login");
  expect(await kindsFor({ from: "Bank <no-reply@bank-alerts.test>", ...forged })).toEqual(["link-elsewhere"]);
  expect(await kindsFor({ from: "Ann <ann@x.test>", ...link("www.mybank.test", "https://bit.ly/3xyz") })).toEqual([
    "link-elsewhere",
  ]);
  const counted = link("www.shop.test", "https://click.counter.example/x");
  expect(await kindsFor({ from: "Shop <no-reply@shop.test>", ...counted })).toEqual([]);
  const headers = ["List-Unsubscribe: <mailto:off@shop.test>"];
  expect(await kindsFor({ from: "Shop <news@shop.test>", headers, ...counted })).toEqual([]);
});

test("a first file that runs is named, also from a no-reply address, and its invoice is not [DNG-01]", async () => {
  const file = (name: string, type: string) => ({ files: [{ name, type, content: "x" }] });
  const from = "Shop <no-reply@shop.test>";
  expect(await kindsFor({ from, ...file("voice.htm", "text/html") })).toEqual(["first-attachment"]);
  expect(await kindsFor({ from, ...file("invoice.pdf.exe", "application/octet-stream") })).toEqual([
    "first-attachment",
  ]);
  expect(await kindsFor({ from, ...file("invoice.pdf", "application/pdf") })).toEqual([]);
});

test("each kind of danger is said once [DNG-01]", async () => {
  const text =
    "Are you at your desk? I need you to buy 5 Amazon gift cards right away and send me the codes. I am in a meeting, don't call. Keep this between us.";
  expect(await kindsFor({ from: "CEO <ceo.office@else.example>", text })).toEqual(["payment-pressure"]);
});
