// Kinds of real mail that were misread once, each with a mail of its kind.
import { expect, test } from "vitest";
import { decodeText } from "./charset.ts";
import { cyrillicCharset } from "./cyrillic.ts";
import { readMail } from "./read-mail.ts";

const read = (...lines: string[]) => readMail(Buffer.from(lines.join("\r\n")));
const others: Record<string, number> = { ё: 0xb8, і: 0xb3, ї: 0xbf, є: 0xba, "—": 0x97, "«": 0xab, "»": 0xbb };
const windows1251 = (text: string) =>
  Buffer.from(
    [...text].map((char) => {
      const code = char.codePointAt(0) ?? 0;
      return code < 128 ? code : (others[char] ?? code - 0x410 + 0xc0);
    }),
  );

test.each([
  ["lines", "\r\n  \r\n\n"],
  ["a space", " "],
  ["a tab and lines", "\t\r\n\r\n"],
  ["lines and an mbox separator", "\r\n\r\nFrom ana@acme.test Tue Jul  1 10:00:00 2025\r\n"],
])("%s before the first header do not end the header", (_what, blanks) => {
  const mail = readMail(Buffer.from(`${blanks}From: Ana <ana@acme.test>\r\nSubject: Hello\r\n\r\nText`));
  expect(mail).toMatchObject({ subject: "Hello", from: { address: "ana@acme.test" }, text: "Text" });
});

test("a mail of blanks and text without a header is text", () => {
  expect(readMail(Buffer.from("\r\n\r\nJust words\r\n\r\nmore")).text).toBe("Just words\n\nmore");
});

test.each([
  ["=?utf-7?Q?Die_Hasen_und_die_Fr+APY-sche?=", "Die Hasen und die Frösche"],
  ["=?unicode-1-1-utf-7?B?RnIrQVBZLXNjaGU=?=", "Frösche"],
  ["=?utf-8?B?4oKs?=", "€"],
  // A character is split between two words, and a word between two lines.
  ["=?utf-8?B?4oI=?=\r\n =?UTF-8?B?rCBl?=", "€ e"],
  ["=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=", "Grüße"],
  ["=?utf-8?B?R3LDvMOf\r\n ZSBhdXMgS8O2bG4=?=", "Grüße aus Köln"],
  ["=?utf-8?Q?Gr=C3=BC=C3=9Fe_aus_K=\r\n =C3=B6ln?=", "Grüße aus Köln"],
  ["=?iso-8859-1*de?Q?K=F6ln?= und =?utf-8?q?Bonn?= am Rhein", "Köln und Bonn am Rhein"],
  ["=?gb2312?B?1tDOxA==?=", "中文"],
  ["=?cp932?B?k/qWew==?=", "日本"],
  ["=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=\r\n =?ISO-2022-JP?B?GyRCOGwbKEI=?=", "日本語"],
  ["\x1b$BF|K\\8l\x1b(B 2026", "日本語 2026"],
  ["=?utf-8?Q?a b?=", "a b"],
  ["=?x-nobody-knows?Q?plain?=", "plain"],
  ["a =? b ?= c", "a =? b ?= c"],
])("the subject %j is read", (subject, expected) => {
  expect(read(`Subject: ${subject}`, "", "x").subject).toBe(expected);
});

test("a subject in UTF-7 without an encoded word is read if its mail is in UTF-7", () => {
  const type = (charset: string) => `Content-Type: text/plain; charset=${charset}`;
  const mail = read("Subject: Gr+APwA3w-e und mehr", type("utf-7"), "", "Gr+APwA3w-e, 1 +- 2");
  expect(mail).toMatchObject({ subject: "Grüße und mehr", text: "Grüße, 1 + 2" });
  expect(read("Subject: 1+APwA3w-2", type("utf-8"), "", "x").subject).toBe("1+APwA3w-2");
});

test("Japanese of seven bits without a charset is read", () => {
  expect(read("Subject: x", "", "\x1b$BF|K\\8l\x1b(B, 2026").text).toBe("日本語, 2026");
  expect(read("Subject: x", "", "costs $B, or ($B)").text).toBe("costs $B, or ($B)");
});

test.each(["Base-64", '"base64"', "BASE64 (RFC 2045)", "base 64"])("the encoding %s is base64", (encoding) => {
  expect(read(`Content-Transfer-Encoding: ${encoding}`, "", "R3LDvMOfZQ==").text).toBe("Grüße");
});

test.each(["Quoted_Printable", "'quoted-printable'", "quotedprintable"])(
  "the encoding %s is that of a body",
  (encoding) => {
    expect(read(`Content-Transfer-Encoding: ${encoding}`, "", "Gr=C3=BC=C3=9Fe").text).toBe("Grüße");
  },
);

test("servers on the way to an address are left out", () => {
  expect(read("From: Ana <@relay.test,@other.test:ana@acme.test>", "", "x").from).toEqual({
    name: "Ana",
    address: "ana@acme.test",
  });
});

test("lines without a colon do not end the header or spoil addresses", () => {
  const mail = read(
    "This is not a header",
    "From: Ana <ana@acme.test>",
    "some program wrote this here",
    "and this",
    "Subject: Hello",
    "Date: Tue, 1 Jul 2025 10:00:00 +0000",
    "",
    "Text",
  );
  expect(mail).toMatchObject({ subject: "Hello", from: { name: "Ana", address: "ana@acme.test" }, text: "Text" });
  const folded = read("To: a@x.test,", "b@x.test", "Subject: Two", "", "Text");
  expect(folded.to.map(({ address }) => address)).toEqual(["a@x.test", "b@x.test"]);
  const broken = read("Subject: Early end", "Dear all,", "the header has no end.", "Regards");
  expect(broken).toMatchObject({ subject: "Early end", text: expect.stringContaining("the header has no end.") });
});

test("enriched text beside plain text is not shown twice, and alone it is shown without its commands", () => {
  const enriched = "<bold>Hello</bold> <color><param>red</param>there</color>\r\nfriend\r\n\r\n1 << 2";
  const both = read(
    ...[
      "Content-Type: multipart/alternative; boundary=b",
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Hello there friend",
    ],
    ...["--b", "Content-Type: text/enriched", "", enriched, "--b--"],
  );
  expect(both.text).toBe("Hello there friend");
  expect(both.attachments).toEqual([]);
  const first = read(
    ...["Content-Type: multipart/alternative; boundary=b", "", "--b", "Content-Type: text/enriched", "", enriched],
    ...["--b", "Content-Type: text/plain", "", "Hello there friend", "--b--"],
  );
  expect(first.text).toBe("Hello there friend");
  expect(read("Content-Type: text/enriched", "", enriched).text).toBe("Hello there friend\n1 < 2");
  expect(read("Content-Type: text/richtext", "", "<bold>Now</bold> 1 <lt> 2<nl>next").text).toBe("Now 1 < 2\nnext");
});

test.each(["multipart/*", "multipart/", "multipart", "Multipart/X Y"])(
  "a mail of type %s is read by its parts",
  (type) => {
    const mail = read(
      `Content-Type: ${type}; boundary=b`,
      ...["", "--b", "", "One", "--b", "Content-Type: application/pdf", "", "%PDF", "--b--"],
    );
    expect(mail.text).toBe("One");
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(["application/pdf"]);
  },
);

test("text that is declared as base64 and is none is shown as it is", () => {
  const head = "Content-Transfer-Encoding: base64";
  expect(read(head, "", "Dear Ana, this is plain text.", "Ben").text).toBe("Dear Ana, this is plain text.\nBen");
  for (const word of ["Thanks", "Okay", "Hi"]) expect(read(head, "", word).text).toBe(word);
  expect(["SGV5", "w7w", "eHh4eHh4"].map((text) => read(head, "", text).text)).toEqual(["Hey", "ü", "xxxxxx"]);
  expect(read(head, "", Buffer.from("Grüße").toString("base64"), "", "-- ", "Sent by a list").text).toBe("Grüße");
});

test.each(["gb2312", "gbk", "big5", "euc-kr", "shift_jis", "windows-1251", "koi8-r", "iso-8859-2"])(
  "UTF-8 that is declared as %s is read as UTF-8",
  (charset) => {
    const text = "您好，这是一封测试邮件。";
    expect(decodeText(Buffer.from(text), charset)).toBe(text);
  },
);

test.each([
  ["gb2312", "1tDOxLLiytSjrMTjusM=", "中文测试，你好"],
  // "联通" in GBK is valid UTF-8 by chance.
  ["gbk", "warNqA==", "联通"],
  ["euc-kr", "vsiz58fPvLy/5A==", "안녕하세요"],
  ["shift_jis", "k/qWe4zq", "日本語"],
])("text of %s stays what it is", (charset, base64, text) => {
  expect(decodeText(Buffer.from(base64, "base64"), charset)).toBe(text);
});

test("a boundary may be in pieces, each longer than a line", () => {
  const piece = "y".repeat(600);
  const mail = read(
    ...[`Content-Type: multipart/mixed; boundary*0="${piece}";`, ` boundary*1="${piece}"`, ""],
    ...[`--${piece}${piece}`, "", "Seen", `--${piece}${piece}--`, "not this"],
  );
  expect(mail.text).toBe("Seen");
});

test("a boundary may be longer than a line", () => {
  const boundary = "b".repeat(3_000);
  const mail = read(
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    "",
    "Seen",
    `--${boundary}--`,
  );
  expect(mail.text).toBe("Seen");
});

test.each([
  "Привет, как дела?",
  "Счёт на оплату",
  "Уважаемые коллеги, отправляю вам договор на подпись.",
  "ВНИМАНИЕ: оплата счета",
  "Высылаю счёт — «Ромашка»",
  "Рахунок за січень і лютий",
])("Cyrillic without a charset is recognized in body and subject: %s", (text) => {
  const bytes = windows1251(text);
  const mail = readMail(Buffer.concat([Buffer.from("Subject: "), bytes, Buffer.from("\r\n\r\n"), bytes]));
  expect(mail).toMatchObject({ subject: text, text });
});

test("Cyrillic in HTML without a charset is recognized, and that in a file's name", () => {
  const html = Buffer.concat([
    Buffer.from("Content-Type: text/html\r\n\r\n<p>"),
    windows1251("Скидки — «Чайник»"),
    Buffer.from("</p>"),
  ]);
  expect(readMail(html).text).toBe("Скидки — «Чайник»");
  const head = [
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "",
    "x",
    "--b",
    "Content-Disposition: attachment; filename=",
  ];
  const file = Buffer.concat([
    Buffer.from(head.join("\r\n")),
    windows1251("Договор.pdf"),
    Buffer.from("\r\n\r\n%PDF\r\n--b--"),
  ]);
  expect(readMail(file).attachments.map(({ fileName }) => fileName)).toEqual(["Договор.pdf"]);
});

test.each([
  ["German", Buffer.from("Grüße aus Köln, schöne Tage für Sie", "latin1")],
  ["French", Buffer.from("Cher élève, l'été à Besançon où être naïf est agréable", "latin1")],
  ["Finnish", Buffer.from("Hyvää yötä, työpäivä päättyi tänään", "latin1")],
  ["Greek in windows-1253", Buffer.from("yuHr5+ziq+HyIOH08O/l+/Pl6e0g9O/ts+/p4u3v7SDx6+To", "base64")],
  ["Chinese in GBK", Buffer.from("1tDOxLLiytSjrMTjusOjrM7Sw8e1xLrPzazS0b6tx6nK8A==", "base64")],
  ["Korean in EUC-KR", Buffer.from("vsiz58fPvLy/5CDIuMDHuKYgvcPA28fVtM+02Q==", "base64")],
  ["Hebrew in windows-1255", Buffer.from("+ezl7SDs6+X37eYg+fnt8un6IOHp9fD57eU=", "base64")],
])("%s without a charset is not taken for Cyrillic", (_language, bytes) => {
  expect(cyrillicCharset(bytes)).toBeUndefined();
});

test("a delivery report is shown as text, and is no attachment", () => {
  const mail = read(
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    ...["", "--b", "Content-Type: text/plain", "", "Your mail was not delivered.", "--b"],
    ...["Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.acme.test", ""],
    ...[
      "Final-Recipient: rfc822; joe@acme.test",
      "Action: failed",
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 no such user",
    ],
    ...["", "--b", "Content-Type: text/rfc822-headers", "", "Subject: Lunch", "To: joe@acme.test", "--b--"],
  );
  expect(mail.attachments).toEqual([]);
  expect(mail.text).toBe(
    "Your mail was not delivered.\n\nReporting-MTA: mx.acme.test\n\nFinal-Recipient: joe@acme.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: 550 no such user\n\nSubject: Lunch\nTo: joe@acme.test",
  );
});

test("the parts of a report are its text, marked as attachments or not, in ASCII or not", () => {
  const mail = read(
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    ...["", "--b", "", "Not delivered.", "--b", "Content-Type: message/global-delivery-status; name=status.dat"],
    ...["Content-Disposition: attachment; filename=status.dat", "", "Action: failed", "--b"],
    ...["Content-Type: message/global-headers", "", "Subject: Größe", "--b--"],
  );
  expect([mail.text, mail.attachments]).toEqual(["Not delivered.\n\nAction: failed\n\nSubject: Größe", []]);
});
