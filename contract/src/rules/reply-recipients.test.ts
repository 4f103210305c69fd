import { expect, test } from "vitest";
import { type AnsweredHeader, replyRecipients } from "./reply-recipients.ts";

const person = (address: string) => ({ address });
const own = ["aarav@acme.test", "sales@acme.test"];
const mail = (change: Partial<AnsweredHeader> = {}): AnsweredHeader => ({
  from: "priya@meridian.test",
  replyTo: [],
  to: [person("aarav@acme.test"), person("ravi@meridian.test")],
  cc: [person("Legal@meridian.test"), person("SALES@acme.test")],
  isSent: false,
  ...change,
});

test("a reply goes to the sender, and a reply to all to everyone but the writer's own addresses", () => {
  expect(replyRecipients(mail(), own, false)).toEqual({ to: ["priya@meridian.test"], cc: [] });
  expect(replyRecipients(mail(), own, true)).toEqual({
    to: ["priya@meridian.test", "ravi@meridian.test"],
    cc: ["Legal@meridian.test"],
  });
});

test("Reply-To replaces the sender, also that of a mailing list", () => {
  const list = mail({ replyTo: [person("list@lists.test")], to: [person("list@lists.test")], cc: [] });
  expect(replyRecipients(list, own, false)).toEqual({ to: ["list@lists.test"], cc: [] });
  expect(replyRecipients(list, own, true)).toEqual({ to: ["list@lists.test"], cc: [] });
});

test("a reply to own mail continues to its recipients", () => {
  const sent = mail({ from: "sales@acme.test", to: [person("ravi@meridian.test")], cc: [person("eva@meridian.test")] });
  expect(replyRecipients(sent, own, false)).toEqual({ to: ["ravi@meridian.test"], cc: [] });
  expect(replyRecipients(sent, own, true)).toEqual({ to: ["ravi@meridian.test"], cc: ["eva@meridian.test"] });
  const toMyself = mail({ from: "aarav@acme.test", to: [person("aarav@acme.test")], cc: [] });
  expect(replyRecipients(toMyself, own, true)).toEqual({ to: ["aarav@acme.test"], cc: [] });
  const onlyCopies = mail({ isSent: true, from: "x@acme.test", to: [], cc: [person("eva@meridian.test")] });
  expect(replyRecipients(onlyCopies, own, true)).toEqual({ to: ["eva@meridian.test"], cc: [] });
});

test("an own address with a suffix is not written to", () => {
  const tagged = mail({ to: [person("aarav+orders@acme.test"), person("aarav@acme.test.evil.test")], cc: [] });
  expect(replyRecipients(tagged, own, true).to).toEqual(["priya@meridian.test", "aarav@acme.test.evil.test"]);
});

test("hostile header fields add no recipient and cannot flood the form", () => {
  const hostile = mail({
    replyTo: [person("desk@meridian.test, victim@other.test"), person("not an address"), person("")],
    to: [person("a@x.test\r\nBcc: b@x.test"), person("one@x.test;two@x.test"), person("PRIYA@meridian.test")],
    cc: Array.from({ length: 5000 }, (_, n) => person(`p${n}@x.test`)),
  });
  const { to, cc } = replyRecipients(hostile, own, true);
  expect(to).toEqual(["priya@meridian.test"]);
  expect(cc).toHaveLength(200);
  expect(replyRecipients(mail({ from: "", replyTo: [], to: [], cc: [] }), own, true)).toEqual({ to: [], cc: [] });
});
