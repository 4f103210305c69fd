import { expect, test } from "vitest";
import { mailboxAddress } from "./mailbox-address.ts";
import { looksLikeAddress, maySendAs } from "./send-as.ts";

const box = { email: "Sales@acme.test", kind: "imap" as const, addressProof: null };

test("mail leaves as one's own address, as one that its provider vouches for, or as one that was proved", () => {
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

test("an account's address is the name one signs in with, where that is one", () => {
  expect(mailboxAddress({ username: "Ana@acme.test", host: "imap.acme.test" })).toBe("ana@acme.test");
  expect(mailboxAddress({ username: "ana", host: "imap.acme.test" })).toBe("ana@imap.acme.test");
});
