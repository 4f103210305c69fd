import { expect, test } from "vitest";
import { mboxEntry } from "./mbox.ts";

const envelope = { sender: "priya@example.com", date: new Date("2026-03-05T09:07:03Z") };
const entryOf = (raw: string, changes: Partial<typeof envelope> = {}) =>
  Buffer.concat([...mboxEntry(Buffer.from(raw, "latin1"), { ...envelope, ...changes })]).toString("latin1");

/** Reads mboxrd as a mail program does. */
const unquoted = (entry: string) => entry.slice(entry.indexOf("\n") + 1).replaceAll(/^>(>*From )/gm, "$1");

test("an entry begins with the sender and the date, and ends with an empty line", () => {
  expect(entryOf("Subject: Hi\r\n\r\nGood day.\r\n")).toBe(
    "From priya@example.com Thu Mar  5 09:07:03 2026\nSubject: Hi\n\nGood day.\n\n",
  );
  expect(entryOf("no line end")).toMatch(/no line end\n\n$/);
});

test("lines that look like the beginning of a mail are quoted, and quoted lines once more", () => {
  const raw = "From the start\nFrom here\n>From there\n>>From afar\n From indented\nfrom small\n";
  expect(entryOf(raw)).toContain(
    "\n>From the start\n>From here\n>>From there\n>>>From afar\n From indented\nfrom small\n",
  );
  expect(unquoted(entryOf(raw))).toBe(`${raw}\n`);
});

test("a sender that could forge the line is replaced", () => {
  for (const sender of ["", "a b@c.de", "a@b.c\nFrom x", "ü@example.com"])
    expect(entryOf("x\n", { sender })).toMatch(/^From MAILER-DAEMON Thu /);
});

test("a large mail comes in pieces, whatever its line ends, and can be restored", () => {
  const line = `From ${"x".repeat(990)}\r\n`;
  const raw = `${line.repeat(700)}${"y".repeat(600_000)}\r\nFrom the end\r\n`;
  const pieces = [...mboxEntry(Buffer.from(raw), envelope)];
  expect(pieces.length).toBeGreaterThan(5);
  expect(unquoted(Buffer.concat(pieces).toString())).toBe(`${raw.replaceAll("\r\n", "\n")}\n`);
});
