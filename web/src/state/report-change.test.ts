import { feedback } from "@intellibox/contract/endpoints/feedback";
import { expect, test } from "vitest";
import { rememberDraft, writtenDrafts } from "#lib/drafts/written-drafts.ts";
import { waitingHere } from "#lib/mail/mail-outcome.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { reportChange } from "./report-change.ts";

const draft = "Hi Meera,\n\nThank you for the boxes. They arrived on Monday.\n\nBest regards";
const html = "<p>Hi Meera,</p><p>Thank you for the boxes. They arrived on Friday.</p><p>Best regards</p>";
const quote = '<blockquote data-quoted="original" type="cite"><p>When did they arrive?</p></blockquote>';

function setUp() {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(feedback.give, () => ({ ok: true }));
  return () => api.callsOf(feedback.give).map(({ path, body }) => ({ path, body }));
}

test("the share of changed words of the nearest draft is reported once, with the mail, without text and quote [FBK-02] [STY-14]", async () => {
  const reports = setUp();
  rememberDraft({ usageId: "far" }, "Dear Sir, I would like to cancel my order of yesterday.");
  rememberDraft({ usageId: "near" }, draft);
  await reportChange(html + quote, "<thanks@acme.test>");
  const body = { changed: 1 / 16, messageId: "<thanks@acme.test>" };
  expect(reports()).toEqual([{ path: "/ai/feedback/near", body }]);
  expect(writtenDrafts().map(([id]) => id)).toEqual(["far"]);
});

test("a mail in the writer's own words is reported for no draft [FBK-02]", async () => {
  const reports = setUp();
  await reportChange("<p>Shall we have lunch?</p>", "<lunch@acme.test>");
  expect(reports()).toEqual([]);
});

test("a mail that waits for the network is reported without a Message-ID [FBK-02] [STY-14]", async () => {
  const reports = setUp();
  rememberDraft({ usageId: "waits" }, draft);
  await reportChange(html, `${waitingHere}key`);
  expect(reports()).toEqual([{ path: "/ai/feedback/waits", body: { changed: 1 / 16 } }]);
});
