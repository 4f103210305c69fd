import { expect, test } from "vitest";
import { composeDefaults, readComposeDraft, writeComposeDraft } from "#lib/drafts/compose-draft.ts";
import { hasUnsentDraft } from "#lib/drafts/unsent-draft.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { draftAbout, prepareDraft } from "./compose-action.ts";

const thread = [
  { from: '"Nair, Priya" <priya@x.org>', to: "Ann Lee <ann@x.org>, Bob <bob@x.org>", at: null, body: "" },
  { from: "carl@x.org", to: "", at: null, body: "" },
];
const action = { action: "Send the contract.", owner: "Ann Lee", due: "", source: "Priya", sourceIndex: 0 };

test("a draft names the action, its owner and its due date", () => {
  const draft = draftAbout({ ...action, due: "2026-11-20T11:30:00.000Z" }, thread);
  expect(draft).toMatchObject({
    to: "ann@x.org",
    subject: "Send the contract",
    intent: "Follow up on: Send the contract",
  });
  expect(htmlToText(draft.bodyHtml)).toMatch(
    /^Hi Ann,\n\nI am writing about this point: Send the contract\. It is due on 20 Nov 2026/,
  );
  expect(draft.extra).toContain("Source: Priya");
});

test.each([
  ["bob", "bob@x.org"],
  ["carl@x.org", "carl@x.org"],
  ["new@y.org", "new@y.org"],
  ["Somebody", ""],
  ["", ""],
])("the draft for the owner %j goes to %j", (owner, to) => {
  expect(draftAbout({ ...action, owner }, thread).to).toBe(to);
});

test("text from a mail is escaped in the draft", () => {
  const { bodyHtml } = draftAbout({ ...action, action: "<img src=x onerror=alert(1)>" }, thread);
  expect(bodyHtml).not.toContain("<img");
  expect(htmlToText(bodyHtml)).toContain("<img src=x onerror=alert(1)>");
});

test("Compose opens with the draft [SUM-15]", () => {
  expect(prepareDraft(action, thread)).toBe(true);
  expect(readComposeDraft()).toMatchObject({ subject: "Send the contract", to: "ann@x.org" });
});

test("an unsent draft in Compose is detected", () => {
  expect(hasUnsentDraft()).toBe(false);
  writeComposeDraft({ ...composeDefaults, bodyHtml: "<p>My words</p>" });
  expect(hasUnsentDraft()).toBe(true);
});
