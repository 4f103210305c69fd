import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek, world, app } = await testWorld({ jobs: true });
const { inbox, mailboxes } = api;

let dovecot: Dovecot;
beforeAll(async () => {
  // Without TLS, because its certificate is not trusted.
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no" });
});
afterAll(() => dovecot?.remove());

let count = 0;
const newAccount = () => `user${process.pid}x${++count}`;

const boxesOf = async (who: Caller) => (await call(who, mailboxes.list)).body.items;
const listOf = async (who: Caller, query: Record<string, unknown> = {}) =>
  (await call(who, inbox.threads, { query })).body;

/** Waits until no sync of the mailbox is requested or running. */
const settled = (who: Caller, id: string) =>
  until(async () => {
    const box = (await boxesOf(who)).find((candidate) => candidate.id === id);
    return box && !box.syncing && box.lastSync ? box : undefined;
  }, 30_000);

async function connect(who: Caller, account: string, kind: "imap" | "pop3" = "imap", changes: object = {}) {
  const { host, port, secure, username, password } = dovecot[kind](account);
  const endpoint = kind === "imap" ? mailboxes.connectImap : mailboxes.connectPop3;
  const { status, body } = await call(who, endpoint, { body: { host, port, secure, username, password, ...changes } });
  expect([status, body.error]).toEqual([201, undefined]);
  return settled(who, body.id);
}

async function sync(who: Caller, id: string, body: object = { mode: "delta" }) {
  expect((await call(who, mailboxes.sync, { params: { id }, body })).status).toBe(202);
  return settled(who, id);
}

describe.skipIf(!hasDovecot)("an IMAP mailbox", () => {
  test("is connected, synced and listed, newest first, with the fields of the contract [API-19] [API-31] [INB-39]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    for (let at = 0; at < 55; at++)
      await dovecot.deliver(account, mailOf({ subject: `Mail ${at}`, date: minutesAgo(60 - at), text: `Body ${at}` }));
    const box = await connect(who, account);
    expect(box).toMatchObject({
      email: `${account}@localhost`,
      provider: "imap",
      type: "imap",
      status: "connected",
      lastError: null,
      counts: { messages: 50, unread: 50 },
      hasOlder: true,
    });
    const first = await listOf(who, { limit: 20 });
    expect(first.total).toBe(50);
    expect(first.items.map(({ subject }) => subject)).toEqual(Array.from({ length: 20 }, (_, at) => `Mail ${54 - at}`));
    expect(first.items[0]).toMatchObject({
      from: "priya@example.com",
      fromName: "Priya Nair",
      snippet: "Body 54",
      unread: true,
      hasAttachment: false,
      boxId: box.id,
      account: box.email,
      participants: ["priya@example.com", "rohan@example.test"],
      folder: "inbox",
      threadSize: 1,
    });
    const second = await listOf(who, { limit: 20, cursor: first.nextCursor });
    expect(second.items[0]?.subject).toBe("Mail 34");
    const third = await listOf(who, { limit: 20, cursor: second.nextCursor });
    expect([third.items.length, third.nextCursor, third.total]).toEqual([10, null, undefined]);
  });

  test("a first sync stops at its limit, another brings older mail, and a delta sync only new mail [MBX-09] [API-20] [API-21]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    for (let at = 0; at < 120; at++) await dovecot.deliver(account, mailOf({ subject: `Mail ${at}` }));
    const box = await connect(who, account);
    expect(box).toMatchObject({ counts: { messages: 50 }, hasOlder: true });
    await dovecot.deliver(account, mailOf({ subject: "News" }));
    expect((await sync(who, box.id)).counts.messages).toBe(51);
    expect((await call(who, mailboxes.syncAll, { body: { limit: 50 } })).body).toEqual({ mailboxes: 1 });
    expect(await settled(who, box.id)).toMatchObject({ counts: { messages: 101 }, hasOlder: true });
    expect(await sync(who, box.id, { limit: 50 })).toMatchObject({ counts: { messages: 121 }, hasOlder: false });
  });

  test("read, unread and delete are uploaded; a deleted mail goes to Trash and can be restored for a while [MBX-11] [MBX-12] [API-27] [API-28]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    for (const subject of ["Keep", "Read", "Drop"]) await dovecot.deliver(account, mailOf({ subject }));
    const box = await connect(who, account);
    const { items } = await listOf(who);
    const idOf = (subject: string) => items.find((item) => item.subject === subject)?.id ?? "";
    const flags = () => dovecot.admin("fetch", "-u", account, "hdr.subject flags", "mailbox", "INBOX");

    const read = await call(who, inbox.markRead, { params: { id: idOf("Read") }, body: { read: true } });
    expect(read.body).toEqual({ id: idOf("Read"), unread: false });
    await settled(who, box.id);
    await until(() => /Read\s+flags: [^\n]*\\Seen/.test(flags()));
    await call(who, inbox.markRead, { params: { id: idOf("Read") }, body: { read: false } });
    await settled(who, box.id);
    await until(() => !flags().includes("\\Seen"));

    const before = Date.now();
    const deleted = await call(who, inbox.deleteMessage, { params: { id: idOf("Keep") } });
    expect(Date.parse(String(deleted.body.undoUntil))).toBeGreaterThan(before + 2_000);
    expect((await listOf(who)).items.map(({ subject }) => subject).sort()).toEqual(["Drop", "Read"]);
    expect((await call(who, inbox.message, { params: { id: idOf("Keep") } })).status).toBe(404);
    expect((await call(who, inbox.restoreMessage, { params: { id: idOf("Keep") } })).status).toBe(200);
    expect((await listOf(who)).items).toHaveLength(3);

    await call(who, inbox.deleteMessage, { params: { id: idOf("Drop") }, query: { undoSeconds: 0 } });
    await until(async () => (await listOf(who, { folder: "trash" })).items[0]?.subject === "Drop", 30_000);
    expect((await listOf(who)).items).toHaveLength(2);
    expect(dovecot.admin("fetch", "-u", account, "hdr.subject", "mailbox", "Trash")).toContain("Drop");
    const [thrown] = (await listOf(who, { folder: "trash" })).items;
    await call(who, inbox.deleteMessage, { params: { id: thrown?.id ?? "" }, query: { undoSeconds: 0 } });
    await until(
      () => !dovecot.admin("fetch", "-u", account, "hdr.subject", "mailbox", "Trash").includes("Drop"),
      30_000,
    );
    expect((await call(who, inbox.restoreMessage, { params: { id: thrown?.id ?? "" } })).status).toBe(404);
  });

  test("connecting signs in first and says what failed; a failed attempt saves nothing [MBX-02] [API-33]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    const { host, port, secure, username } = dovecot.imap(account);
    const attempt = (changes: object) =>
      call(who, mailboxes.connectImap, { body: { host, port, secure, username, password: "test", ...changes } });
    expect(await attempt({ password: "wrong" })).toMatchObject({
      status: 502,
      body: { error: "The server refused the user name or password." },
    });
    expect((await attempt({ folder: "No such folder" })).body.error).toContain("no folder called No such folder");
    expect((await attempt({ port: dovecot.ports.imaps })).status).toBe(502);
    expect((await attempt({ password: "" })).body).toMatchObject({ fields: { password: "Password is required" } });
    expect(await boxesOf(who)).toEqual([]);

    const box = await connect(who, account);
    expect(await call(who, mailboxes.test, { params: { id: box.id } })).toMatchObject({
      status: 200,
      body: { message: `Signed in to localhost as ${account}.` },
    });
    // Connecting the same account again updates its mailbox; a blank password keeps the saved one.
    expect((await attempt({ password: "" })).body.id).toBe(box.id);
    expect(await boxesOf(who)).toHaveLength(1);
  });

  test("its password is stored sealed for its row, and never returned [MBX-03]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    const box = await connect(who, account);
    const [row] = await peek<{ password_sealed: string }>("select password_sealed from mailboxes where id = $1", [
      box.id,
    ]);
    expect(row?.password_sealed).toMatch(/^v1\./);
    expect(row?.password_sealed).not.toContain("test");
    const place = { tenantId: who.tenantId, table: "mailboxes", row: box.id, field: "password" };
    expect(world.sealer.open(row?.password_sealed ?? "", place)).toBe("test");
    expect(() => world.sealer.open(row?.password_sealed ?? "", { ...place, row: who.id })).toThrow();
    const config = (await call(who, mailboxes.config)).body;
    expect(config).toMatchObject({
      protocol: "imap",
      imap: { host: "localhost", username: account, passwordSaved: true },
    });
    expect(JSON.stringify([config, await boxesOf(who)])).not.toContain(row?.password_sealed);
  });

  test("removing it deletes its mail, credentials and raw sources, and nothing on its server [API-34]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    await dovecot.deliver(account, mailOf({ subject: "Stays there" }));
    const box = await connect(who, account);
    const [message] = (await listOf(who)).items;
    const [{ source_key: source } = { source_key: "" }] = await peek<{ source_key: string }>(
      "select source_key from message_contents where id = $1",
      [message?.id],
    );
    expect(await world.outside.objects.get(source)).toBeDefined();
    expect((await call(who, mailboxes.remove, { params: { id: box.id } })).body).toEqual({ ok: true });
    expect(await boxesOf(who)).toEqual([]);
    expect((await listOf(who)).items).toEqual([]);
    for (const table of ["messages", "message_contents", "message_search", "mailboxes"])
      expect(await peek(`select id from ${table} where user_id = $1`, [who.id])).toEqual([]);
    expect(await world.outside.objects.get(source)).toBeUndefined();
    expect(dovecot.admin("fetch", "-u", account, "hdr.subject", "mailbox", "INBOX")).toContain("Stays there");
  });

  test("a later refusal of the password is shown, asks for attention, and ends when it is accepted again [MBX-10]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    const box = await connect(who, account);
    const heard: string[] = [];
    const stop = world.events.subscribe({ tenantId: who.tenantId, userId: who.id }, (event) =>
      heard.push(`${event.kind} ${event.data.state ?? event.data.arrived ?? ""}`),
    );
    const place = { tenantId: who.tenantId, table: "mailboxes", row: box.id, field: "password" };
    const setPassword = (password: string) =>
      peek("update mailboxes set password_sealed = $2 where id = $1", [box.id, world.sealer.seal(password, place)]);
    await setPassword("changed elsewhere");
    await call(who, mailboxes.sync, { params: { id: box.id }, body: {} });
    const failed = await until(async () => (await boxesOf(who)).find(({ status }) => status === "attention"));
    expect(failed.lastError).toBe("The server refused the user name or password.");
    await setPassword("test");
    await dovecot.deliver(account, mailOf({ subject: "After" }));
    await call(who, mailboxes.sync, { params: { id: box.id }, body: {} });
    await until(async () => (await boxesOf(who))[0]?.status === "connected" && (await listOf(who)).items.length === 1);
    await until(() => heard.includes("sync failed") && heard.includes("sync 1") && heard.includes("sync done"));
    stop();
  });
});

describe.skipIf(!hasDovecot)("a POP3 mailbox", () => {
  test("stores read marks and deletions only here, not on its server [API-32] [MBX-13]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    for (const subject of ["One", "Two"]) await dovecot.deliver(account, mailOf({ subject }));
    const box = await connect(who, account, "pop3");
    expect(box).toMatchObject({ provider: "pop3", counts: { messages: 2, unread: 2 } });
    const one = (await listOf(who, { q: "subject:one" })).items[0]?.id ?? "";
    await call(who, inbox.markRead, { params: { id: one }, body: {} });
    await call(who, inbox.deleteMessage, { params: { id: one }, query: { undoSeconds: 0 } });
    await until(async () => (await listOf(who, { folder: "trash" })).items.length === 1, 30_000);
    await sync(who, box.id);
    expect((await listOf(who)).items.map(({ subject }) => subject)).toEqual(["Two"]);
    expect((await listOf(who, { folder: "trash" })).items[0]).toMatchObject({ subject: "One", unread: false });
    expect(dovecot.admin("fetch", "-u", account, "hdr.subject", "mailbox", "INBOX")).toContain("One");
    // Deleting it from the trash is final, and the next sync does not bring it back.
    await call(who, inbox.deleteMessage, { params: { id: one }, query: { undoSeconds: 0 } });
    await until(async () => (await listOf(who, { folder: "trash" })).items.length === 0, 30_000);
    await sync(who, box.id, { limit: 50 });
    expect((await boxesOf(who))[0]?.counts.messages).toBe(1);
  });
});

describe.skipIf(!hasDovecot)("mail can be read only by its owner", () => {
  test("neither an administrator nor a super admin who acts for the company sees its mailboxes or messages [SES-40] [SES-41]", async () => {
    const [who, account] = [await person("NORMAL_USER"), newAccount()];
    await dovecot.deliver(account, mailOf({ subject: "Private matter", text: "Confidential zebra." }));
    const box = await connect(who, account);
    const id = (await listOf(who)).items[0]?.id ?? "";
    const admin = await person("ADMIN", { tenantId: who.tenantId });
    const boss = await person("SUPER_ADMIN", { owner: true });
    for (const [other, headers] of [
      [admin, {}],
      [boss, { "x-tenant-id": who.tenantId }],
      [await person("ADMIN"), {}],
    ] as const) {
      const ask = (endpoint: Parameters<typeof call>[1], input: object = {}) => call(other, endpoint, input, headers);
      expect((await ask(mailboxes.list)).body).toEqual({ items: [] });
      expect((await ask(inbox.threads, { query: {} })).body).toMatchObject({ items: [] });
      expect((await ask(inbox.threads, { query: { q: "zebra" } })).body).toMatchObject({ items: [] });
      for (const endpoint of [inbox.message, inbox.restoreMessage, inbox.deleteMessage, inbox.markRead])
        expect((await ask(endpoint, { params: { id }, ...(endpoint.method === "POST" && { body: {} }) })).status).toBe(
          404,
        );
      expect((await ask(inbox.bulk, { body: { ids: [id], action: "delete" } })).body).toMatchObject({ ids: [] });
      expect((await ask(mailboxes.remove, { params: { id: box.id } })).status).toBe(404);
      expect((await ask(mailboxes.sync, { params: { id: box.id }, body: {} })).status).toBe(404);
      const source = await app.inject({
        url: `/api/mail/messages/${id}/source`,
        headers: { authorization: `Bearer ${other.token}`, ...headers },
      });
      expect(source.statusCode).toBe(404);
    }
    expect((await call(who, inbox.message, { params: { id } })).status).toBe(200);
  });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
