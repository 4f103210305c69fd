import { readFileSync } from "node:fs";
import { splitThread } from "@intellibox/contract/rules/split-thread";
import { expect, test } from "vitest";
import { decodeWords } from "./mime-text.ts";
import { readEml } from "./read-eml.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const mail = (...lines: string[]) => bytes(lines.join("\r\n"));
const words = (...lines: string[]) => readEml(mail(...lines)).text;
const fixture = (path: string) => readFileSync(`server/test/fixtures/${path}`);

test("the main header fields are before the body, and its thread is recognised", () => {
  const text = words(
    "Received: from a by b",
    "From: =?utf-8?Q?Ren=C3=A9e?= <renee@x.org>",
    "To: Bob <bob@x.org>,",
    "\tAnn <ann@x.org>",
    "Date: Mon, 5 Feb 2024 15:04:00 +0530",
    "Subject: =?utf-8?B?UGzDpG5l?=",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gr=C3=BC=C3=9Fe und =",
    "mehr",
  );
  expect(text).toBe(
    "From: Renée <renee@x.org>\nTo: Bob <bob@x.org>, Ann <ann@x.org>\nDate: Mon, 5 Feb 2024 15:04:00 +0530\nSubject: Pläne\n\nGrüße und mehr",
  );
  expect(splitThread(text)).toEqual([
    {
      from: "Renée <renee@x.org>",
      to: "Bob <bob@x.org>, Ann <ann@x.org>",
      at: "2024-02-05T15:04:00+05:30",
      body: "Grüße und mehr",
    },
  ]);
});

test.each([
  ["utf-8", "base64", btoa("Gr\u00c3\u00bc\u00c3\u009fe"), "Grüße"],
  ["iso-8859-1", "quoted-printable", "Gr=FC=DFe", "Grüße"],
  ["latin1", "8bit", "Gr\u00fc\u00dfe", "Grüße"],
  ["windows-1252", "8bit", "\u0093quoted\u0094", "“quoted”"],
  ["", "8bit", "Gr\u00c3\u00bc\u00c3\u009fe", "Grüße"],
  ["us-ascii", "8bit", "Gr\u00fc\u00dfe", "Grüße"],
  ["no-such-charset", "7bit", "plain", "plain"],
  ["utf-8", "base64", "not base64 at all!!! ===", /./],
])("charset %j in %s", (charset, encoding, body, expected) => {
  const text = words(
    `Content-Type: text/plain; charset="${charset}"`,
    `Content-Transfer-Encoding: ${encoding}`,
    "",
    body,
  );
  if (typeof expected === "string") expect(text).toBe(expected);
  else expect(text).toMatch(expected);
});

test("of alternatives the plain text is read, or the HTML if there is no text", () => {
  const alternative = (plain: string) =>
    words(
      'Content-Type: multipart/alternative; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      plain,
      "--b",
      "Content-Type: text/html",
      "",
      "<p>Rich <b>words</b></p><script>alert(1)</script><style>p{}</style>",
      "--b--",
      "epilogue",
    );
  expect(alternative("Plain words")).toBe("Plain words");
  expect(alternative("   ")).toBe("Rich words");
});

test("attachments are returned as files with safe names; nested mails are read", () => {
  const { text, attachments } = readEml(
    mail(
      "Subject: Outer",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "",
      "Hello",
      "--b",
      "Content-Type: application/pdf",
      "Content-Disposition: attachment; filename*=utf-8''..%2F..%2Fn%C3%A4me.pdf",
      "Content-Transfer-Encoding: base64",
      "",
      "JVBERg==",
      "--b",
      "Content-Type: message/rfc822",
      "",
      "From: Inner <i@x.org>",
      "Subject: Inner",
      "",
      "Nested words",
      "--b--",
    ),
  );
  expect(text).toBe("Subject: Outer\n\nHello\n\nFrom: Inner <i@x.org>\nSubject: Inner\n\nNested words");
  expect(attachments.map(({ name, size, type }) => ({ name, size, type }))).toEqual([
    { name: "näme.pdf", size: 4, type: "application/pdf" },
  ]);
});

test("encoded words are joined before they are decoded", () => {
  expect(decodeWords("=?utf-8?B?w4M=?= =?utf-8?B?wqQ=?= x")).toBe("Ã¤ x");
  expect(decodeWords("=?utf-8?B?w6Q=?=\r\n =?utf-8?Q?_b=C3=BC?=")).toBe("ä bü");
  expect(decodeWords("=?utf-8?B?4oI=?= =?utf-8?B?rA==?=")).toBe("€");
  expect(decodeWords("a =?x?z?y?= b")).toBe("a =?x?z?y?= b");
});

test("a mail with only a sender is recognised as a thread", () => {
  const text = words("From: u@example.com", "", "Dear Sir");
  expect(text).toBe("From: u@example.com\nSubject: (no subject)\n\nDear Sir");
  expect(splitThread(text)).toMatchObject([{ from: "u@example.com", body: "Dear Sir" }]);
});

test("flowed lines are joined", () => {
  expect(words("Content-Type: text/plain; format=flowed", "", "one ", "two", "> three ", "> four")).toBe(
    "one two\n> three four",
  );
});

test.each([
  ["nothing", ""],
  ["one line", "just words"],
  ["no end of the headers", "From: a\nTo: b"],
  ["a boundary that never comes", 'Content-Type: multipart/mixed; boundary="zz"\n\nbody'],
  ["a part that was cut off", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHalf a"],
  ["a boundary of nothing", 'Content-Type: multipart/mixed; boundary=""\n\n--\n\nx\n----'],
  ["control characters", "\u0000\u0001\u0002: \u0003\n\n\u0000"],
])("broken mail is read as far as possible: %s", (_what, raw) => {
  expect(() => readEml(bytes(raw))).not.toThrow();
});

test("a mail of endless depth or parts is read in bounded time", () => {
  let nested = "Content-Type: text/plain\n\ndeep";
  for (let depth = 0; depth < 200; depth += 1)
    nested = `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${nested}\n--b${depth}--`;
  expect(readEml(bytes(nested)).text).not.toContain("deep");
  const wide = `Content-Type: multipart/mixed; boundary=b\n\n${"--b\n\nx\n".repeat(20_000)}`;
  expect(readEml(bytes(wide)).text.length).toBeLessThan(2_000);
  let letters = "Subject: core\n\ncore";
  for (let depth = 0; depth < 5_000; depth += 1) letters = `Content-Type: message/rfc822\n\n${letters}`;
  expect(() => readEml(bytes(letters))).not.toThrow();
});

test.each(["documents/nested.eml", "documents/testRFC822_multipart_attachments.eml", "documents/mimetorture.eml"])(
  "a real mail is read: %s",
  (path) => {
    const { text } = readEml(fixture(path));
    expect(text).toMatch(/^From: .+/);
    expect(text).not.toContain("Content-Transfer-Encoding: base64\n");
    expect(text.split("\n\n").length).toBeGreaterThan(1);
  },
);
