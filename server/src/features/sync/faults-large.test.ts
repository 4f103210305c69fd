// Very large mailboxes and messages, and servers that allow few connections. The long form is for TEST_FAULTS=long.
import { api } from "@intellibox/contract/api";
import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { heldByServer, heldByUs, sourcesOf } from "#test/mail-compare.ts";
import { mailOf } from "#test/mail-of.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const isLong = process.env.TEST_FAULTS === "long";
const mails = isLong ? 50_000 : 350;
const largeBytes = isLong ? 50 << 20 : 6 << 20;

const product = await testWorld({ jobs: false });
const { person, call, peek, world } = product;

let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  // The line limit of old servers: a list of all messages does not fit into one.
  dovecot = await startDovecot({
    config: "ssl = no\nmail_max_userip_connections = 2\nprotocol imap {\n  imap_max_line_length = 512\n}",
  });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove(), 600_000);

let count = 0;
const newAccount = () => `large${process.pid}x${++count}`;

async function connect(who: Caller, account: string, kind: "imap" | "pop3" = "imap") {
  const { host, port, secure, username, password } = dovecot[kind](account);
  const endpoint = kind === "imap" ? api.mailboxes.connectImap : api.mailboxes.connectPop3;
  const { status, body } = await call(who, endpoint, { body: { host, port, secure, username, password } });
  expect([status, body.error]).toEqual([201, undefined]);
  await peek("update mailboxes set wanted_older = 100000 where id = $1", [body.id]);
  return { tenantId: who.tenantId, userId: who.id, id: body.id };
}

const deliverMany = async (account: string, howMany: number) => {
  for (let at = 0; at < howMany; at++)
    await dovecot.deliver(
      account,
      mailOf({ messageId: `<${account}-${at}@x.test>`, subject: `Mail ${at}`, text: "x" }),
    );
};

const rowOf = async (id: string) =>
  (
    await peek<{ cursor: string; status: string; last_error: string | null; message_count: number; size: number }>(
      "select cursor, status, last_error, message_count, octet_length(cursor) as size from mailboxes where id = $1",
      [id],
    )
  )[0];

describe.skipIf(!hasDovecot)("a mailbox survives", () => {
  test(
    `${mails} messages, by IMAP and by POP3: all of them, once, with a cursor that stays small`,
    async () => {
      const [who, account] = [await person("NORMAL_USER"), newAccount()];
      await deliverMany(account, mails);
      const key = await connect(who, account);
      await syncMailbox(world, key);
      expect(await heldByUs(product, who.id)).toEqual(heldByServer(dovecot, account));
      expect((await rowOf(key.id))?.size).toBeLessThan(2_000);
      await syncMailbox(world, key);
      expect(await rowOf(key.id)).toMatchObject({ status: "connected", message_count: mails });

      const other = await person("NORMAL_USER");
      const byPop3 = await connect(other, account, "pop3");
      await syncMailbox(world, byPop3);
      const held = await heldByUs(product, other.id);
      expect(new Set(held.map(({ messageId }) => messageId)).size).toBe(mails);
      const row = await rowOf(byPop3.id);
      expect(row).toMatchObject({ status: "connected", message_count: mails });
      expect(row?.size).toBeLessThan(mails * 14);
    },
    isLong ? 3_600_000 : 120_000,
  );

  test(`a message of ${largeBytes >> 20} MB among small ones: every byte of it`, async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    const sent = new Map<string, string>();
    for (let at = 0; at < 5; at++) {
      const messageId = `<${account}-${at}@x.test>`;
      // Base64 adds a third, and line breaks.
      const content = Buffer.alloc(at === 2 ? Math.floor((largeBytes / 4) * 2.9) : 100, at);
      const raw = mailOf({ messageId, subject: `${at}`, files: [{ name: "a.bin", type: "application/pdf", content }] });
      sent.set(messageId, raw);
      await dovecot.deliver(account, raw);
    }
    await syncMailbox(world, await connect(who, account));
    expect(await heldByUs(product, who.id)).toEqual(heldByServer(dovecot, account));
    const sources = await sourcesOf(product, who.id);
    expect([...sources].filter(([id, raw]) => raw !== sent.get(id))).toEqual([]);
    expect(sources.size).toBe(5);
    const [large] = await peek<{ id: string }>(
      "select id from messages where user_id = $1 order by size desc limit 1",
      [who.id],
    );
    const { body } = await call(who, api.inbox.message, { params: { id: large?.id ?? "" } });
    expect(body.attachments[0]?.size).toBe(Math.floor((largeBytes / 4) * 2.9));
    expect(body.truncated).toBe(false);
  }, 600_000);

  test.skipIf(!isLong)(
    "a message of 70 MB, which is more than we take: its beginning, by IMAP and by POP3, and the server keeps it",
    async () => {
      const account = newAccount();
      const head = `Message-ID: <huge@${account}>\r\nFrom: a@b.test\r\nSubject: Huge\r\n\r\n`;
      await dovecot.deliver(account, head + `${"0123456789".repeat(7)}\r\n`.repeat(1_000_000));
      await deliverMany(account, 2);
      for (const kind of ["imap", "pop3"] as const) {
        const who = await person("NORMAL_USER");
        const key = await connect(who, account, kind);
        await peek("update mailboxes set leave_on_server = false where id = $1", [key.id]);
        for (let round = 0; round < 2; round++) await syncMailbox(world, key);
        const { body } = await call(who, api.inbox.threads, { query: {} });
        const huge = body.items.find(({ subject }) => subject === "Huge");
        expect(body.items).toHaveLength(3);
        expect((await call(who, api.inbox.message, { params: { id: huge?.id ?? "" } })).body).toMatchObject({
          truncated: true,
          bodyText: kind === "imap" ? expect.stringContaining("0123456789") : "",
        });
      }
      expect(heldByServer(dovecot, account)).toHaveLength(1);
    },
    600_000,
  );

  test("a server that allows no more connections: the error says so, and the next sync succeeds", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    await deliverMany(account, 5);
    const key = await connect(who, account);
    const { port } = dovecot.imap(account);
    const others = await Promise.all(
      [1, 2].map(async () => {
        const auth = { user: account, pass: "test" };
        const client = new ImapFlow({ host: "localhost", port, secure: false, auth, logger: false });
        client.on("error", () => undefined);
        await client.connect();
        return client;
      }),
    );
    await syncMailbox(world, key);
    expect(await rowOf(key.id)).toMatchObject({ status: "retrying", last_error: expect.stringMatching(/busy/i) });
    for (const client of others) await client.logout();
    await syncMailbox(world, key);
    expect(await rowOf(key.id)).toMatchObject({ status: "connected", last_error: null });
    expect(await heldByUs(product, who.id)).toEqual(heldByServer(dovecot, account));
  }, 60_000);
});
