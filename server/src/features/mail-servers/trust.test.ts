import { X509Certificate } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { expect, onTestFinished, test } from "vitest";
import { makeCertificate } from "#test/certificate.ts";
import { type FakeSmtpOptions, startFakeSmtp } from "#test/fake-smtp.ts";
import { startSmallMailbox } from "#test/small-mailbox.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld({ jobs: true });
const guarded = await testWorld({ environment: { INTELLIBOX_ALLOW_PRIVATE_HOSTS: "0" } });
const { mailServers, mailboxes, outbox } = api;
const own = makeCertificate();
const another = makeCertificate();
const fingerprint = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256;
const user = { name: "ana@acme.test", password: "secret" };

async function smtp(options: FakeSmtpOptions = { user }) {
  const server = await startFakeSmtp(options);
  onTestFinished(server.stop);
  const form = { host: "127.0.0.1", port: server.port, secure: false, username: user.name, password: user.password };
  return { server, form };
}
const to = "priya@example.com";
const testSmtp = (who: Caller, settings?: object) =>
  call(who, mailServers.testSmtp, { body: { to, ...(settings && { settings }) } });

test("a test uses the form's settings, saved or not", async () => {
  const [saved, shown] = [await smtp(), await smtp()];
  const ana = await person("ADMIN");
  // Without saved settings.
  expect((await testSmtp(ana, shown.form)).status).toBe(200);
  await call(ana, mailServers.createSmtp, { body: saved.form });
  expect((await testSmtp(ana, { ...saved.form, port: 1 })).body.error).toMatch(/refused the connection/);
  expect((await testSmtp(ana, { ...shown.form, fromName: "Shown" })).status).toBe(200);
  expect(shown.server.mails).toHaveLength(2);
  expect(shown.server.mails[1]?.raw.toString()).toContain("From: Shown <ana@acme.test>");
  expect(saved.server.mails).toEqual([]);
  expect((await testSmtp(ana)).status).toBe(200);
  expect(saved.server.mails).toHaveLength(1);
});

test("a test uses the saved password only for its own host and user name", async () => {
  const { form, server } = await smtp();
  const ana = await person("ADMIN");
  await call(ana, mailServers.createSmtp, { body: { ...form, secure: false } });
  const blank = { ...form, password: "" };
  expect((await testSmtp(ana, blank)).status).toBe(200);
  for (const [change, why] of [
    [{ host: "localhost" }, "The host changed."],
    [{ username: "uma@acme.test" }, "The username changed."],
    [{ allowPlain: true }, "A connection without TLS is now allowed."],
    [{ trustedFingerprint: fingerprint(own) }, "The trusted certificate changed."],
  ] as const) {
    const error = `${why} Enter the password again.`;
    expect(await testSmtp(ana, { ...blank, ...change })).toMatchObject({
      status: 400,
      body: { error, fields: { password: error } },
    });
  }
  expect(server.mails).toHaveLength(1);
});

test("a test with settings has the same access checks as a save", async () => {
  const { form } = await smtp();
  const joe = await person("NORMAL_USER");
  expect((await testSmtp(joe, form)).status).toBe(403);
  const ana = await guarded.person("ADMIN");
  for (const [call_, body] of [
    [mailServers.testSmtp, { to, settings: form }],
    [mailServers.testImap, { settings: form }],
    [mailServers.testPop3, { settings: form }],
  ] as const)
    expect(await guarded.call(ana, call_, { body })).toMatchObject({
      status: 400,
      body: { error: "This host is not allowed.", fields: { host: "This host is not allowed." } },
    });
  expect((await testSmtp(await person("ADMIN"), { ...form, tenantId: joe.tenantId })).status).toBe(400);
});

test("a self-signed certificate is shown, trusted by its fingerprint, saved, and refused when it changes", async () => {
  const { form, server } = await smtp({ user, certificate: own });
  const ana = await person("ADMIN");
  expect(await testSmtp(ana, form)).toMatchObject({
    status: 502,
    body: {
      error: "The server's certificate is not trusted.",
      certificate: { fingerprint: fingerprint(own), subject: "CN=intellibox-test" },
    },
  });
  expect(server.mails).toEqual([]);
  const wrong = { ...form, trustedFingerprint: fingerprint(another) };
  for (const answer of [await testSmtp(ana, wrong), await call(ana, mailServers.createSmtp, { body: wrong })])
    expect(answer).toMatchObject({ status: 400, body: { certificate: { fingerprint: fingerprint(own) } } });

  const trusting = { ...form, trustedFingerprint: fingerprint(own).toLowerCase() };
  expect((await testSmtp(ana, trusting)).status).toBe(200);
  expect((await call(ana, mailServers.createSmtp, { body: trusting })).body).toMatchObject({
    trustedFingerprint: fingerprint(own),
  });
  expect((await testSmtp(ana)).status).toBe(200);
  expect(await call(ana, mailServers.updateSmtp, { body: { ...trusting, password: "", fromName: "A" } })).toMatchObject(
    {
      status: 200,
      body: { trustedFingerprint: fingerprint(own) },
    },
  );

  await server.stop();
  const renewed = await startFakeSmtp({ user, certificate: another, port: form.port });
  onTestFinished(renewed.stop);
  expect(await testSmtp(ana)).toMatchObject({
    status: 502,
    body: { certificate: { fingerprint: fingerprint(another) } },
  });
  expect(renewed.mails).toEqual([]);
});

test("an invalid fingerprint is refused", async () => {
  const { form } = await smtp();
  expect(
    await call(await person("ADMIN"), mailServers.createSmtp, { body: { ...form, trustedFingerprint: "AB:CD" } }),
  ).toMatchObject({
    status: 400,
    body: { error: "Not a SHA-256 fingerprint" },
  });
});

for (const [kind, endpoint] of [
  ["imap", mailboxes.connectImap],
  ["pop3", mailboxes.connectPop3],
] as const) {
  test(`${kind}: a mailbox on a server with a self-signed certificate is connected by its fingerprint`, async () => {
    const server = await startSmallMailbox(kind, { certificate: own });
    onTestFinished(server.stop);
    const who = await person("NORMAL_USER");
    const form = { host: "127.0.0.1", port: server.port, secure: false, username: who.email, password: "secret" };
    expect(await call(who, endpoint, { body: form })).toMatchObject({
      status: 502,
      body: { certificate: { fingerprint: fingerprint(own) } },
    });
    expect(server.inTheClear.join()).not.toContain("secret");
    const trusting = { ...form, trustedFingerprint: fingerprint(own) };
    expect((await call(who, endpoint, { body: trusting })).status).toBe(201);
    expect((await call(who, mailboxes.config)).body[kind]).toMatchObject({
      allowPlain: false,
      trustedFingerprint: fingerprint(own),
    });
  });
}

test("a saved password that cannot be opened is reported, and entering it again fixes it", async () => {
  const { form } = await smtp();
  const ana = await person("ADMIN");
  await call(ana, mailServers.createSmtp, { body: form });
  await peek("update mail_servers set password_sealed = 'v1.000000000000.AAAA.AAAA' where tenant_id = $1", [
    ana.tenantId,
  ]);
  const lost = {
    status: 409,
    body: { code: "conflict", error: expect.stringMatching(/^The saved password of the mail server cannot be read\./) },
  };
  expect(await testSmtp(ana)).toMatchObject(lost);
  expect(await testSmtp(ana, { ...form, password: "" })).toMatchObject(lost);
  const letter = { to: [to], subject: "Hello", html: "<p>Hello</p>" };
  expect(await call(ana, outbox.send, { body: letter })).toMatchObject(lost);
  expect((await call(ana, mailServers.updateSmtp, { body: form })).status).toBe(200);
  expect((await testSmtp(ana)).status).toBe(200);
});
