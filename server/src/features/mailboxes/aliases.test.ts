import { api } from "@intellibox/contract/api";
import { maxAliases } from "@intellibox/contract/rules/mailbox-settings";
import { afterAll, expect, test, vi } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import type { Caller } from "#test/test-world.ts";

vi.setConfig({ testTimeout: 60_000 });

const { google, newAccount } = await googleWith(2);
const microsoft = await startMicrosoft();
afterAll(() => microsoft.stop());
const { world, person, writer, send, call, peek, advance, addMailbox } = await outboxWorld({
  environment: { ...google.settings, ...microsoft.settings },
});
const { mailboxAliases: aliases, mailboxes } = api;

const add = (who: Caller, id: string, address: string) => call(who, aliases.add, { params: { id }, body: { address } });
const confirm = (who: Caller, id: string, address: string, code: string) =>
  call(who, aliases.confirm, { params: { id }, body: { address, code } });
const list = async (who: Caller, id: string) => (await call(who, aliases.list, { params: { id } })).body.items;
const remove = (who: Caller, id: string, address: string) =>
  call(who, aliases.remove, { params: { id }, query: { address } });

/** A user with a mailbox that may send, and the codes that the company's server took. */
async function owner(options: Parameters<typeof person>[1] = {}) {
  const { who, server } = await writer("NORMAL_USER", options);
  const id = await addMailbox(who, who.email, "imap");
  const codeTo = (address: string) => {
    const raw = server.mails.findLast(({ to }) => to.includes(address))?.raw.toString() ?? "";
    return /The code is ([\w-]+)\./.exec(raw)?.[1] ?? "";
  };
  const has = async (address: string) => {
    expect((await add(who, id, address)).status).toBe(200);
    expect((await confirm(who, id, address, codeTo(address))).status).toBe(200);
  };
  return { who, id, server, codeTo, has };
}

test("mail leaves from an alias only after the code that was mailed to it is entered, in the header and the envelope [SYN-19]", async () => {
  const { who, id, server, codeTo } = await owner({ name: "Priya Nair" });
  const added = await add(who, id, " Sales@Shop.Test ");
  expect(added.body).toEqual({
    items: [{ address: "sales@shop.test", source: "code", isConfirmed: false }],
    isOfProvider: false,
  });
  const asAlias = (headers: Record<string, string> = {}) =>
    send(who, {}, { "x-from-account": "sales@shop.test", ...headers });
  const refusal = expect.stringMatching(/^sales@shop\.test is not confirmed to be yours/);
  expect(await asAlias()).toMatchObject({ status: 409, body: { error: refusal } });
  expect(await asAlias({ "x-mailbox-id": id })).toMatchObject({ status: 409, body: { error: refusal } });
  expect((await call(who, mailboxes.list)).body.items[0]?.aliases).toEqual([]);
  expect(await confirm(who, id, "sales@shop.test", "aaaa-aaaa")).toMatchObject({
    status: 400,
    body: { fields: { code: "The code is not right" } },
  });

  const confirmed = await confirm(who, id, "sales@shop.test", codeTo("sales@shop.test").toUpperCase());
  expect(confirmed.body.items).toEqual([{ address: "sales@shop.test", source: "code", isConfirmed: true }]);
  expect((await call(who, mailboxes.list)).body.items[0]?.aliases).toEqual(["sales@shop.test"]);
  const named: Record<string, string>[] = [{}, { "x-mailbox-id": id }];
  for (const headers of named) {
    expect((await asAlias(headers)).body.status).toBe("sent");
    const sent = server.mails.at(-1);
    expect(sent?.from).toBe("sales@shop.test");
    expect(sent?.raw.toString()).toMatch(/^From: Priya Nair <sales@shop\.test>\r$/m);
    expect(sent?.raw.toString()).not.toMatch(/^Reply-To:/m);
  }
  expect((await send(who, {}, { "x-from-account": "other@shop.test" })).status).toBe(400);
  expect((await send(who, {}, { "x-mailbox-id": id, "x-from-account": "other@shop.test" })).status).toBe(400);

  expect((await remove(who, id, "sales@shop.test")).body.items).toEqual([]);
  expect((await asAlias({ "x-mailbox-id": id })).status).toBe(400);
});

test("a code allows five tries within an hour, and another one can be asked for after a minute [SYN-19]", async () => {
  const { who, id, codeTo } = await owner();
  await add(who, id, "one@shop.test");
  const code = codeTo("one@shop.test");
  expect((await add(who, id, "one@shop.test")).status).toBe(429);
  for (let tries = 0; tries < 5; tries++)
    expect((await confirm(who, id, "one@shop.test", "aaaa-aaaa")).status).toBe(400);
  expect((await confirm(who, id, "one@shop.test", code)).status).toBe(409);
  advance(61_000);
  expect((await add(who, id, "one@shop.test")).body.items).toHaveLength(1);
  advance(60 * 60_000);
  expect((await confirm(who, id, "one@shop.test", codeTo("one@shop.test"))).status).toBe(409);
  expect((await confirm(who, id, "two@shop.test", code)).status).toBe(404);
  // Removing and adding again does not reset the hourly limit of codes.
  let refused: number | undefined;
  for (let asked = 0; asked < 25 && !refused; asked++) {
    const { status } = await add(who, id, "again@shop.test");
    if (status === 429) refused = asked;
    else await remove(who, id, "again@shop.test");
    advance(61_000);
  }
  expect(refused).toBeLessThanOrEqual(20);
});

test("aliases are bounded, valid, and neither own addresses nor those of colleagues [SYN-19]", async () => {
  const { who, id } = await owner();
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  expect((await add(who, id, "not an address")).body.fields).toHaveProperty("address");
  expect((await add(who, id, who.email)).status).toBe(400);
  expect(await add(who, id, colleague.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/is the address of another user of your company/) },
  });
  const full = Array.from({ length: maxAliases }, (_, at) => ({
    ...{ address: `a${at}@shop.test`, source: "code", isConfirmed: true },
  }));
  await peek("update mailboxes set aliases = $1 where id = $2", [JSON.stringify(full), id]);
  expect(await add(who, id, "more@shop.test")).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^A mailbox can have 20 aliases/) },
  });
  expect((await add(who, id, "a1@shop.test")).body.fields).toEqual({
    address: "You may send from this address already.",
  });
});

test("an alias of another user's mailbox needs its own code, and nobody else's mailbox can be touched [SYN-20]", async () => {
  const { who, has, codeTo, server } = await owner();
  await has("team@shop.test");
  const joe = await person("NORMAL_USER", { tenantId: who.tenantId });
  const box = await addMailbox(joe, joe.email, "imap");
  expect((await send(joe, {}, { "x-from-account": "team@shop.test" })).status).toBe(400);
  const earlier = codeTo("team@shop.test");
  await add(joe, box, "team@shop.test");
  expect((await confirm(joe, box, "team@shop.test", earlier)).status).toBe(400);
  expect((await send(joe, {}, { "x-from-account": "team@shop.test" })).status).toBe(409);
  expect(server.mails.at(-1)?.to).toEqual(["team@shop.test"]);
  const stranger = await person("NORMAL_USER");
  for (const caller of [who, stranger]) {
    expect((await call(caller, aliases.list, { params: { id: box } })).status).toBe(404);
    expect((await add(caller, box, "x@shop.test")).status).toBe(404);
    expect((await confirm(caller, box, "team@shop.test", earlier)).status).toBe(404);
    expect((await remove(caller, box, "team@shop.test")).status).toBe(404);
    expect((await call(caller, aliases.refresh, { params: { id: box } })).status).toBe(404);
  }
  // Somebody joins with the address of an alias: it is theirs from then on.
  await peek("update users set email = 'team@shop.test' where id = $1", [joe.id]);
  expect(await send(who, {}, { "x-from-account": "team@shop.test" })).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/is the address of another user of your company/) },
  });
});

test("confirmed aliases count as own addresses, others do not [SYN-21]", async () => {
  const { who, id, has } = await owner();
  await has("sales@shop.test");
  await add(who, id, "unproved@shop.test");
  const key = { tenantId: who.tenantId, userId: who.id };
  const own = await fencedTransaction(world.db, key, (tx) => ownAddresses(tx, key));
  expect([...own].sort()).toEqual([who.email, "sales@shop.test"].sort());
  const block = (address: string) => call(who, api.senders.block, { body: { addresses: [address], blocked: true } });
  expect((await block("sales@shop.test")).status).toBe(400);
  expect((await block("unproved@shop.test")).status).toBe(200);
});

test("Gmail's aliases are read with a sync, without those that Google has not verified, and mail leaves as them [SYN-22]", async () => {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  google.setAliases(email, [
    { address: "ana@shop.test" },
    { address: "waiting@shop.test", isPending: true },
    { address: colleague.email },
  ]);
  const { id, ...key } = await connectGmail(world, google, who, email);
  await syncMailbox(world, { ...key, id });
  await until(async () => (await list(who, id)).length > 0);
  expect(await list(who, id)).toEqual([{ address: "ana@shop.test", source: "provider", isConfirmed: true }]);
  const sent = await send(who, {}, { "x-mailbox-id": id, "x-from-account": "ana@shop.test" });
  expect(sent.body.status).toBe("sent");
  const { messages = [] } = await google.list(email, "labelIds=SENT");
  const { raw } = await google.as(email, "GET", `/messages/${messages[0]?.id}?format=raw`);
  expect(Buffer.from(String(raw), "base64url").toString()).toMatch(/^From: .*ana@shop\.test/m);
  expect((await send(who, {}, { "x-mailbox-id": id, "x-from-account": "waiting@shop.test" })).status).toBe(400);

  expect(await add(who, id, "new@shop.test")).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^Gmail and Outlook send only from addresses that are set up there/) },
  });
  expect((await remove(who, id, "ana@shop.test")).status).toBe(409);
  google.setAliases(email, [{ address: "new@shop.test" }]);
  const calls = google.calls(/settings\/sendAs/);
  await syncMailbox(world, { ...key, id });
  expect(google.calls(/settings\/sendAs/)).toBe(calls);
  const refreshed = await call(who, aliases.refresh, { params: { id } });
  expect(refreshed.body).toEqual({
    items: [{ address: "new@shop.test", source: "provider", isConfirmed: true }],
    isOfProvider: true,
  });
  google.trouble({ status: 500, count: 20, matches: /sendAs/ });
  await peek("update mailboxes set aliases_read_at = null where id = $1", [id]);
  await syncMailbox(world, { ...key, id });
  expect(await list(who, id)).toHaveLength(1);
  expect((await call(who, mailboxes.list)).body.items[0]).toMatchObject({ status: "connected", lastError: null });
});

test("Outlook's aliases are those of the account, and mail leaves as them [SYN-22]", async () => {
  const who = await person("NORMAL_USER");
  const there = microsoft.addAccount("ana@outlook.test");
  microsoft.setAliases("ana@outlook.test", ["Team@Outlook.Test"]);
  const tokens = microsoft.signIn.grant("ana@outlook.test");
  const key = await connectAs(world, who, { kind: "outlook", email: "ana@outlook.test", tokens });
  await syncMailbox(world, key);
  await until(async () => (await list(who, key.id)).length > 0);
  expect(await list(who, key.id)).toEqual([{ address: "team@outlook.test", source: "provider", isConfirmed: true }]);
  const sent = await send(who, {}, { "x-mailbox-id": key.id, "x-from-account": "team@outlook.test" });
  expect(sent.body.status).toBe("sent");
  expect(there.sent[0]?.raw.toString()).toMatch(/^From: .*team@outlook\.test/m);
});

test("an IMAP mailbox has no list to refresh", async () => {
  const { who, id } = await owner();
  expect((await call(who, aliases.refresh, { params: { id } })).status).toBe(409);
});
