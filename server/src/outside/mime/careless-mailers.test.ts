// Kinds of mail that programs write against the standards, each with a mail of its kind.
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { readAttachments, readMail } from "./read-mail.ts";

const sourceOf = (...lines: (string | Buffer)[]) =>
  Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\r\n")]));
const read = (...lines: (string | Buffer)[]) => readMail(sourceOf(...lines));
const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");

test.each([
  ["without padding", "Grüße aus Köln\n"],
  ["with padding", "Grüße aus Bonn!\n"],
])("text that a list's server appends to a base64 body does not damage it (%s)", (_kind, words) => {
  const head = ["Content-Transfer-Encoding: base64", "Content-Type: text/plain; charset=utf-8", ""];
  const footer = [
    "_______________________________________________",
    "Team mailing list",
    "https://lists.acme.test/team",
  ];
  expect(read(...head, base64(words), ...footer).text).toBe(words.trim());
  expect(read(...head, base64(words), "-- ", "Sent by the list of the team").text).toBe(words.trim());
});

test("a sign within a base64 body is left out, and the rest is read", () => {
  const lines = base64("Grüße aus Köln, und noch viel mehr Worte. ".repeat(8)).match(/.{1,76}/g) ?? [];
  const noisy = lines.map((line, at) => (at === 2 ? `${line.slice(0, 40)}!*${line.slice(40)}` : line));
  const mail = read("Content-Transfer-Encoding: base64", "Content-Type: text/plain; charset=utf-8", "", ...noisy);
  expect(mail.text).toBe("Grüße aus Köln, und noch viel mehr Worte. ".repeat(8).trim());
});

test("one word in base64 is not taken for a word of a language", () => {
  const type = "Content-Type: text/plain; charset=windows-874";
  expect(read("Content-Transfer-Encoding: base64", type, "", base64(iconv.encode("สวัสดี", "win874"))).text).toBe("สวัสดี");
  expect(read("Content-Transfer-Encoding: base64", type, "", "Received").text).toBe("Received");
});

test.each([
  ["shift_jis", "会議のお知らせです"],
  ["gbk", "会议通知明天上午"],
  ["big5", "會議通知明天上午"],
  ["euc-kr", "회의는 내일 오전입니다"],
  ["iso-8859-2", "Žádost o schůzku"],
  ["windows-1253", "Συνάντηση αύριο"],
])("a raw header is read in the charset of the text, %s", (charset, words) => {
  const raw = (name: string, rest = "") =>
    Buffer.concat([Buffer.from(`${name}: `), iconv.encode(words, charset), Buffer.from(rest)]);
  const one = read(
    raw("Subject"),
    raw("From", " <ana@acme.test>"),
    `Content-Type: text/plain; charset=${charset}`,
    "",
    "x",
  );
  expect(one).toMatchObject({ subject: words, from: { name: words, address: "ana@acme.test" } });
  const parts = ["--b", `Content-Type: text/plain;\r\n charset="${charset}"`, "", "x", "--b--"];
  expect(read(raw("Subject"), "Content-Type: multipart/mixed; boundary=b", "", ...parts).subject).toBe(words);
});

test("a raw header that is not in the charset of the text is read as before", () => {
  const subject = Buffer.from("Subject: Gr\xfc\xdfe aus K\xf6ln", "latin1");
  for (const charset of ["us-ascii", "utf-8", "iso-2022-jp"])
    expect(read(subject, `Content-Type: text/plain; charset=${charset}`, "", "x").subject).toBe("Grüße aus Köln");
});

test.each([
  ["From: =?utf-8?Q?M=C3=BCller,_Hans?= <hans@acme.test>", [{ name: "Müller, Hans", address: "hans@acme.test" }]],
  [
    "From: =?iso-8859-1?q?Lee_(Sales;_Asia)?= <lee@acme.test>",
    [{ name: "Lee (Sales; Asia)", address: "lee@acme.test" }],
  ],
  ["From: Lee, Ana <ana@acme.test>", [{ name: "Lee, Ana", address: "ana@acme.test" }]],
  [
    "From: Lee, Ana <ana@acme.test>, Roy, Ben <ben@acme.test>",
    [
      { name: "Lee, Ana", address: "ana@acme.test" },
      { name: "Roy, Ben", address: "ben@acme.test" },
    ],
  ],
  // An address beside it is another recipient, or would disguise the sender.
  [
    "From: boss@acme.test, Eve <eve@evil.test>",
    [
      { name: "", address: "boss@acme.test" },
      { name: "Eve", address: "eve@evil.test" },
    ],
  ],
])("commas in names without quotes do not divide them: %s", (from, expected) => {
  const mail = read(from, from.replace("From", "To"), "", "x");
  expect(mail.from).toEqual(expected[0]);
  expect(mail.to).toEqual(expected);
});

test("the sender is the first name with an address", () => {
  expect(read("From: Sales, <ana@acme.test>", "", "x").from.address).toBe("ana@acme.test");
});

test("lines that end with a carriage return alone are lines", () => {
  const lines = ["Subject: Old", "Content-Type: multipart/mixed; boundary=b", "", "--b", "", "Text", "--b"];
  const file = ["Content-Type: text/csv; name=a.csv", "Content-Disposition: attachment", "", "1,2", "--b--", ""];
  const raw = Buffer.from([...lines, ...file].join("\r"));
  const mail = readMail(raw);
  expect(mail).toMatchObject({ subject: "Old", text: "Text", attachments: [{ fileName: "a.csv", size: 3 }] });
  expect(String(readAttachments(raw, ["2"])[0])).toBe("1,2");
});

test("parameters without the first semicolon are read", () => {
  const words = iconv.encode("Добрый день", "win1251");
  expect(read("Content-Type: text/plain charset=windows-1251", "", words).text).toBe("Добрый день");
  const file = read('Content-Type: application/pdf name="a; b.pdf"', "", "x");
  expect(file.attachments).toMatchObject([{ mimeType: "application/pdf", fileName: "a; b.pdf" }]);
});

test.each([
  ["Mon, 1 Sep 2025 10:00:00 CEST", "2025-09-01T08:00:00.000Z"],
  ["Mon, 1 Sep 2025 10:00:00 NDT", "2025-09-01T12:30:00.000Z"],
  // RFC 5322 4.3: an unknown zone is UTC.
  ["Mon, 1 Sep 2025 10:00:00 XYZT", "2025-09-01T10:00:00.000Z"],
  ["Mon, 1 Sep 2025 10.00.00 +0200", "2025-09-01T08:00:00.000Z"],
  ["Mon, 1 Sep 125 10:00:00 +0000", "2025-09-01T10:00:00.000Z"],
])("the date %s is %s", (date, expected) => {
  expect(read(`Date: ${date}`, "", "x").date?.toISOString()).toBe(expected);
});

test("an encoded way to leave a list is read", () => {
  const way = "<https://list.test/u?id=1>";
  const coded = (text: string) =>
    `=?us-ascii?Q?${text.replaceAll(/[=?<>]/g, (sign) => `=${sign.charCodeAt(0).toString(16)}`)}?=`;
  const encoded = `${coded(way.slice(0, 12))}\r\n ${coded(way.slice(12))}`;
  expect(read(`List-Unsubscribe: ${encoded}`, "", "x").headers.listUnsubscribe).toBe(way);
});

test("a picture that the HTML does not show is an attachment", () => {
  const picture = (id: string) => ["--b", `Content-Type: image/png; name=${id}.png`, `Content-ID: <${id}>`, "", "x"];
  const type = "Content-Type: multipart/related; boundary=b";
  const mail = read(
    type,
    "",
    "--b",
    "Content-Type: text/html",
    "",
    '<img src="cid:one">',
    ...picture("one"),
    ...picture("two"),
    "--b--",
  );
  expect(mail.attachments).toMatchObject([
    { fileName: "one.png", inline: true },
    { fileName: "two.png", inline: false },
  ]);
});

test("the parts of a report are its text, and the mail that it is about is a mail", () => {
  const report = (about: string) =>
    read(
      ...[
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "",
        "--b",
        "",
        "It did not arrive.",
      ],
      ...["--b", "Content-Type: message/delivery-status", "", "Status: 5.1.1"],
      ...["--b", `Content-Type: ${about}`, "", "Subject: Offer", "", "Text", "--b--"],
    );
  expect(report("message/rfc822-headers")).toMatchObject({
    attachments: [],
    text: expect.stringMatching(/Status: 5\.1\.1.*Subject: Offer/s),
  });
  expect(report("message/global").attachments).toMatchObject([{ fileName: "Offer.eml" }]);
});
