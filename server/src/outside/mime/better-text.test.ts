import { expect, test } from "vitest";
import { mailWords } from "./mail-words.ts";
import { readMail } from "./read-mail.ts";

const mailOf = (plain: string, html: string) =>
  readMail(
    Buffer.from(
      `Subject: x\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${plain}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b--\r\n`,
    ),
  );
const letter = `<p>Dear Ana, ${"our spring offers begin on Monday and end in June. ".repeat(8)}</p>`;

test.each([
  "Your email client does not support HTML.",
  "This is an HTML email. Please use a program that can show it.",
  "Your mail program can't display this message. View this email in your browser: https://x.test/1",
  "Ihr Programm unterstützt kein HTML.",
  "Hi",
])("the HTML is the text of a mail whose text part only says: %s", (plain) => {
  const mail = mailOf(plain, letter);
  expect(mail.text).toMatch(/^Dear Ana, our spring offers/);
  expect(mail.snippet).toMatch(/^Dear Ana/);
});

test.each([
  [
    "a letter of equal words",
    "Dear Ana,\n\nsee you on Monday.\n\nBen",
    "<p>Dear Ana,</p><p>see you on Monday.</p><p>Ben</p>",
  ],
  [
    "a short answer with a signature in HTML",
    "Yes.",
    `<p>Yes.</p><div>${"Ben Example, Example Inc. ".repeat(5)}</div>`,
  ],
  [
    "a letter that mentions HTML",
    `${"We discussed the page at length and agreed on it. ".repeat(14)}It can not display HTML.`,
    letter,
  ],
])("the text part stays the text of %s", (_what, plain, html) => {
  expect(mailOf(plain, html).text).toBe(plain);
});

test("words that only the HTML has are found, and lines that both have are indexed once", () => {
  const mail = mailOf(
    "Dear Ana, the invoice is attached.",
    "<p>Dear Ana,</p><p>the invoice is attached.</p><p>Unsubscribe at Zanzibar street</p>",
  );
  expect(mail.text).toBe("Dear Ana, the invoice is attached.");
  expect(mail.htmlText).toBe("Unsubscribe at Zanzibar street");
  const words = mailWords(mail, "");
  expect(words).toMatch(/zanzibar:/);
  expect(words).toMatch(/invoic:\d+ /);
});

test("a line of the HTML is known if the text has it with other line breaks, and not if it only has longer words", () => {
  const found = (plain: string, html: string) => mailOf(plain, html).htmlText;
  expect(
    found("Dear Ana,\r\nsee  you on\r\nMonday at the office.", "<p>Dear Ana, see you</p><p>on Monday at</p>"),
  ).toBe("");
  expect(found("Please restart it now, Ana.", "<p>start it</p><p>now, Ana.</p>")).toBe("start it");
  expect(found("Please start its engine.", "<p>start it</p>")).toBe("start it");
  expect(found("La caf\u00e9 noir.", "<p>La caf</p>")).toBe("La caf");
  // In another order, and twice.
  expect(found("One here. Two there.", "<p>Two there.</p><p>One here.</p><p>Two there.</p><p>Three.</p>")).toBe(
    "Three.",
  );
});
