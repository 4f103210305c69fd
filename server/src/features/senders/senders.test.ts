import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { openUnsubscribe } from "#outside/unsubscribe.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox } from "#features/mailboxes/connect.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";

const { senders, inbox } = api;
const { call, world, peek, ...rest } = await outboxWorld();

/** The server of a list. */
const calls: string[] = [];
let status = 200;
const lists = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`);
  request.resume();
  response.writeHead(status).end();
});
let listUrl = "";
beforeAll(async () => {
  await new Promise<void>((done) => lists.listen(0, "127.0.0.1", done));
  listUrl = `http://127.0.0.1:${(lists.address() as AddressInfo).port}/leave`;
});
afterAll(() => new Promise((done) => lists.close(done)));
beforeEach(() => {
  calls.length = 0;
  status = 200;
});

async function giveMail(who: Caller, mails: string[]) {
  const folder = localMailFolder(world.config.dataDir, who.id);
  for (const mail of mails) await deliverLocally({ folder }, Buffer.from(mail), "inbox");
  const owner = { tenantId: who.tenantId, userId: who.id };
  const quiet = { enqueue: async () => undefined };
  const id = await fencedTransaction(world.db, owner, (tx) => ensureLocalMailbox(quiet, tx, owner, who.email));
  await syncMailbox(world, { ...owner, id });
  return id;
}
const idsOf = async (who: Caller, folder = "inbox") =>
  (await call(who, inbox.threads, { query: { folder } })).body.items.map(({ id }) => id);
const newsletter = (changes: Parameters<typeof mailOf>[0] = {}, ways = `<${listUrl}>`, post = true) =>
  mailOf({
    from: "Acme News <News@acme.test>",
    ...changes,
    headers: [
      "List-Id: Acme <news.acme.test>",
      `List-Unsubscribe: ${ways}`,
      ...(post ? ["List-Unsubscribe-Post: List-Unsubscribe=One-Click"] : []),
      ...(changes?.headers ?? []),
    ],
  });
const leave = (who: Caller, id = "") => call(who, senders.unsubscribe, { params: { id } });

test("a list is left with one call, which is remembered for all of its mail", async () => {
  const who = await rest.person("NORMAL_USER");
  await giveMail(who, [newsletter({ subject: "One" }), newsletter({ subject: "Two" })]);
  const [first = "", second = ""] = await idsOf(who);
  const before = (await call(who, inbox.message, { params: { id: first } })).body;
  expect(before).toMatchObject({ unsubscribe: "oneClick", unsubscribedAt: null });
  const { body } = await leave(who, first);
  expect(body).toMatchObject({ method: "oneClick", link: null });
  expect([(await leave(who, first)).body, (await leave(who, second)).body]).toEqual([body, body]);
  expect(calls).toEqual(["POST /leave"]);
  const after = (await call(who, inbox.message, { params: { id: second } })).body;
  expect(after.unsubscribedAt).toBe(body.unsubscribedAt);
  // A list that goes on writing can be left again.
  await peek("update unsubscriptions set created_at = now() - interval '9 days' where user_id = $1", [who.id]);
  expect((await call(who, inbox.message, { params: { id: second } })).body.unsubscribedAt).toBeNull();
  await leave(who, second);
  expect(calls).toHaveLength(2);
});

test("a stranger's message, and one of no list, cannot be unsubscribed", async () => {
  const [who, other] = [await rest.person("NORMAL_USER"), await rest.person("NORMAL_USER")];
  await giveMail(who, [newsletter()]);
  const [id] = await idsOf(who);
  expect((await leave(other, id)).status).toBe(404);
  await giveMail(other, [mailOf({ subject: "Hello" })]);
  const [plain = ""] = await idsOf(other);
  expect((await call(other, inbox.message, { params: { id: plain } })).body.unsubscribe).toBeNull();
  expect((await leave(other, plain)).status).toBe(409);
  expect(calls).toEqual([]);
});

test("a list that takes mail, or whose call fails or is forged, is left by one mail", async () => {
  const smtp = await rest.smtp();
  const ways = `<${listUrl}>, <mailto:leave@acme.test?subject=leave>`;
  const forged = "Authentication-Results: mx.test; dkim=fail";
  for (const [mail, made] of [
    [newsletter({}, ways, false), 0],
    [newsletter({}, ways), 1],
    [newsletter({ headers: [forged] }, ways), 0],
  ] as const) {
    calls.length = 0;
    status = 500;
    const who = await rest.person("NORMAL_USER");
    await rest.pointAt(who.tenantId, smtp);
    await giveMail(who, [mail]);
    const [id] = await idsOf(who);
    const first = await leave(who, id);
    expect([first.status, first.body.method], JSON.stringify(first.body)).toEqual([200, "mail"]);
    await leave(who, id);
    expect(calls).toHaveLength(made);
    const sent = await peek("select subject, recipients from email_logs where user_id = $1", [who.id]);
    expect(sent).toEqual([{ subject: "leave", recipients: ["leave@acme.test"] }]);
  }
});

/** The mailbox has an address that its user has not proved. */
const withoutProof = (who: Caller) =>
  peek("update mailboxes set email = 'sales@acme.test', kind = 'imap', address_proof = null where user_id = $1", [
    who.id,
  ]);

test("leaving in bulk says that the address of the mailbox must be proved, not that a list offers no way", async () => {
  const who = await rest.person("NORMAL_USER");
  await rest.pointAt(who.tenantId, await rest.smtp());
  await giveMail(who, [newsletter({}, "<mailto:leave@acme.test>", false), mailOf({ from: "priya@example.com" })]);
  await withoutProof(who);
  const addresses = ["news@acme.test", "priya@example.com"];
  expect((await call(who, senders.unsubscribeAll, { body: { addresses } })).body.items).toEqual([
    {
      address: "news@acme.test",
      outcome: "failed",
      message: expect.stringContaining(
        "sales@acme.test is not proved to be yours, so mail cannot leave as it. Prove it",
      ),
    },
    { address: "priya@example.com", outcome: "none", message: "This message names no way to unsubscribe." },
  ]);
  expect(await peek("select 1 from unsubscriptions where user_id = $1", [who.id])).toEqual([]);
});

test("the page of a list is offered if no mail can be sent to it", async () => {
  const who = await rest.person("NORMAL_USER");
  await rest.pointAt(who.tenantId, await rest.smtp());
  await giveMail(who, [newsletter({}, "<mailto:leave@acme.test>, <https://acme.test/leave>", false)]);
  await withoutProof(who);
  const [id] = await idsOf(who);
  expect(await leave(who, id)).toMatchObject({
    status: 200,
    body: { method: "link", unsubscribedAt: null, link: "https://acme.test/leave" },
  });
  expect(await peek("select 1 from email_logs where user_id = $1", [who.id])).toEqual([]);
});

test("a page whose host leads into a private network is not offered", async () => {
  const who = await rest.person("NORMAL_USER");
  await giveMail(who, [newsletter({}, "<https://rebound.acme.test/leave>")]);
  const [id] = await idsOf(who);
  const strict = openUnsubscribe({ allowPrivate: false });
  const call = vi.spyOn(world.outside, "unsubscribe");
  try {
    // The name resolves to this machine.
    call.mockImplementation(() => strict.unsubscribe("https://localhost/leave"));
    expect(await leave(who, id)).toMatchObject({ status: 502, body: { code: "outside_failed" } });
    // A public server that fails: its page may still work.
    call.mockRejectedValue(new Error("The list's server answered with status 500."));
    expect((await leave(who, id)).body).toMatchObject({ method: "link", link: "https://rebound.acme.test/leave" });
  } finally {
    call.mockRestore();
    await strict.close();
  }
});

test("a list that has only a page is not left by us, and its page is named", async () => {
  const who = await rest.person("NORMAL_USER");
  await giveMail(who, [newsletter({}, "<https://acme.test/leave?x=1>", false)]);
  const [id] = await idsOf(who);
  expect((await leave(who, id)).body).toEqual({
    method: "link",
    unsubscribedAt: null,
    link: "https://acme.test/leave?x=1",
  });
  expect(await peek("select 1 from unsubscriptions where user_id = $1", [who.id])).toEqual([]);
});

test("senders are counted with what was read, left in bulk, archived, blocked and unblocked", async () => {
  const who = await rest.person("NORMAL_USER");
  const friend = (subject: string) => mailOf({ subject, from: "Priya <priya@example.com>" });
  await giveMail(who, [newsletter(), newsletter(), newsletter(), friend("Hi"), mailOf({ from: who.email })]);
  const items = async () => (await call(who, senders.list)).body.items;
  const [id = ""] = (await call(who, inbox.threads, { query: { q: "Hi" } })).body.items.map((item) => item.id);
  await call(who, inbox.markRead, { params: { id }, body: { read: true } });
  const left = { unsubscribe: null, unsubscribedAt: null, isBlocked: false };
  expect(await items()).toMatchObject([
    {
      ...left,
      address: "news@acme.test",
      name: "Acme News",
      messages: 3,
      read: 0,
      isList: true,
      unsubscribe: "oneClick",
    },
    { ...left, address: "priya@example.com", messages: 1, read: 1, isList: false },
  ]);

  const addresses = ["News@acme.test", "priya@example.com", "nobody@acme.test"];
  const bulk = await call(who, senders.unsubscribeAll, { body: { addresses } });
  expect(bulk.body.items.map(({ outcome }) => outcome)).toEqual(["unsubscribed", "none", "none"]);
  expect((await items())[0]?.unsubscribedAt).not.toBeNull();

  const archived = await call(who, senders.archive, { body: { addresses: ["news@acme.test"] } });
  expect([archived.body.ids.length, archived.body.hasMore]).toEqual([3, false]);
  expect(await idsOf(who, "archive")).toHaveLength(3);
  await call(who, api.actions.undo, { params: { id: archived.body.actionId ?? "" } });
  expect(await idsOf(who, "archive")).toHaveLength(0);
  expect((await call(who, senders.archive, { body: { addresses: ["nobody@acme.test"] } })).body.actionId).toBeNull();

  await call(who, senders.block, { body: { addresses: ["News@Acme.test"] } });
  expect((await items())[0]?.isBlocked).toBe(true);
  expect((await call(who, senders.blocked)).body.items.map(({ address }) => address)).toEqual(["news@acme.test"]);
  const has = async (subject: string, folder: "inbox" | "junk") => {
    const { items: found } = (await call(who, inbox.threads, { query: { folder } })).body;
    return found.some((item) => item.subject === subject);
  };
  await giveMail(who, [newsletter({ subject: "After" }), friend("Again")]);
  await until(() => has("Again", "inbox"));
  expect([await has("After", "junk"), await has("After", "inbox")]).toEqual([true, false]);

  const own = { addresses: [who.email.toUpperCase()], blocked: true };
  expect((await call(who, senders.block, { body: own })).body).toMatchObject({
    error: "You cannot block your own address.",
  });
  await call(who, senders.block, { body: { addresses: ["news@acme.test"], blocked: false } });
  await giveMail(who, [newsletter({ subject: "Later" })]);
  await until(() => has("Later", "inbox"));

  const other = await rest.person("NORMAL_USER", { tenantId: who.tenantId });
  expect([(await call(other, senders.list)).body, (await call(other, senders.blocked)).body]).toEqual([
    { items: [] },
    { items: [] },
  ]);
  for (const body of [{ addresses: [] }, { addresses: Array.from({ length: 51 }, (_, at) => `a${at}@b.test`) }])
    expect((await call(who, senders.block, { body })).status).toBe(400);
});
