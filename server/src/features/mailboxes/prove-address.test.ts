import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { askForSender, senderOf } from "#features/outbox/sender.ts";
import { memoryTransport } from "#test/memory-transport.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const post = memoryTransport();
const { world, person, call, peek, advance, scopeOf, addMailbox } = await testWorld({ outside: { smtp: post.smtp } });
const connect = (who: Caller, email: string, kind = "imap") => addMailbox(who, email, kind);
const { mailboxes } = api;

async function writer(options: Parameters<typeof person>[1] = {}) {
  const who = await person("NORMAL_USER", options);
  await fencedTransaction(world.db, "platform", (tx) =>
    tx.insert(mailServers).values({
      tenantId: who.tenantId,
      protocol: "smtp",
      host: "relay.example",
      port: 25,
      secure: false,
      username: "relay",
    }),
  );
  return who;
}
/** The address that a mail would be sent from, or why it would be refused. */
async function fromOf(who: Caller, mailboxId?: string) {
  const scope = scopeOf(who);
  const facts = await scope.tx((tx) => askForSender(tx, scope));
  try {
    return senderOf(scope, facts, { mailboxId, fromAccount: undefined }).from;
  } catch (error) {
    return (error as Error).message;
  }
}
const ask = (who: Caller, id: string) => call(who, mailboxes.mailProofCode, { params: { id } });
const prove = (who: Caller, id: string, code: string) =>
  call(who, mailboxes.proveAddress, { params: { id }, body: { code } });
const codeTo = (email: string) =>
  /The code is ([\w-]+)\./.exec(post.mails.findLast(({ to }) => to === email)?.text ?? "")?.[1] ?? "";

test("mail can be sent from the user's own address, and from another only after the code that was mailed to it is entered", async () => {
  const who = await writer({ name: "Priya Nair" });
  const [own, other] = [await connect(who, who.email.toUpperCase()), await connect(who, "priya@shop.test")];
  expect(await fromOf(who, own)).toMatchObject({ address: who.email.toUpperCase() });
  expect(await fromOf(who, other)).toMatch(/^priya@shop\.test is not proved to be yours/);

  expect((await ask(who, other)).body).toEqual({ sentTo: "priya@shop.test" });
  expect(await prove(who, other, "aaaa-aaaa")).toMatchObject({
    status: 400,
    body: { fields: { code: "The code is not right" } },
  });
  expect((await prove(who, other, ` ${codeTo("priya@shop.test").toUpperCase()} `)).body.maySendAs).toBe(true);
  expect(await fromOf(who, other)).toEqual({ name: "Priya Nair", address: "priya@shop.test" });
  const { items } = (await call(who, mailboxes.list)).body;
  expect(items.map(({ maySendAs }) => maySendAs)).toEqual([true, true]);
});

test("the addresses of Gmail and Outlook accounts count as proved", async () => {
  const who = await writer();
  expect(await fromOf(who, await connect(who, "me@gmail.test", "gmail"))).toMatchObject({ address: "me@gmail.test" });
  expect(await fromOf(who, await connect(who, "me@live.test", "outlook"))).toMatchObject({ address: "me@live.test" });
});

test("a user cannot send as another user of the company, whatever was proved or approved", async () => {
  const boss = await writer();
  const joe = await person("NORMAL_USER", { tenantId: boss.tenantId });
  const refusal = expect.stringMatching(/is the address of another user of your company/);
  for (const kind of ["imap", "gmail"]) {
    const id = await connect(joe, boss.email.toUpperCase(), kind);
    await peek("update mailboxes set address_proof = 'code' where id = $1", [id]);
    expect(await fromOf(joe, id)).toEqual(refusal);
    expect(await ask(joe, id)).toMatchObject({ status: 409, body: { error: refusal } });
    expect(await prove(joe, id, "aaaa-aaaa")).toMatchObject({ status: 409, body: { error: refusal } });
  }
});

test("a code allows five tries within an hour, for its own mailbox and user; a new one can be requested after a minute", async () => {
  const who = await writer();
  const stranger = await person("NORMAL_USER", { tenantId: who.tenantId });
  const [one, two] = [await connect(who, "one@shop.test"), await connect(who, "two@shop.test")];
  expect((await prove(who, one, "aaaa-aaaa")).status).toBe(409);
  await ask(who, one);
  const code = codeTo("one@shop.test");
  expect((await ask(who, one)).status).toBe(429);
  expect((await ask(stranger, one)).status).toBe(404);
  expect((await prove(stranger, one, code)).status).toBe(404);
  expect((await prove(who, two, code)).status).toBe(409);
  for (let n = 0; n < 5; n++) expect((await prove(who, one, "aaaa-aaaa")).status).toBe(400);
  expect((await prove(who, one, code)).status).toBe(409);

  await ask(who, two);
  advance(60 * 60_000);
  expect((await prove(who, two, codeTo("two@shop.test"))).status).toBe(409);
  expect((await ask(who, two)).status).toBe(200);
});

test("without a mail server the code is refused with a message", async () => {
  const who = await person("NORMAL_USER");
  expect(await ask(who, await connect(who, "x@shop.test"))).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^No mail server is set up/) },
  });
});

test("a display name is short, and no address other than the mail's own", async () => {
  const boss = await writer();
  for (const [name, shown] of [
    ["boss@shop.test", ""],
    ["The Boss ‹boss＠shop.test›", ""],
    ["x".repeat(150), "x".repeat(100)],
    ["Priya @ Shop", "Priya @ Shop"],
  ] as const) {
    await peek("update users set name = $1 where id = $2", [name, boss.id]);
    expect(await fromOf(boss)).toMatchObject({ name: shown });
  }
  const update = await call(boss, api.users.update, { params: { id: boss.id }, body: { name: "boss@shop.test" } });
  expect(update.body.fields).toEqual({ name: "Name may not look like an email address" });
});
