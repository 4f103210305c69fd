import { expect, test } from "vitest";
import { withinPartLimit } from "./part-limit.ts";

const head = 'Subject: x\r\nContent-Type: multipart/mixed; boundary="b1"\r\n\r\n';
const part = (text: string) => `--b1\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`;
const mail = (parts: number) => Buffer.from(head + Array.from({ length: parts }, (_, n) => part(`part ${n}`)).join(""));

test("a mail with few parts stays as it is, whatever its lines begin with", () => {
  const few = Buffer.concat([mail(5), Buffer.from("--b1--\r\n"), Buffer.from("-- \r\n--b\r\n".repeat(1_000))]);
  expect(withinPartLimit(few, 10)).toBe(few);
  const plain = Buffer.from(`Subject: x\r\n\r\n${"--b1\r\n".repeat(1_000)}`);
  expect(withinPartLimit(plain, 10)).toBe(plain);
});

test("of a mail with many parts the first ones are left", () => {
  const cut = withinPartLimit(mail(20_000), 10).toString();
  expect(cut).toContain("part 9");
  expect(cut).not.toContain("part 10");
});

test("a boundary that is written in pieces hides no part", () => {
  const pieces = mail(20_000).toString().replace('boundary="b1"', "boundary*0=b; boundary*1=1");
  expect(withinPartLimit(Buffer.from(pieces), 10).toString()).not.toContain("part 10");
});

test("boundaries of nested parts count too", () => {
  const nested = Array.from(
    { length: 100 },
    (_, n) => `--b${n}\nContent-Type: multipart/mixed; boundary=b${n + 1}\n\n`,
  );
  const cut = withinPartLimit(Buffer.from(`Content-Type: multipart/mixed; boundary=b0\n\n${nested.join("")}`), 10);
  expect(cut.toString()).toContain("boundary=b10\n");
  expect(cut.toString()).not.toContain("boundary=b11");
});
