import { expect, test } from "vitest";
import { readReplyState, withRe } from "#lib/drafts/reply-state.ts";
import { draftName, startingReply } from "./reply-draft.ts";

test("a suggested subject gets Re: once, not twice [RPL-05]", () => {
  expect(withRe("Delivery schedule")).toBe("Re: Delivery schedule");
  expect(withRe("Re: Delivery schedule")).toBe("Re: Delivery schedule");
  expect(withRe(" RE: Delivery schedule")).toBe("RE: Delivery schedule");
});

test("the original is quoted into an empty reply only [RPL-18] [RPL-19]", () => {
  expect(startingReply("<p></p>", "Hello")).toContain("Hello");
  expect(startingReply("<p>My words</p>", "Hello")).toBe("<p>My words</p>");
  expect(startingReply("<p></p>", "")).toBe("<p></p>");
});

test.each([null, undefined, "text", 7, [], { to: 5, references: "x", subject: null }])(
  "navigation state %j opens an empty reply [RPL-02]",
  (found) => {
    expect(readReplyState(found)).toMatchObject({ to: "", subject: "", emailBody: "", mailboxId: "", references: [] });
  },
);

test("the draft of a reply is named by the mail that it answers", () => {
  const named = (state: object) => draftName(readReplyState(state));
  expect(named({ inReplyTo: "<a@example.com>", to: "x@example.com" })).toBe("<a@example.com>");
  expect(named({})).toBe("reply");
  expect(named({ to: "x@example.com" })).toBeNull();
  expect(named({ inReplyTo: `<${"a".repeat(300)}@example.com>` })).toBeNull();
  const stored = { message: "01890000-0000-7000-8000-000000000a01", to: "x@example.com" };
  expect(named({ ...stored, inReplyTo: "<a@example.com>" })).toBe("<a@example.com>");
  for (const inReplyTo of ["", `<${"a".repeat(300)}@example.com>`, "<ä@example.com>"])
    expect(named({ ...stored, inReplyTo })).toBe(stored.message);
});
