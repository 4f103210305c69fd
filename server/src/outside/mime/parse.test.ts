import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentContent, parseAndPack, parseMail, parseMails } from "./parse.ts";
import { readMail } from "./read-mail.ts";

const folder = fileURLToPath(new URL("../../../test/fixtures/mime", import.meta.url));
const corpus = ["mikel", "stalwart"].flatMap((source) =>
  readdirSync(join(folder, source)).map((name) => ({ name, raw: readFileSync(join(folder, source, name)) })),
);
const mailNamed = (name: string) => corpus.find((entry) => entry.name === `${name}.eml`)?.raw ?? Buffer.alloc(0);
const letter = (...lines: string[]) => Buffer.from(lines.join("\r\n"));
const head = "From: Ana <ana@acme.test>\r\nSubject: x\r\n";

for (const { name, raw } of corpus) {
  test(`${name} is read, and shows what it has`, async () => {
    const mail = await parseMail(raw);
    // The one mail among them that holds nothing but boundaries.
    const isEmpty = name === "malformed__007.eml";
    expect(mail.text.trim() === "" && mail.attachments.length === 0 && mail.subject === "").toBe(isEmpty);
    for (const { part, size, fileName } of mail.attachments) {
      const content = await attachmentContent(raw, part);
      expect(fileName).not.toMatch(/[/\\\0\r\n]|^\.|^$/);
      // Broken base64 decodes to slightly less than its length suggests.
      expect(Math.abs((content?.length ?? -9) - size)).toBeLessThanOrEqual(3);
    }
    expect(JSON.stringify(mail)).not.toMatch(/\\u0000|\\ud[89a-f]../);
  });
}

test("the thread that parses mails also compresses their sources, each apart", async () => {
  const raws = corpus.map(({ raw }) => raw);
  const found = await parseAndPack(raws, "", { tenantId: "t", userId: "u" });
  expect(found.map(({ packed }) => packed && zstdDecompressSync(packed))).toEqual(raws);
  expect(found.map(({ mail }) => mail)).toEqual((await parseMails(raws, "")).map(({ mail }) => mail));
});

test("mails of a batch are parsed as if alone, and one that fails does not affect the others", async () => {
  const alone = await Promise.all(corpus.map(({ raw }) => parseMail(raw)));
  const found = await parseMails(
    corpus.map(({ raw }) => raw),
    "",
  );
  expect(found.map(({ mail }) => mail)).toEqual(alone);
  expect(await parseMails([], "")).toEqual([]);
});

test.each([
  ["legacy__005", "Die Hasen und die Frösche", "UTF-7"],
  ["legacy__033", "Die Hasen und die Frösche", "undeclared Latin-1"],
  ["multi_charset__japanese_iso_2022", "すみません", "ISO-2022-JP"],
  ["multi_charset__japanese_shift_jis", "テスト用のメール", "Shift JIS"],
  ["thirdparty__002", "yötä vaan", "text after the base64 padding"],
])("%s shows %s (%s)", async (name, words) => {
  expect((await parseMail(mailNamed(name))).text).toContain(words);
});

test.each([
  ["legacy__009", "Die Hasen und die Frösche"],
  ["legacy__027", "Die Hasen und die Frösche (Microsoft Outlook 00)"],
])("the subject of %s is %s", async (name, subject) => {
  expect((await parseMail(mailNamed(name))).subject).toBe(subject);
});

test.each([
  ["koi8-r", "8NLJ18XU", "Привет"],
  ["gb2312", "xOO6ww==", "你好"],
  ["hz-gb-2312", Buffer.from("~{Dc:C~} ok").toString("base64"), "你好 ok"],
  ["iso-2022-kr", Buffer.from("\x1b$)C\x0e>H3g\x0f ok").toString("base64"), "안녕 ok"],
  ["big5", "p0Gmbg==", "你好"],
  ["windows-1256", "48jNx8g=", "مبحاب"],
  ["cp437", "gQ==", "ü"],
  ["utf-16le", Buffer.from("Grüße", "utf16le").toString("base64"), "Grüße"],
  ["no-such-charset", Buffer.from("Grüße").toString("base64"), "Grüße"],
  ["us-ascii", Buffer.from("Grüße").toString("base64"), "Grüße"],
])("text in %s is read", async (charset, base64, words) => {
  const raw = letter(
    "Subject: x",
    `Content-Type: text/plain; charset=${charset}`,
    "Content-Transfer-Encoding: base64",
    "",
    base64,
  );
  expect((await parseMail(raw)).text).toBe(words);
});

const whole = letter(
  "Return-Path: <bounce@acme.test>",
  "From: =?utf-8?q?An=C3=A9?= Khan <ana@acme.test>",
  'To: "Roy, Priya" <priya@example.com>, team: a@x.test, b@x.test;',
  "Cc: c@x.test",
  "Reply-To: replies@acme.test",
  "Subject: =?utf-8?b?UXVhcnRlcmx5IPCfk4g=?= =?utf-8?q?_report?=",
  "Date: Tue, 7 Apr 2026 10:00:01 +0200",
  "Message-ID: <m3@acme.test>",
  "In-Reply-To: <m2@acme.test>",
  "References: <m1@acme.test>",
  " <m2@acme.test>",
  "Auto-Submitted: auto-replied",
  "List-Unsubscribe: <https://acme.test/u>",
  "Content-Type: multipart/mixed; boundary=outer",
  "",
  "--outer",
  "Content-Type: multipart/related; boundary=inner",
  "",
  "--inner",
  "Content-Type: multipart/alternative; boundary=alt",
  "",
  "--alt",
  "Content-Type: text/plain; charset=utf-8; format=flowed",
  "",
  "The figures ",
  "are below.",
  "> an old line",
  "--alt",
  "Content-Type: text/html; charset=utf-8",
  "",
  '<p>The figures are <b>below</b>. <img src="cid:chart@x"></p>',
  "--alt",
  "Content-Type: text/calendar; method=REQUEST",
  "",
  "BEGIN:VCALENDAR",
  "END:VCALENDAR",
  "--alt--",
  "--inner",
  "Content-Type: image/png",
  "Content-ID: <chart@x>",
  "Content-Transfer-Encoding: base64",
  "",
  "iVBORw0KGgo=",
  "--inner--",
  "--outer",
  "Content-Type: application/pdf",
  "Content-Disposition: attachment; filename*0*=utf-8''%E2%82%ACuro; filename*1=\" report.pdf\"",
  "Content-Transfer-Encoding: base64",
  "",
  "JVBERg==",
  "--outer--",
  "",
);

test("every field of a complete mail is read", async () => {
  const mail = await parseMail(whole);
  expect(mail).toMatchObject({
    messageId: "<m3@acme.test>",
    inReplyTo: "<m2@acme.test>",
    references: ["<m1@acme.test>", "<m2@acme.test>"],
    subject: "Quarterly 📈 report",
    from: { name: "Ané Khan", address: "ana@acme.test" },
    to: [
      { name: "Roy, Priya", address: "priya@example.com" },
      { name: "", address: "a@x.test" },
      { name: "", address: "b@x.test" },
    ],
    cc: [{ address: "c@x.test" }],
    replyTo: [{ address: "replies@acme.test" }],
    date: new Date("2026-04-07T08:00:01Z"),
    text: "The figures are below.\n> an old line",
    snippet: "The figures are below.",
    calendar: "BEGIN:VCALENDAR\nEND:VCALENDAR",
    headers: { autoSubmitted: "auto-replied", listUnsubscribe: "<https://acme.test/u>" },
    truncated: false,
  });
  expect(mail.html).toContain("<b>below</b>");
  expect(mail.attachments).toEqual([
    { part: "1.1.3", fileName: "invite.ics", mimeType: "text/calendar", size: 30, contentId: null, inline: false },
    { part: "1.2", fileName: "attachment.png", mimeType: "image/png", size: 8, contentId: "chart@x", inline: true },
    { part: "2", fileName: "€uro report.pdf", mimeType: "application/pdf", size: 4, contentId: null, inline: false },
  ]);
});

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

test("a subject and names hold no characters that reverse, hide or control text", async () => {
  const name = encoded("Bank \u202emoc.live\u202c\u0007\u200b \u2067x\u2069");
  const { subject, from } = await parseMail(
    letter(
      `From: ${name} <a@x.test>`,
      `Subject: ${encoded("Photo \u202egpj.exe\u001b[31m \u0000नमस्\u200dते")}`,
      "",
      "words",
    ),
  );
  expect(subject).toBe("Photo gpj.exe[31m नमस्\u200dते");
  expect(from).toEqual({ name: "Bank moc.live x", address: "a@x.test" });
});

test("a hidden character of an address is shown, so that it is not another address", async () => {
  const { from } = await parseMail(letter("From: <ad\u200bmin@acme.test>", "", "words"));
  expect(from.address).toBe("ad\ufffdmin@acme.test");
});

test.each([
  ["ceo@acme.test", ""],
  ["The CEO (ceo@acme.test)", ""],
  ["ceo\u200b@acme.test via Board", ""],
  ["ceo＠acme.test", ""],
  ["Evil@Bad.test", "Evil@Bad.test"],
  ["Meet @ noon", "Meet @ noon"],
  ["Ana Khan", "Ana Khan"],
])("the sender's name %j is shown as %j beside the address evil@bad.test", async (given, shown) => {
  const { from } = await parseMail(letter(`From: ${encoded(given)} <evil@bad.test>`, "", "words"));
  expect(from).toEqual({ name: shown, address: "evil@bad.test" });
});

test("an attachment is returned with its original bytes", async () => {
  expect(Buffer.from((await attachmentContent(whole, "2")) ?? []).toString()).toBe("%PDF");
  expect(await attachmentContent(whole, "7")).toBeUndefined();
});

test("a snippet leaves out the addresses behind links, and keeps a text of nothing else [INB-14]", async () => {
  const snippetOf = async (text: string) =>
    (await parseMail(letter("Subject: x", "Content-Type: text/plain; charset=utf-8", "", text))).snippet;
  expect(await snippetOf("Read the offer [https://shop.test/a?b=1] or <http://x.test/> (https://y.test) today.")).toBe(
    "Read the offer or today.",
  );
  expect(await snippetOf("See https://shop.test/a [note]")).toBe("See https://shop.test/a [note]");
  expect(await snippetOf("[https://shop.test/a]")).toBe("[https://shop.test/a]");
});

test("a snippet is one line of at most 180 characters, without quotes or invisible padding [INB-14]", async () => {
  const padding = "\u200c\u034f\u00ad ".repeat(50);
  const text = `> quoted\r\n${padding}Hello\r\n\r\nworld ${"long ".repeat(100)}`;
  const { snippet } = await parseMail(letter("Subject: x", "Content-Type: text/plain; charset=utf-8", "", text));
  expect(snippet).toMatch(/^Hello world long long/);
  expect(snippet.length).toBeLessThanOrEqual(180);
  const emoji = await parseMail(letter("Content-Type: text/plain; charset=utf-8", "", `a${"😀".repeat(200)}`));
  expect(emoji.snippet).toBe(`a${"😀".repeat(89)}`);
});

test("a mail without a header, without a boundary or with one that never comes is still read", async () => {
  expect((await parseMail(letter("just words", "and more"))).text).toBe("just words\nand more");
  expect((await parseMail(Buffer.alloc(0))).text).toBe("");
  const unnamed = letter(
    "Content-Type: multipart/mixed",
    "",
    "--b1",
    "Content-Type: text/plain",
    "",
    "words",
    "--b1--",
  );
  expect((await parseMail(unnamed)).text).toBe("words");
  const missing = letter("Content-Type: multipart/mixed; boundary=b", "", "words");
  expect((await parseMail(missing)).text).toBe("words");
  const unclosed = letter("Content-Type: multipart/mixed; boundary=b", "", "--b", "", "words", "--b", "", "more");
  expect((await parseMail(unclosed)).text).toBe("words\n\nmore");
});

const parts = (count: number, part: string) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--`;
const nested = Array.from(
  { length: 9000 },
  (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
);

test.each([
  ["20,000 parts", parts(20_000, "--b\r\nContent-Type: image/png\r\n\r\nhi\r\n"), { truncated: true }],
  ["parts without an end of header", parts(200_000, "--b\r\nA: b\r\n"), { truncated: true }],
  ["9,000 levels", `${nested.join("")}\r\ndeep`, { text: "deep" }],
  ["a header of 3 MB", `X: ${"a".repeat(3 << 20)}\r\n\r\nbody`, { text: "body" }],
  ["500,000 header fields", `${"X: a\r\n".repeat(500_000)}\r\nbody`, { text: "body" }],
  ["100,000 recipients", `To: ${"Ana <a@b.test>,\r\n ".repeat(100_000)}x@y.test\r\n\r\nbody`, { text: "body" }],
  ["two million dashed lines", parts(1, `--b\r\n\r\n${"--\n".repeat(2_000_000)}`), { truncated: true }],
  ["unclosed comments in a type", `Content-Type: ${"(".repeat(900_000)}\r\n\r\nbody`, { text: "body" }],
  ["tags that never close", `Content-Type: text/html\r\n\r\n${'<a b="'.repeat(500_000)}`, { subject: "x" }],
  [
    "broken soft breaks",
    `Content-Transfer-Encoding: quoted-printable\r\n\r\n${"=  ".repeat(3_000_000)}`,
    { truncated: true },
  ],
])("%s do not stop the reader", { timeout: 60_000 }, async (_name, rest, expected) => {
  expect(await parseMail(Buffer.from(head + rest))).toMatchObject({ subject: "x", ...expected });
});

test("any bytes make a mail, and a broken mail keeps its neighbours' text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      readMail(Buffer.from(bytes));
    }),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.nat(corpus.length - 1), fc.nat(), fc.uint8Array({ maxLength: 40 }), (which, where, junk) => {
      const raw = corpus[which]?.raw ?? Buffer.alloc(0);
      const at = where % (raw.length + 1);
      readMail(Buffer.concat([raw.subarray(0, at), junk, raw.subarray(at)]));
    }),
    { numRuns: 500 },
  );
});
