import { expect, test } from "vitest";
import { splitThread } from "./split-thread.ts";

const authors = (text: string) => splitThread(text).map(({ from }) => from);
const bodies = (text: string) => splitThread(text).map(({ body }) => body);

test("text without any header is one message", () => {
  expect(splitThread("  Hello,\n\nno header here.\n")).toEqual([
    { from: "", to: "", at: null, body: "Hello,\n\nno header here." },
  ]);
});

test("empty text has no messages", () => {
  expect(splitThread("")).toEqual([]);
  expect(splitThread(" \n\t\n > \n")).toEqual([]);
});

test("a header block gives sender, recipient and date, and the messages keep the order of the text", () => {
  const text = [
    "From: Ann Lee <ann@example.com>",
    "Sent: Friday, January 5, 2024 3:04 PM",
    "To: Bob Ray <bob@example.com>; Cy <cy@example.com>",
    "Cc: Dan",
    "Subject: Budget",
    "",
    "Hi Bob,",
    "see below.",
    "",
    "From: Bob Ray <bob@example.com>",
    "Date: Thu, 4 Jan 2024 09:00:00 +0100",
    "To: Ann",
    "Subject: Re: Budget",
    "",
    "Fine.",
  ].join("\r\n");
  expect(splitThread(text)).toEqual([
    {
      from: "Ann Lee <ann@example.com>",
      to: "Bob Ray <bob@example.com>; Cy <cy@example.com>",
      at: "2024-01-05T15:04:00",
      body: "Hi Bob,\nsee below.",
    },
    { from: "Bob Ray <bob@example.com>", to: "Ann", at: "2024-01-04T09:00:00+01:00", body: "Fine." },
  ]);
});

test.each([
  ["German", "Von: Eva\nGesendet: Montag, 5. Februar 2024 15:04\nAn: Bob\nBetreff: x"],
  ["French", "De : Eva\nEnvoyé : lundi 5 février 2024 15:04\nÀ : Bob\nObjet : x"],
  ["Spanish", "De: Eva\nEnviado el: lunes, 5 de febrero de 2024 15:04\nPara: Bob\nAsunto: x"],
  ["Italian", "Da: Eva\nInviato: lunedì 5 febbraio 2024 15:04\nA: Bob\nOggetto: x"],
  ["Portuguese", "De: Eva\nEnviada em: segunda-feira, 5 de fevereiro de 2024 15:04\nPara: Bob\nAssunto: x"],
  ["Dutch", "Van: Eva\nVerzonden: maandag 5 februari 2024 15:04\nAan: Bob\nOnderwerp: x"],
  ["Polish", "Od: Eva\nWysłano: poniedziałek, 5 lutego 2024 15:04\nDo: Bob\nTemat: x"],
  ["Swedish", "Från: Eva\nSkickat: den 5 februari 2024 15:04\nTill: Bob\nÄmne: x"],
  ["Danish", "Fra: Eva\nSendt: 5. februar 2024 15:04\nTil: Bob\nEmne: x"],
  ["Finnish", "Lähettäjä: Eva\nLähetetty: 5. helmikuuta 2024 15:04\nVastaanottaja: Bob\nAihe: x"],
  ["Czech", "Od: Eva\nOdesláno: pondělí 5. února 2024 15:04\nKomu: Bob\nPředmět: x"],
  ["Hungarian", "Feladó: Eva\nElküldve: 2024. február 5., hétfő 15:04\nCímzett: Bob\nTárgy: x"],
  ["Romanian", "De la: Eva\nTrimis: luni, 5 februarie 2024 15:04\nCătre: Bob\nSubiect: x"],
  ["Russian", "От: Eva\nОтправлено: 5 февраля 2024 г. 15:04\nКому: Bob\nТема: x"],
  ["Ukrainian", "Від: Eva\nНадіслано: 5 лютого 2024 р. 15:04\nКому: Bob\nТема: x"],
  ["Greek", "Από: Eva\nΣτάλθηκε: Δευτέρα, 5 Φεβρουαρίου 2024 15:04\nΠρος: Bob\nΘέμα: x"],
  ["Turkish", "Kimden: Eva\nGönderildi: 5 Şubat 2024 Pazartesi 15:04\nKime: Bob\nKonu: x"],
  ["Hindi", "प्रेषक: Eva\nदिनांक: 5 फ़रवरी 2024 15:04\nप्रति: Bob\nविषय: x"],
])("a header block in %s is read", (_, header) => {
  expect(splitThread(`Above\n\n${header}\n\nBelow`)).toEqual([
    { from: "", to: "", at: null, body: "Above" },
    { from: "Eva", to: "Bob", at: "2024-02-05T15:04:00", body: "Below" },
  ]);
});

test.each([
  ["English, Gmail", "On Mon, Feb 5, 2024 at 3:04 PM Eva <eva@x.org> wrote:"],
  ["English, Apple", "On 5 Feb 2024, at 15:04, Eva <eva@x.org> wrote:"],
  ["English, Yahoo", "On Monday, February 5, 2024, 3:04 PM, Eva <eva@x.org> wrote:"],
  ["English, wrapped", "On Mon, Feb 5, 2024 at 3:04 PM Eva <\neva@x.org> wrote:"],
  ["German", "Am Mo., 5. Feb. 2024 um 15:04 Uhr schrieb Eva <eva@x.org>:"],
  ["French", "Le lun. 5 févr. 2024 à 15:04, Eva <eva@x.org> a écrit :"],
  ["French, wrapped", "Le lun. 5 févr. 2024 à\n15:04, Eva <eva@x.org> a écrit\u00a0:"],
  ["Spanish", "El lun, 5 feb 2024 a las 15:04, Eva (<eva@x.org>) escribió:"],
  ["Italian", "Il giorno lun 5 feb 2024 alle ore 15:04 Eva <eva@x.org> ha scritto:"],
  ["Portuguese", "Em seg., 5 de fev. de 2024 às 15:04, Eva <eva@x.org> escreveu:"],
  ["Dutch", "Op ma 5 feb 2024 om 15:04 schreef Eva <eva@x.org>:"],
  ["Polish", "pon., 5 lut 2024 o 15:04 Eva <eva@x.org> napisał(a):"],
  ["Swedish", "Den mån 5 feb. 2024 kl 15:04 skrev Eva <eva@x.org>:"],
  ["Danish", "Den man. 5. feb. 2024 kl. 15.04 skrev Eva <eva@x.org>:"],
  ["Finnish", "ma 5. helmik. 2024 klo 15.04 Eva (eva@x.org) kirjoitti:"],
  ["Czech", "po 5. 2. 2024 v 15:04 odesílatel Eva <eva@x.org> napsal:"],
  ["Hungarian", "Eva <eva@x.org> ezt írta (időpont: 2024. febr. 5., H, 15:04):"],
  ["Romanian", "În lun., 5 feb. 2024 la 15:04, Eva <eva@x.org> a scris:"],
  ["Russian", "пн, 5 февр. 2024 г. в 15:04, Eva <eva@x.org>:"],
  ["Ukrainian", "пн, 5 лют. 2024 р. о 15:04 Eva <eva@x.org> пише:"],
  ["Greek", "Στις Δευ 5 Φεβ 2024 στις 15:04, Eva <eva@x.org> έγραψε:"],
  ["Turkish", "Eva <eva@x.org>, 5 Şub 2024 Pzt, 15:04 tarihinde şunu yazdı:"],
  ["Hindi", "सोम, 5 फ़र॰ 2024 को 3:04 pm बजे को Eva <eva@x.org> ने लिखा:"],
  ["Japanese", "2024年2月5日(月) 15:04 Eva <eva@x.org>:"],
])("the attribution line before a quotation is read: %s", (_, line) => {
  expect(splitThread(`Reply\n\n${line}\n\n> Quoted\n> words\n`)).toEqual([
    { from: "", to: "", at: null, body: "Reply" },
    { from: "Eva <eva@x.org>", to: "", at: "2024-02-05T15:04:00", body: "Quoted\nwords" },
  ]);
});

test("a name without an address is found", () => {
  expect(splitThread("Yes.\n\nAnn Lee wrote:\n> Really?")).toEqual([
    { from: "", to: "", at: null, body: "Yes." },
    { from: "Ann Lee", to: "", at: null, body: "Really?" },
  ]);
  expect(splitThread("At 08:38 PM 3/24/2001 -0600, Ann Lee wrote:\n>Hi")).toEqual([
    { from: "Ann Lee", to: "", at: "2001-03-24T20:38:00-06:00", body: "Hi" },
  ]);
  expect(authors("Am 05.02.24 um 15:04 schrieb Hans Müller:\n> Hallo")).toEqual(["Hans Müller"]);
  expect(authors("On 2/5/2024 3:04 PM, Ann Lee wrote:\n> Hi")).toEqual(["Ann Lee"]);
});

test.each([
  "-----Original Message-----",
  "-----Ursprüngliche Nachricht-----",
  "-----Message d'origine-----",
  "-----Mensaje original-----",
  "-----Messaggio originale-----",
  "-----मूल संदेश-----",
  "---------- Forwarded message ---------",
  "-------- Weitergeleitete Nachricht --------",
  "________________________________",
  "Begin forwarded message:",
  "Anfang der weitergeleiteten Nachricht:",
])("a separator above a header belongs to neither message: %s", (mark) => {
  const header = "From: Eva\nSubject: x\nDate: 5 Feb 2024 15:04\nTo: Bob";
  expect(bodies(`Reply\n\n${mark}\n\n${header}\n\nBelow`)).toEqual(["Reply", "Below"]);
  expect(bodies(`Reply\n\n${mark}\n${header}\n\nBelow`)).toEqual(["Reply", "Below"]);
});

test("an original message without a header is still a message of its own", () => {
  expect(bodies("New\n\n-----Original Message-----\nOld")).toEqual(["New", "Old"]);
});

test("nested quotations are messages, each without its marks", () => {
  const text = [
    "Three",
    "",
    "On 5 Feb 2024, at 15:04, Bob <bob@x.org> wrote:",
    "> Two",
    ">",
    "> On 4 Feb 2024, at 15:04, Ann <ann@x.org> wrote:",
    ">> One",
    ">> > from somewhere else",
  ].join("\n");
  expect(splitThread(text).map(({ from, body }) => [from, body])).toEqual([
    ["", "Three"],
    ["Bob <bob@x.org>", "Two"],
    ["Ann <ann@x.org>", "One\n> from somewhere else"],
  ]);
});

test("answers between and below quoted lines stay with their writer", () => {
  const text = "Hi\n\nOn 5 Feb 2024, at 15:04, Bob <b@x.org> wrote:\n> First?\nYes.\n> Second?\nNo.";
  expect(bodies(text)).toEqual(["Hi\n\nYes.\n\nNo.", "First?\n\nSecond?"]);
  expect(bodies(text.slice(4))).toEqual(["First?\n\nSecond?", "Yes.\n\nNo."]);
  expect(bodies("On 5 Feb 2024, at 15:04, Bob <b@x.org> wrote:\n> Question\n\nAnswer")).toEqual(["Question", "Answer"]);
});

test("a forwarded thread of Gmail, Apple, Outlook and Thunderbird is split", () => {
  const text = [
    "FYI",
    "",
    "---------- Forwarded message ---------",
    "From: **Ann** <ann@x.org>",
    "Date: Mon, Feb 5, 2024 at 3:04 PM",
    "Subject: Fwd: plan",
    "To: <me@x.org>",
    "",
    "Look:",
    "",
    "Begin forwarded message:",
    "",
    "> From: Bob <bob@x.org>",
    "> Subject: plan",
    "> Date: 4 February 2024 at 15:04:00 CET",
    "> To: Ann <ann@x.org>",
    ">",
    "> As agreed.",
    ">",
    "> ________________________________",
    "> From: Cy [mailto:cy@x.org]",
    "> Sent: Saturday, February 3, 2024 3:04 PM",
    "> To: Bob",
    "> Subject: plan",
    ">",
    "> Deal?",
    "> -------- Forwarded Message --------",
    "> Subject: \tplan",
    "> Date: \tFri, 2 Feb 2024 15:04:00 +0100",
    "> From: \tDee <dee@x.org>",
    "> To: \tCy <cy@x.org>",
    ">",
    "> Start.",
  ].join("\n");
  expect(splitThread(text).map(({ from, at, body }) => [from, at, body])).toEqual([
    ["", null, "FYI"],
    ["Ann <ann@x.org>", "2024-02-05T15:04:00", "Look:"],
    ["Bob <bob@x.org>", "2024-02-04T15:04:00+01:00", "As agreed."],
    ["Cy <cy@x.org>", "2024-02-03T15:04:00", "Deal?"],
    ["Dee <dee@x.org>", "2024-02-02T15:04:00+01:00", "Start."],
  ]);
});

test("headers may be bold, wrapped, or paragraphs of their own", () => {
  expect(authors("*From:* Ann\n*Sent:* Monday\n*To:* Bob\n\nHi")).toEqual(["Ann"]);
  expect(splitThread("From: Ann\n\nSent: 5 Feb 2024\n\nTo: Bob\n\nSubject: x\n\nHi")).toEqual([
    { from: "Ann", to: "Bob", at: "2024-02-05T00:00:00", body: "Hi" },
  ]);
  const wrapped = "From: Ann\nTo: Bob <bob@x.org>; Cy <cy@x.org>;\nDee <dee@x.org>\nSubject: x\n\nHi";
  expect(splitThread(wrapped)[0]?.to).toBe("Bob <bob@x.org>; Cy <cy@x.org>; Dee <dee@x.org>");
});

test("a raw mail with its transport headers is one message", () => {
  const raw = [
    "Return-Path: <ann@x.org>",
    "Received: from a.x.org (a.x.org [192.0.2.1])",
    "\tby b.x.org with ESMTPS; Mon, 5 Feb 2024 15:04:01 +0000",
    "X-Spam-Score: 0",
    "Some-Other-Header: yes",
    "From: Ann <ann@x.org>",
    "To: Bob <bob@x.org>",
    "Date: Mon, 5 Feb 2024 15:04:00 +0000",
    "Subject: x",
    "",
    "Body: with a colon",
  ].join("\r\n");
  expect(splitThread(raw)).toEqual([
    { from: "Ann <ann@x.org>", to: "Bob <bob@x.org>", at: "2024-02-05T15:04:00+00:00", body: "Body: with a colon" },
  ]);
});

test.each([
  "From: London\nTo: Paris\nby train",
  "As he wrote:\nnothing.",
  "Ann Lee wrote:\nnothing.",
  "She wrote:\n> nothing",
  "This is what the head of the whole department wrote:\n> nothing",
  "On Monday she wrote:\nnothing.",
  "Subject: tea\nDate: tomorrow",
  "Meeting at 10:00, bring (pens):\n- paper",
  "The rule is:\n-----\nnever",
  "________________\nsigned",
  "To: do\n- milk",
])("ordinary text is left alone: %j", (text) => {
  expect(splitThread(text)).toEqual([{ from: "", to: "", at: null, body: text }]);
});

test("a message whose date cannot be read keeps everything else", () => {
  expect(splitThread("From: Ann\nDate: some day\nTo: Bob\n\nHi")).toEqual([
    { from: "Ann", to: "Bob", at: null, body: "Hi" },
  ]);
});

test("no word of the text is lost between the messages", () => {
  const words = Array.from({ length: 500 }, (_, at) => `word${at}`);
  const text = words.map((word, at) =>
    at % 9 === 0 ? `On 5 Feb 2024, at 10:00, P${at} <p@x.org> wrote:\n> ${word}` : word,
  );
  const all = bodies(text.join("\n")).join("\n");
  for (const word of words) expect(all).toContain(word);
});

const megabyte = (unit: string) => unit.repeat(Math.ceil(1_000_000 / unit.length)).slice(0, 1_000_000);

test.each([
  ["one endless line", megabyte("a")],
  ["one endless line of blanks", megabyte(" ")],
  ["one endless line of quote marks", megabyte(">")],
  ["nothing but line ends", megabyte("\n")],
  ["quote marks and line ends", megabyte(">\n")],
  ["half headers", megabyte("To: x\n")],
  ["senders only", megabyte("From: a@b\n")],
  ["headers with continuations", megabyte("Subject: a\n b\n")],
  ["headers and blank lines", megabyte("Subject: x\n\n")],
  ["whole headers", megabyte("From: a@b.c\nDate: 5 Jan 2024 10:00\nTo: c@d.e\n\nhello\n")],
  ["lines that end in wrote", megabyte("wrote:\n")],
  ["times and wrote", megabyte("10:00 wrote:\n")],
  ["wrapped beginnings", megabyte("On 10:00 \n")],
  ["addresses and colons", megabyte("2024 <a@b.c>:\n")],
  ["quotations", megabyte("On 5 Jan 2024 10:00, Ann <a@b.c> wrote:\n> x\n")],
  ["separators", megabyte("-----Original Message-----\n")],
  ["dashes", megabyte(`${"-".repeat(5000)}a\n`)],
  ["underscores", megabyte("_")],
  ["an endless date", `Date: ${megabyte("1 ")}\nFrom: x`],
  ["an endless beginning", `On ${megabyte("1 ")} wrote:`],
  ["an endless list of recipients", `From: a\nTo: ${megabyte("a@b.c; ")}`],
  ["brackets", megabyte("<")],
  ["ordinary prose", megabyte("The quick brown fox jumps over the lazy dog, and so on: yes.\n")],
])("a megabyte of %s is split in linear time", { timeout: 60_000 }, (_, text) => {
  // Each takes well below a second; quadratic time would need minutes and exceed the timeout.
  expect(Array.isArray(splitThread(text))).toBe(true);
});
