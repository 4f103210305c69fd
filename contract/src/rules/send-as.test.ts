import { expect, test } from "vitest";
import { mailboxAddress } from "./mailbox-address.ts";
import { looksLikeAddress, maySendAs } from "./send-as.ts";

const box = { email: "Sales@acme.test", kind: "imap" as const, addressProof: null };

test("mail may be sent from the user's own address, from one that its provider confirms, or from a proved one", () => {
  expect(maySendAs({ ...box, email: "ANA@acme.test" }, "ana@ACME.test")).toBe(true);
  for (const kind of ["gmail", "outlook"] as const) expect(maySendAs({ ...box, kind }, "ana@acme.test")).toBe(true);
  expect(maySendAs({ ...box, addressProof: "received" }, "ana@acme.test")).toBe(true);
  for (const kind of ["imap", "pop3", "local"] as const)
    expect(maySendAs({ ...box, kind }, "ana@acme.test")).toBe(false);
});

test.each([
  ["boss@acme.test", true],
  ["The boss＠acme.test", true],
  ["Ana at Acme", false],
  ["Ana @ Acme", false],
])("the name %j shows an address: %s", (name, shows) => {
  expect(looksLikeAddress(name)).toBe(shows);
});

test("an account's address is its user name, if that is an address", () => {
  expect(mailboxAddress({ username: "Ana@acme.test", host: "imap.acme.test" })).toBe("ana@acme.test");
  expect(mailboxAddress({ username: "ana", host: "imap.acme.test" })).toBe("ana@imap.acme.test");
});
