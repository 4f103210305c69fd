import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { openLocalMailbox } from "#outside/mailboxes/local.ts";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { fileSentCopy } from "./sent-copies.ts";

const { writer, person, peek, logsOf, rowsOf, world, addMailbox } = await outboxWorld();
const connect = (who: { tenantId: string; id: string }, email: string, kind = "local") => addMailbox(who, email, kind);

const sentOf = async ({ id }: { id: string }) => {
  const folder = join(localMailFolder(world.config.dataDir, id), "sent");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.map((name) => readFile(join(folder, name))));
};

test("a reply from a mailbox goes through the company's server with the account as From [SND-09] [API-13]", async () => {
  const { who, server, send } = await writer("NORMAL_USER", { name: "Priya Nair" });
  const pop3 = await connect(who, "priya@shop.test", "pop3");
  await peek("update mailboxes set address_proof = 'code' where id = $1", [pop3]);
  const { status } = await send(
    { inReplyTo: "<a@example.com>" },
    { "x-mailbox-id": pop3, "x-from-account": "Priya@shop.test" },
  );
  expect(status).toBe(200);
  expect(server.mails[0]?.from).toBe("priya@shop.test");
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail).toMatchObject({
    from: { name: "Priya Nair", address: "priya@shop.test" },
    replyTo: [],
    inReplyTo: "<a@example.com>",
  });
  expect(mail.messageId).toMatch(/@shop\.test>$/);
});

test("mail from a mailbox has the mailbox's signature, or none if that is chosen, and other mail the user's own [SYN-13]", async () => {
  const { who, server, send } = await writer();
  await peek("update users set signature_html = '<p>Own words</p>' where id = $1", [who.id]);
  const shop = await connect(who, "signed@shop.test", "pop3");
  const plain = await connect(who, "plain@shop.test", "pop3");
  const usual = await connect(who, "usual@shop.test", "pop3");
  await peek("update mailboxes set address_proof = 'code' where user_id = $1", [who.id]);
  await peek("update mailboxes set signature_html = '<p>The shop</p>' where id = $1", [shop]);
  await peek("update mailboxes set signature_html = '' where id = $1", [plain]);
  const textOf = async (headers: Record<string, string>) => {
    const before = server.mails.length;
    expect((await send({ body: "Hello", html: "<p>Hello</p>" }, headers)).status).toBe(200);
    return (await parseMail(server.mails[before]?.raw ?? Buffer.alloc(0))).text.replaceAll(/\s+/g, " ").trim();
  };
  expect(await textOf({ "x-mailbox-id": shop })).toBe("Hello The shop");
  expect(await textOf({ "x-from-account": "signed@shop.test" })).toBe("Hello The shop");
  expect(await textOf({ "x-mailbox-id": plain })).toBe("Hello");
  expect(await textOf({ "x-mailbox-id": usual })).toBe("Hello Own words");
  expect(await textOf({})).toBe("Hello Own words");
});

test("a user cannot send from another user's mailbox, or from another address than the mailbox's own", async () => {
  const { who, server, send } = await writer();
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const theirs = await connect(colleague, "colleague@shop.test");
  const own = await connect(who, "own@shop.test");
  expect((await send({}, { "x-mailbox-id": theirs })).status).toBe(404);
  expect((await send({}, { "x-mailbox-id": newId() })).status).toBe(404);
  expect((await send({}, { "x-mailbox-id": own, "x-from-account": "boss@shop.test" })).body.error).toBe(
    "That mailbox has another address.",
  );
  for (const account of ["colleague@shop.test", `"Boss" <${who.email}>`, `x+${who.email}`]) {
    const { status, body } = await send({}, { "x-from-account": account });
    expect([status, body.error]).toEqual([400, expect.stringContaining("is not an address of yours")]);
  }
  expect(server.mails).toEqual([]);
  await send({}, { "x-from-account": who.email.toUpperCase() });
  expect(server.mails[0]?.from).toBe(who.email);
});

test("the copy is filed in Sent once, byte for byte [SND-12]", async () => {
  const { who, server, send } = await writer();
  const mailbox = await connect(who, who.email);
  await send({}, { "x-mailbox-id": mailbox });
  const copies = await until(async () => ((await sentOf(who)).length > 0 ? sentOf(who) : undefined));
  expect(copies).toHaveLength(1);
  expect(copies[0]?.equals(server.mails[0]?.raw ?? Buffer.alloc(0))).toBe(true);
  await until(
    async () => (await peek("select 1 from outbox_contents where tenant_id = $1", [who.tenantId])).length === 0,
  );
  // A mail that was not a reply belongs to the mailbox of its From address too.
  await send({ subject: "Another" });
  await until(async () => (await sentOf(who)).length === 2);
});

/** How many stored messages in Sent have this Message-ID. */
const storedOf = async ({ id }: { id: string }, messageId: string) =>
  (await peek("select 1 from messages where user_id = $1 and folder = 'sent' and message_id = $2", [id, messageId]))
    .length;

test.each(["local", "pop3"])(
  "what was sent is in the %s mailbox without waiting for its next poll, once [SND-12]",
  async (kind) => {
    const { who, send } = await writer();
    const mailbox = await connect(who, who.email, kind);
    await peek("update mailboxes set next_sync_at = now() + interval '1 day' where id = $1", [mailbox]);
    const { body } = await send({ subject: `By ${kind}` }, { "x-mailbox-id": mailbox });
    await until(async () => (await storedOf(who, body.messageId)) > 0);
    const [row] = await rowsOf(who);
    await until(
      async () => (await peek("select 1 from outbox_contents where tenant_id = $1", [who.tenantId])).length === 0,
    );
    // As after a crash between the append and its commit.
    await peek("insert into outbox_contents (tenant_id, id, user_id, raw) select $1, $2, $3, $4", [
      who.tenantId,
      row?.id,
      who.id,
      Buffer.from(`Message-ID: ${body.messageId}\r\n\r\nAgain\r\n`),
    ]);
    await fileSentCopy(world, { tenantId: who.tenantId, userId: who.id, id: row?.id ?? "" });
    expect(await storedOf(who, body.messageId)).toBe(1);
  },
);

test("a mail that an Outlook user sends by the company's server is stored in Sent here, because Graph would import it as a draft [SND-12]", async () => {
  const { who, send } = await writer();
  await connect(who, who.email, "outlook");
  const { body } = await send({ subject: "By SMTP" });
  expect(body.status).toBe("sent");
  const keep = (id: string, isFiled: boolean) => {
    const mailbox = { hasSent: async () => isFiled, close: async () => undefined } as unknown as Mailbox;
    const outside = { ...world.outside, openMailbox: async () => mailbox };
    return fileSentCopy({ ...world, outside }, { tenantId: who.tenantId, userId: who.id, id });
  };
  await keep(body.id ?? "", false);
  expect(await storedOf(who, body.messageId)).toBe(1);
  // A copy that Exchange files itself becomes the same message.
  const other = await send({ subject: "By SMTP, filed" });
  await keep(other.body.id ?? "", true);
  expect(await storedOf(who, other.body.messageId)).toBe(1);
});

test("a copy that is filed already is not filed again [SND-12]", async () => {
  const { who, server, send } = await writer();
  await connect(who, who.email);
  await send();
  await until(async () => (await sentOf(who)).length === 1);
  const [row] = await rowsOf(who);
  await peek("insert into outbox_contents (tenant_id, id, user_id, raw) values ($1, $2, $3, $4)", [
    who.tenantId,
    row?.id,
    who.id,
    server.mails[0]?.raw,
  ]);
  await fileSentCopy(world, { tenantId: who.tenantId, userId: who.id, id: row?.id ?? "" });
  expect(await sentOf(who)).toHaveLength(1);
});

test("a mail with an unknown outcome counts as sent if the mailbox's Sent folder has it [SND-05]", async () => {
  const { who, server, send } = await writer();
  await connect(who, who.email);
  server.script.end = "drop";
  const mailbox = await openLocalMailbox({ folder: localMailFolder(world.config.dataDir, who.id) });
  const unfiled = await send({ subject: "Not filed" });
  expect(unfiled.body.error).toMatch(/^Delivery unconfirmed/);

  // Some servers file a mail that they accept: the copy is there although no answer came.
  server.script.rcpt = "450 4.2.1 Later";
  const { body } = await send({ subject: "Filed" });
  const [content] = await peek<{ raw: Buffer }>(
    "select c.raw from outbox_contents c join outbox o on o.id = c.id where o.message_id = $1",
    [body.messageId],
  );
  await mailbox.keepSent(content?.raw ?? Buffer.alloc(0));
  delete server.script.rcpt;
  await peek("update outbox set next_at = now() where message_id = $1", [body.messageId]);
  await outboundSenderOf(world).drain(who.tenantId);
  await until(async () => (await logsOf(who)).find(({ subject }) => subject === "Filed")?.status === "sent");
  expect((await logsOf(who)).map(({ status }) => status)).toEqual(["failed", "sent"]);
});
