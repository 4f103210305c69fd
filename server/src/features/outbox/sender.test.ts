import { expect, test } from "vitest";
import { displayName, type SenderFacts, senderOf } from "./sender.ts";

const login = { host: "smtp.acme.test", port: 587, secure: false, username: "relay", password: "p", fromName: "" };
const box = {
  aliases: [],
  id: "box",
  email: "Sales@acme.test",
  kind: "imap",
  addressProof: "received",
  isColleagues: false,
} as const;
const user = { name: "Ana", email: "ana@acme.test", signatureHtml: "" };
const given = (facts: object = {}) => ({ user, quota: 500, login, own: [], ...facts }) as unknown as SenderFacts;
const scope = { config: { allowPrivateHosts: false } } as never;
const nothing = { mailboxId: undefined, fromAccount: undefined };
const sender = (facts: object = {}, account: object = {}) => senderOf(scope, given(facts), { ...nothing, ...account });

test("mail is sent from the user's address, or from the SMTP account's with Reply-To the user [SND-09]", () => {
  expect(sender()).toMatchObject({
    from: { name: "Ana", address: "ana@acme.test" },
    replyTo: undefined,
    route: "smtp",
    server: { host: "smtp.acme.test", allowPrivate: false },
    mailboxId: null,
  });
  expect(sender({ login: { ...login, username: "ANA@acme.test" } }).replyTo).toBeUndefined();
  expect(sender({ login: { ...login, username: "office@acme.test", fromName: "Acme" } })).toMatchObject({
    from: { name: "Acme", address: "office@acme.test" },
    replyTo: { name: "Ana", address: "ana@acme.test" },
  });
});

test("a plan's quota is the limit, also a quota of zero; without a plan there is no limit [ROL-23] [ROL-24]", () => {
  expect([sender().quota, sender({ quota: 0 }).quota, sender({ quota: null }).quota]).toEqual([500, 0, -1]);
});

test("a mail from a mailbox has its address and the user's name, and its copy is filed there", () => {
  const office = { ...login, username: "office@acme.test", fromName: "Acme" };
  const expected = { from: { name: "Ana", address: "Sales@acme.test" }, replyTo: undefined, mailboxId: "box" };
  expect(sender({ login: office, own: [box] }, { mailboxId: "box" })).toMatchObject(expected);
  expect(sender({ login: office, own: [box] }, { fromAccount: "sales@ACME.test" })).toMatchObject(expected);
  // If none is named, the copy is filed in the mailbox of the From address.
  const own = { ...box, email: "Ana@acme.test", addressProof: null };
  expect(sender({ own: [box, own] }).mailboxId).toBe("box");
  expect(sender({ own: [box, { ...own, id: "own" }] }).mailboxId).toBe("own");
});

test("only Gmail and Outlook mailboxes can send without the company's SMTP server", () => {
  for (const kind of ["gmail", "outlook"] as const)
    expect(sender({ login: undefined, own: [{ ...box, kind }] }, { mailboxId: "box" })).toMatchObject({
      route: kind,
      server: undefined,
    });
  const without = () => sender({ login: undefined, own: [box] }, { mailboxId: "box" });
  expect(without).toThrow("No mail server is set up for sending.");
  expect(() => sender({ login: undefined })).toThrow("No mail server is set up for sending.");
});

test("a user cannot send from an address that is not proved, belongs to a colleague, or is in none of their mailboxes", () => {
  const by =
    (changes: object, account: object = { mailboxId: "box" }) =>
    () =>
      sender({ own: [{ ...box, ...changes }] }, account);
  expect(by({ addressProof: null })).toThrow("Sales@acme.test is not proved to be yours");
  expect(by({ email: "ana@acme.test", addressProof: null })).not.toThrow();
  expect(by({ isColleagues: true })).toThrow("is the address of another user of your company");
  expect(by({ isColleagues: true, kind: "gmail" })).toThrow("is the address of another user of your company");
  expect(by({}, { mailboxId: "another" })).toThrow("Mailbox not found");
  expect(by({}, { mailboxId: "box", fromAccount: "boss@acme.test" })).toThrow("That mailbox has another address.");
  expect(by({}, { mailboxId: "box", fromAccount: "SALES@acme.test" })).not.toThrow();
  expect(by({}, { fromAccount: "boss@acme.test" })).toThrow("boss@acme.test is not an address of yours.");
});

test.each([
  ["Ana\r\nBcc: x@y.test", "ana@acme.test", ""],
  ["  Ana\tRao  ", "ana@acme.test", "Ana Rao"],
  ["boss@acme.test", "ana@acme.test", ""],
  ["ANA@acme.test", "ana@acme.test", "ANA@acme.test"],
  ["😀".repeat(101), "ana@acme.test", "😀".repeat(100)],
])("the name %j of %s is shown as %j", (name, address, shown) => {
  expect(displayName(name, address)).toBe(shown);
});

test("a mailbox's own sender name is used for mail from it, and never one that looks like another address [SYN-11]", () => {
  const named = { ...box, fromName: "Acme Sales" };
  expect(sender({ own: [named] }, { mailboxId: "box" }).from.name).toBe("Acme Sales");
  expect(sender({ own: [named] }).from.name).toBe("Ana");
  expect(sender({ own: [{ ...box, fromName: "boss@other.test" }] }, { mailboxId: "box" }).from.name).toBe("");
});
