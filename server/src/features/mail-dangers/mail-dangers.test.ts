import { api } from "@intellibox/contract/api";
import type { DangerKind } from "@intellibox/contract/endpoints/mail-dangers";
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";
import { authenticationOf } from "./authentication.ts";

const { person, call, giveMail, listOf } = await mailWorld();
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
    "a first mail with a document",
    { files: [{ name: "invoice.docm", type: "application/msword", content: "x" }] },
    ["first-attachment"],
  ],
])("%s is named [DNG-01]", async (_name, mail, kinds) => expect(await kindsFor(mail)).toEqual(kinds));

test.each<[string, Parameters<typeof mailOf>[0]]>([
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
  [
    "a newsletter of a bank",
    {
      text: bank,
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
