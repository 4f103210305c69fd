import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { fileSentCopy } from "#features/outbox/sent-copies.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";

const { writer, person, peek, call, send, world, addMailbox } = await outboxWorld();

const lines = (...all: string[]) => Buffer.from(`${all.join("\r\n")}\r\n`);
const picture = "iVBORw0KGgo=";
const begun = lines(
  "From: ana@shop.test",
  "To: Bo <bo@example.com>, ci@example.com",
  "Cc: di@example.com",
  "Bcc: eva@example.com",
  "Subject: Begun elsewhere",
  "Message-ID: <draft@shop.test>",
  "In-Reply-To: <asked@example.com>",
  "References: <first@example.com> <asked@example.com>",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/html",
  "",
  '<p>Dear <b>Bo</b></p><img src="cid:logo@x">',
  "--b",
  "Content-Type: image/png",
  "Content-ID: <logo@x>",
  "Content-Transfer-Encoding: base64",
  "",
  picture,
  "--b",
  'Content-Type: text/plain; name="terms.txt"',
  "Content-Disposition: attachment; filename=terms.txt",
  "",
  "Terms",
  "--b--",
);

/** A user whose local mailbox has a draft of another program. */
async function withDraft(raw = begun) {
  const user = await writer();
  const { who } = user;
  const mailbox = await addMailbox(who, who.email, "local");
  const folder = localMailFolder(world.config.dataDir, who.id);
  await deliverLocally({ folder }, raw, "drafts");
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id: mailbox });
  const listed = async () => (await call(who, api.inbox.threads, { query: { folder: "drafts" } })).body.items;
  const [draft] = await listed();
  return {
    ...{ ...user, mailbox, id: draft?.id ?? "", listed },
    onServer: async () => (await readdir(join(folder, "drafts"))).length,
  };
}

const read = (who: { token: string }, id: string) => call(who, api.drafts.readMail, { params: { id } });

test("a draft begun in another program is read with its recipients, thread, text, pictures and files", async () => {
  const { who, id, mailbox } = await withDraft();
  const { status, body } = await read(who, id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ id, mailboxId: mailbox, account: who.email, subject: "Begun elsewhere" },
    ...{ to: ["bo@example.com", "ci@example.com"], cc: ["di@example.com"], bcc: ["eva@example.com"] },
    ...{ inReplyTo: "<asked@example.com>", references: ["<first@example.com>"] },
    files: [{ fileName: "terms.txt", mimeType: "text/plain" }],
  });
  expect(body.html).toContain(`src="data:image/png;base64,${picture}"`);
  expect(body.html).toContain("<b>Bo</b>");
});

test("sending a draft deletes it from its server once it is sent, and hides Bcc", async () => {
  const { who, server, id, mailbox, send: sendAs, listed, onServer } = await withDraft();
  const mail = { to: ["bo@example.com"], cc: ["di@example.com"], bcc: "eva@example.com", draft: id };
  server.script.rcpt = "550 5.1.1 Unknown";
  expect((await sendAs(mail, { "x-mailbox-id": mailbox })).status).toBe(502);
  expect([await onServer(), (await listed()).length]).toEqual([1, 1]);
  delete server.script.rcpt;
  expect((await sendAs(mail, { "x-mailbox-id": mailbox })).body.status).toBe("sent");
  await until(async () => (await listed()).length === 0 && (await onServer()) === 0);
  const [sent] = server.mails;
  expect(sent?.to).toEqual(["bo@example.com", "di@example.com", "eva@example.com"]);
  const parsed = await parseMail(sent?.raw ?? Buffer.alloc(0));
  expect([parsed.to, parsed.cc, parsed.bcc].map((people) => people.map(({ address }) => address))).toEqual([
    ["bo@example.com"],
    ["di@example.com"],
    [],
  ]);
  expect((await read(who, id)).status).toBe(404);
});

test("a draft is deleted once and its mail is in Sent once if the process dies between the steps after sending", async () => {
  const { who, server, id, mailbox, send: sendAs, listed, onServer } = await withDraft();
  const headers = { "x-mailbox-id": mailbox };
  const { body } = await sendAs({ to: ["bo@example.com"], draft: id }, headers);
  expect(body.status).toBe("sent");
  await until(async () => (await listed()).length === 0 && (await onServer()) === 0);
  // The job runs again, as after a kill before its last commit, while its owner has begun another draft.
  const { tenantId, id: userId } = who;
  const folder = localMailFolder(world.config.dataDir, userId);
  await deliverLocally({ folder }, begun, "drafts");
  await peek(
    "insert into outbox_contents (tenant_id, id, user_id, raw) values ($1, $2, $3, $4) on conflict do nothing",
    [tenantId, body.id, userId, server.mails[0]?.raw],
  );
  await fileSentCopy(world, { tenantId, userId, id: body.id ?? "" });
  // A sync that is under way already ends first, and repeats itself.
  await syncMailbox(world, { tenantId, userId, id: mailbox });
  await until(async () => (await listed()).length === 1);
  expect([server.mails.length, await onServer()]).toEqual([1, 1]);
  const sent = await call(who, api.inbox.threads, { query: { folder: "sent" } });
  expect(sent.body.items).toHaveLength(1);
  expect(await readdir(join(folder, "sent"))).toHaveLength(1);
});

test("a draft of another user, and a message that is no draft, are not found", async () => {
  const { who, id, onServer, listed } = await withDraft();
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  expect((await read(colleague, id)).status).toBe(404);
  expect((await send(colleague, { draft: id })).status).toBe(404);
  expect(await peek("select 1 from outbox where user_id = $1", [colleague.id])).toEqual([]);
  expect([await onServer(), (await listed()).length]).toEqual([1, 1]);
  await peek("update messages set folder = 'inbox' where id = $1", [id]);
  expect((await read(who, id)).status).toBe(404);
});

test("a waiting mail that is edited keeps Cc and Bcc apart", async () => {
  const { who, send: sendAs } = await writer();
  const { body } = await sendAs({ cc: "di@example.com", bcc: "eva@example.com" }, { "x-undo-seconds": "30" });
  expect((await call(who, api.ownMail.read, { params: { id: body.id } })).body).toMatchObject({
    ...{ to: ["priya@example.com"], cc: ["di@example.com"], bcc: ["eva@example.com"] },
  });
});
