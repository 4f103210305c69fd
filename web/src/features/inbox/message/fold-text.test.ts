import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test("the quoted original and the line that introduces it are folded", () => {
  const text = "Yes, please.\n\nOn Mon, 2 Nov 2026 at 10:00,\nAnn Lee <ann@x.org> wrote:\n> Shall we?\n> Ann";
  expect(foldText(text)).toEqual({ own: "Yes, please.", quoted: text.slice(text.indexOf("On Mon")) });
});

test("an Outlook header and an original-message separator begin the quote too", () => {
  const outlook =
    "Done.\n\nFrom: Ann Lee <ann@x.org>\nSent: Monday, 2 November 2026 10:00\nTo: Bo\nSubject: Plan\n\nShall we?";
  expect(foldText(outlook).own).toBe("Done.");
  expect(foldText("Erledigt.\n\n-----Ursprüngliche Nachricht-----\nVon: Ann").own).toBe("Erledigt.");
});

test("a mail with answers between the quoted lines is not folded", () => {
  const text = "Hi,\n\n> When?\nOn Friday.\n> Where?\nIn Pune.";
  expect(foldText(text)).toEqual({ own: text, quoted: "" });
});

test("a mail that is only a quote, or has none, is not folded", () => {
  expect(foldText("> only this")).toEqual({ own: "> only this", quoted: "" });
  expect(foldText("From: me to you\nwith love").quoted).toBe("");
});

test("a long text of colons does not make the patterns backtrack", () => {
  const text = `${"From: a:\n".repeat(20_000)}wrote:`;
  expect(foldText(text).own.length).toBeGreaterThan(0);
});
