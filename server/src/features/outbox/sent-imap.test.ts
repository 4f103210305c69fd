// Mail that is sent from a mailbox of a real IMAP server.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { fileSentCopy } from "./sent-copies.ts";

// Many small calls to servers, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { writer, call, peek, rowsOf, world } = await outboxWorld();
let dovecot: Dovecot;
beforeAll(async () => {
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
});
afterAll(() => dovecot?.remove());

describe.skipIf(!hasDovecot)("mail sent from an IMAP mailbox", () => {
  test("is in Sent and in its thread at once, also while its server is away, and stays one message [SND-12]", async () => {
    const { who, server, send } = await writer();
    const user = `sent${process.pid}`;
    const there = foldersOf(dovecot, user);
    await there.deliver(mailOf({ subject: "Asked", messageId: "<asked@x.test>" }), "inbox");
    const relay = await startRelay(dovecot.ports.imap);
    const form = { host: "localhost", port: relay.port, secure: false, username: user, password: "test" };
    const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
    await peek("update mailboxes set address_proof = 'code' where id = $1", [id]);
    type Stored = { id: string; thread_id: string; remote_id: string };
    const stored = (messageId: string) =>
      peek<Stored>(
        `select m.id, m.thread_id, p.remote_id from messages m join message_folders p on p.message_id = m.id
         where m.user_id = $1 and m.message_id = $2`,
        [who.id, messageId],
      );
    await until(async () => (await stored("<asked@x.test>")).length === 1);
    await relay.stop();
    const { body } = await send({ subject: "Re: Asked", inReplyTo: "<asked@x.test>" }, { "x-mailbox-id": id });
    expect(body.status).toBe("sent");
    const [first] = await until(async () =>
      (await stored(body.messageId)).length > 0 ? stored(body.messageId) : false,
    );
    expect(first?.remote_id).toBe(`local:sent/${body.messageId}`);
    expect(first?.thread_id).toBe((await stored("<asked@x.test>"))[0]?.thread_id);
    expect(await there.subjects("sent")).toEqual([]);

    const isWaiting = "name = 'outbox.keep-copy' and data ->> 'userId' = $1 and state = 'retry'";
    await until(
      async () => (await peek(`delete from pgboss.job where ${isWaiting} returning id`, [who.id])).length === 1,
    );
    // The server is back. The second run is one after a kill between the append and its commit.
    await peek("update mailboxes set port = $2 where id = $1", [id, dovecot.ports.imap]);
    const mail = { tenantId: who.tenantId, userId: who.id, id: (await rowsOf(who))[0]?.id ?? "" };
    await fileSentCopy(world, mail);
    await peek(
      "insert into outbox_contents (tenant_id, id, user_id, raw) values ($1, $2, $3, $4) on conflict do nothing",
      [...[mail.tenantId, mail.id, mail.userId, server.mails[0]?.raw]],
    );
    await fileSentCopy(world, mail);
    expect(await there.subjects("sent")).toEqual(["Re: Asked"]);
    await call(who, api.mailboxes.sync, { params: { id }, body: {} });
    await until(async () => (await stored(body.messageId))[0]?.remote_id.startsWith("sent/"));
    expect(await stored(body.messageId)).toMatchObject([{ id: first?.id }]);
    await until(async () => (await there.answersOf("Asked", "inbox")).includes("answered"));
  });

  test("marks what it answers or forwards, on the server too; what another program answered is marked here", async () => {
    const { who, send } = await writer();
    const user = `marks${process.pid}`;
    const there = foldersOf(dovecot, user);
    const subjects = ["Answered", "Forwarded", "Answered elsewhere", "Forwarded elsewhere", "Unanswered"];
    for (const subject of subjects)
      await there.deliver(mailOf({ subject, messageId: `<${subject.replaceAll(" ", "-")}@x.test>` }), "inbox");
    await there.answer("Answered elsewhere", "inbox", "answered");
    const { host, port, secure, username, password } = dovecot.imap(user);
    const body = { host, port, secure, username, password };
    const { id } = (await call(who, api.mailboxes.connectImap, { body })).body;
    await peek("update mailboxes set address_proof = 'code' where id = $1", [id]);
    const listed = async () =>
      (await call(who, api.inbox.threads, { query: { folder: "inbox", group: "thread" } })).body;
    const marks = async () =>
      Object.fromEntries(
        (await listed()).items.flatMap(({ subject, thread }) => {
          const own = [...(thread?.replied ? ["replied"] : []), ...(thread?.forwarded ? ["forwarded"] : [])];
          return own.length > 0 ? [[subject, own.join(" ")]] : [];
        }),
      );
    await until(async () => (await listed()).items.length === subjects.length);
    expect(await marks()).toEqual({ "Answered elsewhere": "replied" });

    const sync = () => call(who, api.mailboxes.sync, { params: { id }, body: {} });
    const forward = (await listed()).items.find(({ subject }) => subject === "Forwarded")?.id;
    // A forward begins a thread of its own, and has no mark of one in its subject: only the stored mark tells.
    await send({ subject: "An answer", inReplyTo: "<Answered@x.test>" }, { "x-mailbox-id": id });
    await send({ subject: "See below", forward }, { "x-mailbox-id": id });
    await there.answer("Forwarded elsewhere", "inbox", "forwarded");
    await until(async () => (await there.answersOf("Answered", "inbox")).includes("answered"));
    await until(async () => (await there.answersOf("Forwarded", "inbox")).includes("forwarded"));
    await sync();
    await until(async () => "Forwarded elsewhere" in (await marks()));
    expect(await marks()).toEqual({
      ...{ Answered: "replied", Forwarded: "forwarded" },
      ...{ "Answered elsewhere": "replied", "Forwarded elsewhere": "forwarded" },
    });
    expect([await there.answersOf("Forwarded", "inbox"), await there.answersOf("Unanswered", "inbox")]).toEqual([
      ["forwarded"],
      [],
    ]);
    // Taken back by another program.
    await there.answer("Answered elsewhere", "inbox", "answered", false);
    await sync();
    await until(async () => !("Answered elsewhere" in (await marks())));
    const pending = "select 1 from messages where user_id = $1 and (pending_answered or pending_forwarded)";
    expect(await peek(pending, [who.id])).toEqual([]);
  });
});
