import { expect, test } from "vitest";
import { replyTo } from "./reply-to.ts";

const message = {
  from: "priya@meridian.test",
  fromName: "Priya Nair",
  replyTo: [],
  to: [{ name: "Aarav", address: "aarav@acme.test" }],
  cc: [],
  id: "m1",
  folder: "inbox",
  subject: "Supply contract",
  bodyText: "Who takes the insurance?",
  bodyHtml: null,
  boxId: "01890000-0000-7000-8000-000000000001",
  account: "aarav@acme.test",
  date: new Date("2026-11-14T04:16:00Z"),
  messageId: "<m2@meridian.test>",
  references: ["<m1@meridian.test>"],
} as const;
type OriginalMessage = Parameters<typeof replyTo>[0];
const answer = (change: Partial<OriginalMessage> = {}, options: Parameters<typeof replyTo>[1] = {}) =>
  replyTo(
    { ...message, references: [...message.references], replyTo: [], to: [...message.to], cc: [], ...change },
    options,
  );

test("a reply carries recipient, subject, text, quote and the receiving account, and stays in its thread [INB-20]", () => {
  expect(answer()).toMatchObject({
    to: "priya@meridian.test",
    subject: "Re: Supply contract",
    emailBody: "Who takes the insurance?",
    mailboxId: message.boxId,
    account: "aarav@acme.test",
    inReplyTo: "<m2@meridian.test>",
    references: ["<m1@meridian.test>", "<m2@meridian.test>"],
  });
  expect(answer().quotedBody).toContain("Priya Nair <priya@meridian.test> wrote:\n\nWho takes the insurance?");
});

test("a reply goes to Reply-To before the sender, and a reply to own mail goes to its recipients", () => {
  expect(answer({ replyTo: [{ name: "", address: "desk@meridian.test" }] }).to).toBe("desk@meridian.test");
  const sent = { folder: "sent", from: "aarav@acme.test", to: [{ name: "", address: "ravi@meridian.test" }] } as const;
  expect(answer({ ...sent, to: [...sent.to] }).to).toBe("ravi@meridian.test");
});

test("a reply to all leaves out the receiving mailbox and the writer's other addresses", () => {
  const people = ["aarav@acme.test", "ravi@meridian.test", "me@home.test"].map((address) => ({ name: "", address }));
  const copy = [{ name: "", address: "legal@meridian.test" }];
  expect(answer({ to: people, cc: copy }, { own: ["me@home.test"], isToAll: true })).toMatchObject({
    to: "priya@meridian.test, ravi@meridian.test",
    cc: "legal@meridian.test",
  });
});

test("Re: is added once, and a long thread keeps its first and its latest references", () => {
  expect(answer({ subject: "RE: x" }).subject).toBe("RE: x");
  const references = Array.from({ length: 300 }, (_, n) => `<${n}@x>`);
  const kept = answer({ references }).references;
  expect(kept).toHaveLength(20);
  expect([kept[0], kept.at(-1)]).toEqual(["<0@x>", "<m2@meridian.test>"]);
});

test("a reply leaves from the alias that the mail was sent to, and one to own mail from the alias that it was sent from [SYN-21]", () => {
  const aliases = ["sales@acme.test"];
  const toAlias = { to: [{ name: "", address: "Sales@Acme.test" }] };
  expect(answer(toAlias, { aliases }).alias).toBe("sales@acme.test");
  expect(answer({ to: [], cc: toAlias.to }, { aliases }).alias).toBe("sales@acme.test");
  expect(answer({ folder: "sent", from: "sales@acme.test" }, { aliases }).alias).toBe("sales@acme.test");
  expect([answer({}, { aliases }).alias, answer(toAlias).alias]).toEqual(["", ""]);
  const all = answer(
    { to: [...toAlias.to, { name: "", address: "ravi@meridian.test" }] },
    { own: aliases, isToAll: true },
  );
  expect(all.to).toBe("priya@meridian.test, ravi@meridian.test");
});
