import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { headerOf, type MailStore } from "#test/stand-ins/microsoft/mail-store.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import type { Caller } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const microsoft = await startMicrosoft();
afterAll(() => microsoft.stop());
const product = await outboxWorld({ environment: microsoft.settings });
const { world, person, call, peek, send, logsOf } = product;

let count = 0;
async function connected(mails: string[]) {
  const who = await person("NORMAL_USER", { name: "Ana Lima" });
  const email = `ana${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  for (const raw of mails) there.add(raw);
  const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
  await syncMailbox(world, key);
  return { who, there, key, email };
}

const folders = { inbox: "inbox", sentitems: "sent", deleteditems: "trash" } as const;
const heldThere = (there: MailStore) =>
  Object.entries(folders)
    .flatMap(([place, folder]) =>
      there
        .in(place as keyof typeof folders)
        .map(({ raw, isRead }) => [folder, headerOf(raw, "subject"), !isRead].join("|")),
    )
    .sort();
const heldHere = async ({ userId }: MailboxKey) =>
  (
    await peek<{ line: string }>(
      "select folder || '|' || subject || '|' || unread as line from messages where user_id = $1 and folder <> 'gone'",
      [userId],
    )
  )
    .map(({ line }) => line)
    .sort();
const rowOf = async ({ id }: MailboxKey) =>
  (
    await peek<{ status: string; last_error: string | null; failures: number }>(
      "select * from mailboxes where id = $1",
      [id],
    )
  )[0];
const itemsOf = async (who: Caller) => (await call(who, api.inbox.threads)).body.items;

test("messages read and deleted here are read and deleted in Outlook too, and the other way round [MBX-11] [MBX-12]", async () => {
  const { who, there, key } = await connected(["One", "Two", "Three"].map((subject) => mailOf({ subject })));
  const idOf = async (subject: string) => (await itemsOf(who)).find((item) => item.subject === subject)?.id ?? "";
  await call(who, api.inbox.markRead, { params: { id: await idOf("One") }, body: { read: true } });
  await call(who, api.inbox.deleteMessage, { params: { id: await idOf("Two") } });
  there.update(there.find("Three"), { isRead: true });
  await until(async () => {
    await syncMailbox(world, key);
    // A sync that the product started may hold the lease: then ours does nothing, and the next one brings the change.
    return (await heldHere(key)).some((line) => line.startsWith("trash|"));
  });
  expect(await heldHere(key)).toEqual(["inbox|One|false", "inbox|Three|false", "trash|Two|true"]);
  expect(heldThere(there)).toEqual(await heldHere(key));
});

test("after an outage of Outlook that invalidates its cursors both sides are equal [MBX-05]", async () => {
  const { there, key } = await connected(Array.from({ length: 30 }, (_, at) => mailOf({ subject: `Mail ${at}` })));
  microsoft.setDown(true);
  await syncMailbox(world, key);
  await syncMailbox(world, key);
  expect(await rowOf(key)).toMatchObject({ status: "retrying", failures: 2 });
  microsoft.setDown(false);
  microsoft.expireDelta();
  there.move(there.find("Mail 3"), "gone");
  there.move(there.find("Mail 4"), "deleteditems");
  there.update(there.find("Mail 5"), { isRead: true });
  for (let at = 30; at < 60; at++) there.add(mailOf({ subject: `Mail ${at}` }));
  await syncMailbox(world, key);
  expect(await rowOf(key)).toMatchObject({ status: "connected", failures: 0, last_error: null });
  expect(await heldHere(key)).toEqual(heldThere(there));
});

test("a reply from an Outlook mailbox leaves by Microsoft Graph, in its conversation, and no SMTP server is needed [SND-08]", async () => {
  const { who, there, key, email } = await connected([
    mailOf({ subject: "Offer", from: "Ben <ben@acme.test>", messageId: "<offer@acme.test>" }),
  ]);
  const { status, body } = await send(
    who,
    {
      to: ["ben@acme.test"],
      subject: "Re: Offer",
      body: "Agreed.",
      inReplyTo: "<offer@acme.test>",
      references: ["<offer@acme.test>"],
    },
    { "x-mailbox-id": key.id },
  );
  expect([status, body.error]).toEqual([200, undefined]);
  expect(there.sent).toHaveLength(1);
  const raw = there.sent[0]?.raw ?? Buffer.alloc(0);
  expect(headerOf(raw, "from")).toContain(email);
  expect(headerOf(raw, "in-reply-to")).toBe("<offer@acme.test>");
  const [log] = await logsOf(who);
  expect([log?.status, log?.message_id]).toEqual(["sent", headerOf(raw, "message-id")]);
  expect(there.in("sentitems")[0]?.conversationId).toBe(there.find("Offer").conversationId);
  // Outlook's copy is the only one, and arrives with the next sync.
  await until(
    async () => (await peek("select 1 from outbox_contents where tenant_id = $1", [who.tenantId])).length === 0,
  );
  await until(async () => {
    await syncMailbox(world, key);
    // A sync that the product started after sending may hold the lease: then ours does nothing, and the next one brings the change.
    return (await heldHere(key)).length > 1;
  });
  expect(await heldHere(key)).toEqual(["inbox|Offer|true", "sent|Re: Offer|false"]);
});

test("a mail whose answer was lost is looked up in Outlook and not sent again; if it is not found, it is unconfirmed [SND-05]", async () => {
  const { who, there, key } = await connected([]);
  microsoft.refuse(/send$/, { status: 504, afterwards: true });
  const sent = await send(who, { subject: "Lost answer" }, { "x-mailbox-id": key.id });
  expect([sent.status, there.sent.length]).toEqual([200, 1]);
  microsoft.refuse(/send$/, { status: 504 });
  const unsure = await send(who, { subject: "Lost mail" }, { "x-mailbox-id": key.id });
  expect(unsure.body.error).toMatch(/^Delivery unconfirmed/);
  expect((await logsOf(who)).map(({ status }) => status)).toEqual(["sent", "failed"]);
  expect(there.sent).toHaveLength(1);
});

test("a revoked consent alerts the mailbox's owner, and nothing is sent", async () => {
  const { who, there, key, email } = await connected([mailOf({ subject: "Kept" })]);
  microsoft.signIn.revoke(email);
  await syncMailbox(world, key);
  expect((await rowOf(key))?.status).toBe("attention");
  expect(await heldHere(key)).toEqual(["inbox|Kept|true"]);
  const { body } = await send(who, {}, { "x-mailbox-id": key.id });
  expect(body.error).toBeTruthy();
  expect(there.sent).toEqual([]);
});
