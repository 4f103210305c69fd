import { afterEach, expect, test } from "vitest";
import { makeCertificate } from "#test/certificate.ts";
import { type FakeSmtpOptions, startFakeSmtp } from "#test/fake-smtp.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { testSmtp } from "./verify-smtp.ts";

const mail = { to: "priya@example.com", message: "It works.", from: "ana@acme.test", fromName: "Ana" };
const user = { name: "ana", password: "secret" };
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function smtp(options: FakeSmtpOptions = { user }) {
  const server = await startFakeSmtp(options);
  cleanups.push(server.stop);
  const settings = {
    host: "localhost",
    port: server.port,
    secure: options.secure ?? false,
    username: "ana",
    password: "secret",
    allowPrivate: true,
    ca: options.certificate?.cert,
  };
  return { ...server, settings };
}

test("the test mail arrives, from the name and address given", async () => {
  const { settings, mails } = await smtp();
  const { message } = await testSmtp(settings, mail);
  expect(message).toBe("Test email sent to priya@example.com.");
  expect(mails).toMatchObject([{ from: "ana@acme.test", to: ["priya@example.com"], user: "ana", secure: false }]);
  expect(mails[0]?.raw.toString()).toContain("From: Ana <ana@acme.test>");
});

test("implicit TLS is used if the settings say so", async () => {
  const { settings, mails } = await smtp({ user, secure: true, certificate: makeCertificate() });
  await testSmtp(settings, mail);
  expect(mails).toMatchObject([{ secure: true }]);
});

test("STARTTLS is used if the server offers it", async () => {
  const { settings, mails } = await smtp({ user, certificate: makeCertificate() });
  await testSmtp(settings, mail);
  expect(mails).toMatchObject([{ secure: true }]);
});

for (const secure of [true, false]) {
  test(`an untrusted certificate stops the test before the password is sent (${secure ? "TLS" : "STARTTLS"})`, async () => {
    const { settings, mails } = await smtp({ user, secure, certificate: makeCertificate() });
    await expect(testSmtp({ ...settings, ca: undefined }, mail)).rejects.toMatchObject({
      fault: "tls",
      message: "The server's certificate is not trusted.",
    });
    expect(mails).toEqual([]);
  });

  test(`a certificate for another name has its own message (${secure ? "TLS" : "STARTTLS"})`, async () => {
    const { settings } = await smtp({ user, secure, certificate: makeCertificate("DNS:other.example") });
    await expect(testSmtp(settings, mail)).rejects.toMatchObject({
      fault: "tls",
      message: "The server's certificate belongs to another name.",
    });
  });
}

test("TLS on a port without TLS has its own message", async () => {
  const { settings } = await smtp();
  await expect(testSmtp({ ...settings, secure: true }, mail)).rejects.toMatchObject({
    fault: "tls",
    message: "The server does not speak TLS on this port. Check the port, or turn Secure off.",
  });
});

test("a wrong password has its own message", async () => {
  const { settings } = await smtp();
  await expect(testSmtp({ ...settings, password: "wrong" }, mail)).rejects.toMatchObject({
    fault: "auth",
    message: "The server refused the user name or password.",
  });
});

test("a refused recipient is reported with the server's answer", async () => {
  const { settings, script } = await smtp();
  script.rcpt = "550 5.1.1 No such user here";
  await expect(testSmtp(settings, mail)).rejects.toMatchObject({
    fault: "permanent",
    message: "The server refused the mail: 550 5.1.1 No such user here",
  });
  script.rcpt = "450 4.2.1 Busy";
  await expect(testSmtp(settings, mail)).rejects.toMatchObject({ fault: "temporary" });
});

test("a silent server times out at the deadline", async () => {
  const { settings, script } = await smtp();
  script.connect = "hang";
  await expect(testSmtp(settings, mail, 300)).rejects.toMatchObject({ fault: "timeout" });
});

test("a closed port, an unknown name, garbage and a forbidden host have different faults", async () => {
  const { settings, stop } = await smtp();
  await stop();
  cleanups.pop();
  const garbage = await startTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
  cleanups.push(garbage.stop);
  const fault = (changes: object) => testSmtp({ ...settings, ...changes }, mail).catch((error) => error.fault);
  expect(await fault({})).toBe("refused");
  expect(await fault({ host: "mail.nowhere.invalid" })).toBe("name_not_found");
  expect(await fault({ port: garbage.port })).toBe("protocol");
  expect(await fault({ allowPrivate: false })).toBe("forbidden_host");
});

test("a line break in a name or address stops the test", async () => {
  const { settings, mails } = await smtp();
  for (const change of [{ fromName: "Ana\r\nBcc: evil@evil.invalid" }, { to: "a@b.test\r\nBcc: evil@evil.invalid" }]) {
    await expect(testSmtp(settings, { ...mail, ...change })).rejects.toMatchObject({ fault: "permanent" });
  }
  expect(mails).toEqual([]);
});
