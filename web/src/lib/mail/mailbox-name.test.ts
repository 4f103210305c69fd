import { expect, test } from "vitest";
import { mailboxName } from "./mailbox-name.ts";

test("a mailbox is called by its account and its provider on every screen [INB-12] [RPL-12]", () => {
  expect(mailboxName("sales@acme.test", "gmail")).toBe("sales@acme.test · Gmail");
  expect(mailboxName("sales@acme.test", undefined)).toBe("sales@acme.test");
  expect(mailboxName("", undefined)).toBe("");
  expect(mailboxName("sales@acme.test", "gmail", "Sales")).toBe("Sales · sales@acme.test");
});
