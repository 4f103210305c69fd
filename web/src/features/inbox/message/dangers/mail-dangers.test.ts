import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import { htmlToText } from "#lib/mail/html-text.ts";
import { wordsOf } from "./danger-words.ts";
import { verifyDraft } from "./verify-draft.ts";

test("the question goes to the known address and quotes only the subject, as text [DNG-05]", () => {
  const message = {
    ...{ subject: "<b>New</b> bank details", from: "priya@brightw0rks.test", date: new Date("2026-11-16T10:00:00Z") },
    bodyText: "Pay to DE89",
  } as MailMessage;
  const draft = verifyDraft(message, { name: "Priya Nair", address: "priya@brightworks.test" });
  expect(draft.to).toBe("priya@brightworks.test");
  expect(draft.subject).toBe("Is this mail from you: “<b>New</b> bank details”?");
  const text = htmlToText(draft.bodyHtml);
  expect(text).toContain("Hi Priya,");
  expect(text).toContain("from priya@brightw0rks.test with the subject “<b>New</b> bank details”");
  expect(draft.bodyHtml).not.toMatch(/<b>|DE89/);
});

test("each danger is said in words of its own [DNG-03]", () => {
  const danger = { words: "x@evil.example", other: "Priya Nair", isGrave: true };
  expect(wordsOf({ ...danger, kind: "colleague-name" })).toBe(
    "It has the name of your colleague Priya Nair, but comes from x@evil.example.",
  );
  expect(wordsOf({ ...danger, kind: "link-elsewhere" })).toBe("The link “x@evil.example” leads to Priya Nair.");
});
