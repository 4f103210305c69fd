import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { claimMailbox } from "#features/sync/lease.ts";
import { prepareBatch, storeBatch } from "#features/sync/store-batch.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { startFakeModel } from "#test/fake-model.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { startTcpServer } from "#test/tcp-server.ts";

/** Every text below that must not be logged contains it. */
const marker = "zebra7q";
const lines: string[] = [];
const logTo = { write: (line: string) => void lines.push(line) };
const { writer, person, call, app, rowsOf, peek, pointAt } = await outboxWorld({ logTo });
const inbox = await mailWorld({ logTo });

const secretMail = {
  to: [`${marker}@example.com`],
  subject: `Subject ${marker}`,
  body: `Body ${marker}`,
};
/** The answer of a mail server, which quotes the mail without quotation marks. */
const answer = `the mail Subject ${marker} for <${marker}@example.com> from Mr ${marker} is refused`;

const logged = (text: string) => lines.some((line) => line.includes(text));

/** Checks that every line is JSON, and that none holds the marker. */
function expectNoMail() {
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
  expect(lines.filter((line) => line.includes(marker))).toEqual([]);
}

test("no mail is in the log after it was sent, refused, retried or unconfirmed", async () => {
  const { who, send, server } = await writer();
  const form = new FormData();
  for (const [name, value] of Object.entries(secretMail)) form.append(name, String(value));
  form.append("files", new File([`File ${marker}`], `${marker}.pdf`));
  const request = new Request("http://test", { method: "POST", body: form });
  const sent = await app.inject({
    method: "POST",
    url: "/api/compose/send",
    headers: { authorization: `Bearer ${who.token}`, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(sent.statusCode, sent.body).toBe(200);
  server.script.rcpt = `550 ${answer}`;
  expect((await send(secretMail)).status).toBe(502);
  expect(logged("a call failed")).toBe(true);
  server.script.rcpt = `450 ${answer}`;
  expect((await send(secretMail)).status).toBe(202);
  server.script.rcpt = undefined;
  server.script.end = "drop";
  expect((await send(secretMail)).status).toBe(502);
  expect(await rowsOf(who)).toHaveLength(4);
  expectNoMail();
});

test("no mail is in the log if the database refuses it", async () => {
  const { who, send } = await writer();
  // The constraint lets acceptance fail, with the mail in the values of the statement.
  await peek(`alter table email_logs add constraint refuses check (tenant_id <> '${who.tenantId}')`);
  expect((await send(secretMail)).status).toBeGreaterThanOrEqual(400);
  await peek("alter table email_logs drop constraint refuses");
  expect(logged("refuses")).toBe(true);
  expectNoMail();
});

test("no password and no words of a mail server are in the log after a test of its settings", async () => {
  const who = await person("SUPER_ADMIN");
  const refusing = await startTcpServer((socket) => void socket.write(`* BYE ${answer}\r\n`, () => socket.end()));
  afterAll(() => refusing.stop());
  const body = { host: "127.0.0.1", port: refusing.port, secure: false, username: marker, password: `Pass ${marker}` };
  await pointAt(who.tenantId, refusing, { username: marker });
  const imap = { ...body, email: `${marker}@example.com` };
  for (const endpoint of [api.mailServers.testImap, api.mailServers.testPop3])
    expect((await call(who, endpoint, { body: imap })).status).toBeGreaterThanOrEqual(400);
  const login = { body: { email: `${marker}@example.com`, password: `Pass ${marker}` } };
  expect((await call(null, api.auth.login, login)).status).toBe(401);
  expect((await call({ token: `${marker}-a-token-of-nobody` }, api.auth.me)).status).toBe(401);
  expectNoMail();
});

test("no prompt and no words of a model's provider are in the log after it failed", async () => {
  const who = await person("SUPER_ADMIN");
  const model = await startFakeModel(() => ({ status: 400, body: { error: { message: answer, code: marker } } }));
  afterAll(() => model.close());
  const settings = { provider: "compatible", model: "m", temperature: 0.2, systemPrompt: "", baseUrl: model.url };
  const body = { ...settings, apiKey: `key-${marker}`, fallback: false };
  expect((await call(who, api.aiSettings.update, { body })).status).toBe(200);
  const drafted = await call(who, api.assistant.draftEmail, { body: { intent: `Ask ${marker}`, tone: "friendly" } });
  expect(drafted.status).toBe(502);
  expect(logged("a model failed")).toBe(true);
  expectNoMail();
});

test("no mail is in the log after it was synced, searched, or could not be stored", async () => {
  const who = await inbox.person("NORMAL_USER", { email: `${marker}@company.test` });
  const mail = mailOf({
    subject: `Subject ${marker}`,
    from: `Mr ${marker} <${marker}@example.com>`,
    text: `Body ${marker}`,
    html: `<p>${marker}</p><img src="https://${marker}.example.com/a.png">`,
    files: [{ name: `${marker}.bin`, type: "application/pdf", content: `%PDF ${marker}` }],
  });
  const mailbox = await inbox.giveMail(who, [mail]);
  const { items } = await inbox.listOf(who, { q: marker });
  expect(items).toHaveLength(1);
  expect((await inbox.call(who, api.inbox.threads, { query: { q: marker, cursor: marker } })).status).toBeLessThan(500);

  const key = { tenantId: who.tenantId, userId: who.id, id: mailbox };
  const claim = await claimMailbox(inbox.world, key);
  if (!claim) throw new Error("The mailbox is taken");
  const arrived = [{ remoteId: marker, folders: ["inbox"], unread: true, starred: false, receivedAt: null, isPartial: false, raw: Buffer.from(mail) }]; // biome-ignore format: one mail
  const cursor = claim.row.cursor ?? "";
  const batch = { reset: [], removed: [], changed: [], remaining: 0, hasOlder: false, arrived, cursor };
  const ready = await prepareBatch(inbox.world, key, batch);
  // Longer than PostgreSQL allows for a lexeme.
  for (const one of ready.prepared) one.words = marker.repeat(1000);
  await storeBatch(inbox.world, claim, ready);
  expect(logged("a mail was rejected by PostgreSQL")).toBe(true);

  await inbox.peek("update mailboxes set lease_by = null, lease_until = null");
  await inbox.peek("alter table messages add constraint refuses check (false) not valid");
  await inbox.giveMail(who, [mail]);
  expect(logged("a sync failed")).toBe(true);
  await inbox.peek("alter table messages drop constraint refuses");

  const refusing = await startTcpServer((socket) => void socket.write(`* BYE ${answer}\r\n`, () => socket.end()));
  afterAll(() => refusing.stop());
  await inbox.peek(
    `update mailboxes set kind = 'imap', host = '127.0.0.1', port = $1, secure = false, username = $2,
       lease_by = null, lease_until = null`,
    [refusing.port, marker],
  );
  await syncMailbox(inbox.world, key);
  expectNoMail();
});

test("lines of a call have its request id, and lines of a job the job's", async () => {
  const { who, send } = await writer();
  await peek(`alter table email_logs add constraint refuses check (tenant_id <> '${who.tenantId}')`);
  const { body } = await send();
  await peek("alter table email_logs drop constraint refuses");
  const failed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "a call failed");
  expect(failed.at(-1)?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  if (body.requestId) expect(failed.at(-1)?.requestId).toBe(body.requestId);

  // A sync that starts as a job fails inside a function that knows only the world.
  const owner = await inbox.person("NORMAL_USER");
  const id = await inbox.giveMail(owner, []);
  await inbox.peek("alter table messages add constraint refuses check (false) not valid");
  await deliverLocally({ folder: localMailFolder(inbox.world.config.dataDir, owner.id) }, Buffer.from(mailOf()));
  expect((await inbox.call(owner, api.mailboxes.sync, { params: { id }, body: {} })).status).toBe(202);
  const line = await until(() =>
    lines
      .map((text) => JSON.parse(text))
      .find(({ msg, mailbox, job }) => msg === "a sync failed" && mailbox === id && job),
  );
  await inbox.peek("alter table messages drop constraint refuses");
  expect(line).toMatchObject({ job: "mailbox.sync", jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});
