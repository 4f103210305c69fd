import { X509Certificate } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { isUntrusted, noEncryption } from "#lib/connect-fault.ts";
import { makeCertificate } from "#test/certificate.ts";
import { startFakeSmtp } from "#test/fake-smtp.ts";
import { startSmallMailbox } from "#test/small-mailbox.ts";
import { readCertificate } from "./certificate.ts";
import type { MailServer } from "./mail-server.ts";
import { testImap, testPop3 } from "./mailboxes/verify.ts";
import { testSmtp } from "./transports/verify-smtp.ts";

const mail = { to: "priya@example.com", message: "It works.", from: "ana@acme.test" };
const login = { username: "ana", password: "s3cret", allowPrivate: true };
/** Reaches this machine but is no loopback address, so it counts as a host of a private network. */
const elsewhere = "0.0.0.0";

const own = makeCertificate("DNS:mail.example.com");
const another = makeCertificate("DNS:mail.example.com");

const protocols = {
  smtp: (server: MailServer) => testSmtp(server, mail),
  imap: (server: MailServer) => testImap(server),
  pop3: (server: MailServer) => testPop3(server),
};

async function start(protocol: keyof typeof protocols, options: Parameters<typeof startSmallMailbox>[1] = {}) {
  if (protocol !== "smtp") {
    const server = await startSmallMailbox(protocol, options);
    onTestFinished(server.stop);
    return { port: server.port, leaked: () => server.inTheClear.join("\n").includes("s3cret") };
  }
  const { certificate, secure = false } = options;
  const user = { name: "ana", password: "s3cret" };
  const server = await startFakeSmtp({ user, secure, ...(certificate && { certificate }) });
  onTestFinished(server.stop);
  return { port: server.port, leaked: () => server.mails.some((sent) => !sent.secure) };
}

for (const [name, run] of Object.entries(protocols)) {
  const protocol = name as keyof typeof protocols;

  test(`${name}: without encryption the password is sent only if that is allowed, or to this machine`, async () => {
    const { port, leaked } = await start(protocol);
    const server = { ...login, host: elsewhere, port, secure: false };
    await expect(run(server)).rejects.toMatchObject({ fault: "tls", message: noEncryption });
    expect(leaked()).toBe(false);
    await expect(run({ ...server, allowPlain: true })).resolves.toHaveProperty("message");
    await expect(run({ ...server, host: "127.0.0.1" })).resolves.toHaveProperty("message");
  });

  for (const secure of [true, false]) {
    test(`${name}: a self-signed certificate is shown, and can be trusted on its own (${secure ? "TLS" : "STARTTLS"})`, async () => {
      const { port, leaked } = await start(protocol, { certificate: own, secure });
      const server = { ...login, host: elsewhere, port, secure };
      const refusal = await run(server).catch((error: Error) => error);
      expect(isUntrusted(refusal)).toBe(true);
      const shown = await readCertificate(protocol, server);
      expect(shown).toMatchObject({
        fingerprint: new X509Certificate(own.cert).fingerprint256,
        subject: "CN=intellibox-test",
      });
      await expect(run({ ...server, trustedCertificate: shown.pem })).resolves.toHaveProperty("message");
      const changed = await run({ ...server, trustedCertificate: another.cert }).catch((error: Error) => error);
      expect(changed).toMatchObject({ fault: "tls" });
      expect(isUntrusted(changed)).toBe(true);
      expect(leaked()).toBe(false);
    });
  }

  test(`${name}: reading the certificate fails if there is none`, async () => {
    const { port } = await start(protocol);
    await expect(readCertificate(protocol, { ...login, host: "127.0.0.1", port, secure: true })).rejects.toThrow();
    await expect(
      readCertificate(protocol, { allowPrivate: false, host: "127.0.0.1", port, secure: true }),
    ).rejects.toThrow("This host is not allowed.");
  });
}
