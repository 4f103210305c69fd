import { expect, test } from "vitest";
import { redate } from "./redate.ts";

const date = new Date("2026-11-16T08:09:10.999Z");
const redated = (mail: string) => redate(Buffer.from(mail, "latin1"), date).toString("latin1");
const line = "Date: Mon, 16 Nov 2026 08:09:10 +0000";

test.each([
  ["first", "Date: Sun, 1 Nov 2026 00:00:00 +0100\r\nTo: a@x.test\r\n\r\nHi", `${line}\r\nTo: a@x.test\r\n\r\nHi`],
  ["within", "To: a@x.test\r\ndate: then\r\nX: \xe9\r\n\r\nHi", `To: a@x.test\r\n${line}\r\nX: \xe9\r\n\r\nHi`],
  [
    "folded",
    "To: a@x.test\r\nDate:\r\n Sun,\r\n\t1 Nov\r\nX: 1\r\n\r\n\xff",
    `To: a@x.test\r\n${line}\r\nX: 1\r\n\r\n\xff`,
  ],
  ["last", "To: a@x.test\r\nDate: then\r\n\r\nDate: in the text", `To: a@x.test\r\n${line}\r\n\r\nDate: in the text`],
  ["in a mail without text", "To: a@x.test\r\nDate: then", `To: a@x.test\r\n${line}`],
])("a date that stands %s is replaced, and every other byte stays", (_, mail, expected) => {
  expect(redated(mail)).toBe(expected);
});

test("a mail without a date in its header stays as it is", () => {
  for (const mail of [
    "To: a@x.test\r\n\r\nDate: in the text",
    "X-Date: then\r\n\r\n",
    "Resent-Date: then\r\n\r\n\r\nDate: x",
  ])
    expect(redated(mail)).toBe(mail);
});
