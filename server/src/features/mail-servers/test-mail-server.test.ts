import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { testImap, testPop3 } from "#outside/mailboxes/verify.ts";
import { testSmtp } from "#outside/transports/verify-smtp.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { type FakeSmtp, type FakeSmtpOptions, startFakeSmtp } from "#test/fake-smtp.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { closeAbandonedTests } from "./test-mail-server.ts";

let dovecot: Dovecot | undefined;
const short = 1500;
/** The real testers, which also trust the test servers' certificate, with a shorter timeout. */
const trust = () => ({ allowPrivate: true, ca: dovecot?.ca });
let beforeSending = async (): Promise<void> => undefined;
const { person, call, peek, visitor } = await testWorld({
  outside: {
    testSmtp: async (server, mail) => {
      await beforeSending();
      return testSmtp({ ...server, allowPrivate: true }, mail, short);
    },
    testImap: (server) => testImap({ ...server, ...trust() }),
    testPop3: (server) => testPop3({ ...server, ...trust() }),
  },
});
const guarded = await testWorld({ environment: { INTELLIBOX_ALLOW_PRIVATE_HOSTS: "0" } });

const { mailServers } = api;
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function company(
  options: FakeSmtpOptions = { user: { name: "ana@acme.test", password: "secret" } },
  settings = {},
) {
  const smtp = await startFakeSmtp(options);
  cleanups.push(smtp.stop);
  const ana = await person("ADMIN");
  const form = {
    host: "127.0.0.1",
    port: smtp.port,
    secure: false,
    username: "ana@acme.test",
    password: "secret",
    fromName: "Acme",
  };
  expect((await call(ana, mailServers.createSmtp, { body: { ...form, ...settings } })).status).toBe(201);
  return { ana, smtp };
}
const usedBy = async ({ tenantId }: Caller) => {
  const [row] = await peek("select sum(accepted)::int as used from send_counts where tenant_id = $1", [tenantId]);
  return row?.used;
};
const tryOut = (who: Caller, body: Record<string, unknown> = { to: "priya@example.com", message: "It works." }) =>
  call(who, mailServers.testSmtp, { body });
const logs = (who: Caller) =>
  peek(
    "select kind, status, sender, recipients, provider, message_id, error, sent_at, user_id from email_logs where tenant_id = $1",
    [who.tenantId],
  );

test("SMTP: the test mail is really sent, and logged with the same Message-ID [API-41]", async () => {
  const { ana, smtp } = await company();
  expect(await tryOut(ana)).toMatchObject({ status: 200, body: { message: "Test email sent to priya@example.com." } });
  expect(smtp.mails).toMatchObject([{ from: "ana@acme.test", to: ["priya@example.com"], user: "ana@acme.test" }]);
  const raw = smtp.mails[0]?.raw.toString() ?? "";
  expect(raw).toContain("From: Acme <ana@acme.test>");
  expect(raw).toContain("It works.");
  const [log, ...more] = await logs(ana);
  expect(more).toEqual([]);
  expect(log).toMatchObject({
    kind: "test",
    status: "sent",
    sender: "ana@acme.test",
    recipients: ["priya@example.com"],
    provider: "smtp",
    error: null,
    user_id: ana.id,
  });
  expect(log?.sent_at).toBeInstanceOf(Date);
  expect(raw).toContain(`Message-ID: ${log?.message_id}`);
});

test("SMTP: if the user name is no address, the mail is sent from the tester's address", async () => {
  const { ana, smtp } = await company({ user: { name: "relay", password: "secret" } }, { username: "relay" });
  expect((await tryOut(ana, { to: "priya@example.com" })).status).toBe(200);
  expect(smtp.mails[0]).toMatchObject({ from: ana.email });
});

test("SMTP: the mail is logged as queued before it is sent", async () => {
  const { ana } = await company();
  let before: unknown;
  beforeSending = async () => {
    before = await logs(ana);
  };
  await tryOut(ana);
  beforeSending = async () => undefined;
  expect(before).toMatchObject([{ kind: "test", status: "queued", sent_at: null }]);
  expect(await logs(ana)).toMatchObject([{ status: "sent" }]);
});

type Failure = [what: string, script: FakeSmtp["script"], settings: object, error: string];
test.each<Failure>([
  ["a wrong password", {}, { password: "wrong" }, "The server refused the user name or password."],
  [
    "a refused recipient",
    { rcpt: "550 5.1.1 No such user here" },
    {},
    "The server refused the mail: 550 5.1.1 No such user here",
  ],
  [
    "a server that says nothing",
    { connect: "hang" },
    {},
    "The server did not answer in time. Check the host and the port, and whether the port expects TLS.",
  ],
  [
    "TLS where there is none",
    {},
    { secure: true },
    "The server does not speak TLS on this port. Check the port, or turn Secure off.",
  ],
  ["an unknown name", {}, { host: "mail.nowhere.invalid" }, "The server's name was not found. Check the host."],
])("SMTP: %s is told in so many words, and logged as failed", async (_what, script, settings, error) => {
  const { ana, smtp } = await company(undefined, settings);
  Object.assign(smtp.script, script);
  expect(await tryOut(ana)).toMatchObject({ status: 502, body: { error, code: "outside_failed" } });
  expect(await logs(ana)).toMatchObject([{ kind: "test", status: "failed", error, sent_at: null }]);
});

test("SMTP: a closed port is reported", async () => {
  const { port, stop } = await startTcpServer(() => undefined);
  await stop();
  const { ana } = await company(undefined, { port });
  expect((await tryOut(ana)).body.error).toBe("The server refused the connection. Check the host and the port.");
});

test("SMTP: a missing or invalid recipient is refused before anything is sent or logged", async () => {
  const { ana, smtp } = await company();
  for (const body of [
    {},
    { to: "" },
    { to: "nobody" },
    { to: "a@b.test\r\nBcc: c@d.test" },
    { to: "a@b.test", bcc: "c@d.test" },
  ]) {
    expect((await tryOut(ana, body)).status).toBe(400);
  }
  expect(smtp.connections()).toBe(0);
  expect(await logs(ana)).toEqual([]);
});

test("SMTP: any super admin tests the settings of the company they act for [SES-36]", async () => {
  const { ana, smtp } = await company();
  const sam = await person("SUPER_ADMIN");
  const answer = await call(sam, mailServers.testSmtp, { body: { to: "a@b.test" } }, { "x-tenant-id": ana.tenantId });
  expect(answer.status).toBe(200);
  expect(smtp.mails).toHaveLength(1);
  expect(await logs(ana)).toMatchObject([{ status: "sent" }]);
});

test("a saved host is checked again when it is connected to", async () => {
  const ana = await guarded.person("ADMIN");
  await guarded.call(ana, mailServers.createImap, {
    body: { host: "93.184.215.14", port: 993, username: "a", password: "b" },
  });
  await guarded.peek("update mail_servers set host = '127.0.0.1' where tenant_id = $1", [ana.tenantId]);
  expect(await guarded.call(ana, mailServers.testImap, { body: {} })).toMatchObject({
    status: 502,
    body: { error: "This host is not allowed." },
  });
});

describe.skipIf(!hasDovecot)("with Dovecot", () => {
  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot?.remove());

  for (const [protocol, create, update, trying] of [
    ["imap", mailServers.createImap, mailServers.updateImap, mailServers.testImap],
    ["pop3", mailServers.createPop3, mailServers.updatePop3, mailServers.testPop3],
  ] as const) {
    test(`${protocol}: the test signs in with the saved settings, and says what failed ${protocol === "imap" ? "[API-42]" : "[API-43]"}`, async () => {
      const server = dovecot?.[protocol]("ana", true);
      if (!server) throw new Error("Dovecot is not running");
      const { host, port, username, password } = server;
      const ana = await person("ADMIN");
      const form = { host, port, secure: true, username, password };
      await call(ana, create, { body: form });
      expect((await call(ana, trying, { body: {} })).body).toEqual({ message: `Signed in to ${host} as ${username}.` });
      await call(ana, update, { body: { ...form, password: "wrong" } });
      expect(await call(ana, trying, { body: {} })).toMatchObject({
        status: 502,
        body: { error: "The server refused the user name or password." },
      });
      await call(ana, update, { body: { ...form, port: dovecot?.ports[protocol] ?? 0 } });
      expect((await call(ana, trying, { body: {} })).body.error).toMatch(/does not speak TLS on this port/);
    });
  }
});

test("SMTP: an interrupted test is closed as unconfirmed, a running one is not", async () => {
  const ana = await person("ADMIN");
  const put = (minutes: number, kind: string) =>
    peek(
      "insert into email_logs (tenant_id, id, kind, sender, recipients, subject, provider, message_id, created_at) values ($1, $2::text::uuid, $3, 'a@b.test', '{c@d.test}', 'T', 'smtp', $2::text, now() - $4 * interval '1 minute')",
      [ana.tenantId, newId(), kind, minutes],
    );
  await put(10, "test");
  await put(1, "test");
  await put(10, "mail");
  await visitor.platformTx((tx) => closeAbandonedTests(tx, new Date()));
  const rows = await peek("select kind, status, error from email_logs where tenant_id = $1 order by status, kind", [
    ana.tenantId,
  ]);
  expect(rows).toEqual([
    { kind: "test", status: "failed", error: "Delivery unconfirmed" },
    { kind: "mail", status: "queued", error: null },
    { kind: "test", status: "queued", error: null },
  ]);
});

test("tests are rate-limited", async () => {
  const { ana } = await company();
  const answers = [];
  for (let n = 0; n < 21; n++) answers.push((await tryOut(ana, { to: "" })).status);
  expect(answers.at(-1)).toBe(429);
});

test("a test mail counts against the quota, and is refused when it is used up", async () => {
  const { ana, smtp } = await company();
  expect((await tryOut(ana)).status).toBe(200);
  expect(await usedBy(ana)).toBe(1);
  await peek("update plans set email_quota = 500 where id = (select plan_id from tenants where id = $1)", [
    ana.tenantId,
  ]);
  await peek("update send_counts set accepted = 500 where tenant_id = $1", [ana.tenantId]);
  expect(await tryOut(ana)).toMatchObject({ status: 429, body: { code: "quota_exceeded" } });
  expect(smtp.mails).toHaveLength(1);
  expect(await usedBy(ana)).toBe(500);
});
