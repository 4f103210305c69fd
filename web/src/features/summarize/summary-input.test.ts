import { expect, test } from "vitest";
import { bounded, threadOf, titleOf, withFile, withoutFile } from "./summary-input.ts";

const inputOf = (text: string, names: string[] = []) => ({ text, names, hidden: [] });
const pasted = "From: Ann\nTo: Bob\nDate: 2024-02-05 10:00\n\nPlease read the report.";

test("the text of files is below the pasted text, and a file without a sender is named as the sender", () => {
  const text = withFile(withFile(pasted, "report.pdf", "Sales are up."), "old.eml", "From: Eva\nSubject: Hi\n\nHello");
  expect(text).toBe(
    `${pasted}\n\n--- report.pdf ---\nSales are up.\n\n--- old.eml ---\nFrom: Eva\nSubject: Hi\n\nHello\n`,
  );
  expect(threadOf(inputOf(text, ["report.pdf", "old.eml"])).map(({ from, body }) => ({ from, body }))).toEqual([
    { from: "Ann", body: "Please read the report." },
    { from: "report.pdf", body: "Sales are up." },
    { from: "Eva", body: "Hello" },
  ]);
});

test("a line that looks like a file's heading counts only if the file is attached", () => {
  expect(threadOf(inputOf("one\n--- report.pdf ---\ntwo"))).toHaveLength(1);
});

test("hidden text is part of the thread, with its file as the sender", () => {
  const hidden = [{ name: "blob.doc", text: "\ufffd\u0000 invoice" }];
  expect(threadOf({ ...inputOf(""), hidden })).toEqual([
    { from: "blob.doc", to: "", at: null, body: "\ufffd\u0000 invoice" },
  ]);
});

test("removing a file removes its text, unless the text was edited", () => {
  const text = withFile(withFile(pasted, "a.pdf", "A words"), "b.pdf", "B words");
  expect(withoutFile(text, "a.pdf", "A words")).toBe(`${pasted}\n\n--- b.pdf ---\nB words\n`);
  const edited = text.replace("A words", "My words");
  expect(withoutFile(edited, "a.pdf", "A words")).toBe(edited);
  expect(withoutFile(withFile("", "a.pdf", "A words"), "a.pdf", "A words")).toBe("");
});

test("a thread is cut to the limits of the call, and reports that", () => {
  const message = { from: "Ann", to: "", at: null, body: "x" };
  expect(bounded([message])).toEqual({ thread: [message], isCut: false });
  const long = bounded(Array.from({ length: 20 }, () => ({ ...message, body: "y".repeat(150_000) })));
  expect(long.isCut).toBe(true);
  expect(long.thread.reduce((sum, { body }) => sum + body.length, 0)).toBe(1_200_000);
  expect(bounded(Array.from({ length: 2001 }, () => message))).toMatchObject({ isCut: true, thread: { length: 2000 } });
});

test("the title of a summary is its subject, or its first point", () => {
  expect(titleOf("From: a\nSubject: Q4 contract \nx", ["Point"])).toBe("Q4 contract");
  expect(titleOf("no header", ["First\u0000 point", "Second"])).toBe("First point");
  expect(titleOf("", [])).toBe("Summary");
});
