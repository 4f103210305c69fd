import { afterEach, expect, test } from "vitest";
import { makeCertificate } from "#test/certificate.ts";
import { type FakeSmtp, type FakeSmtpOptions, type Stage, startFakeSmtp } from "#test/fake-smtp.ts";
import { openSmtpTransports, type SmtpLimits } from "./smtp.ts";
import type { SendPhase, TransportError } from "./transport.ts";

const user = { name: "ana", password: "secret" };
const mail = {
  raw: Buffer.from("From: ana@acme.test\r\nSubject: x\r\n\r\nHello\r\n.dot\r\n..two\r\n"),
  envelope: { from: "ana@acme.test", to: ["priya@example.com", "bcc@example.com"] },
};
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function world(options: FakeSmtpOptions = { user }, limits: Partial<SmtpLimits> = {}) {
  const server = await startFakeSmtp(options);
  const transports = openSmtpTransports(limits);
  cleanups.push(server.stop, transports.close);
  return { server, transports, ...dialogue(server, transports, options.certificate?.cert) };
}

function dialogue(server: FakeSmtp, transports: ReturnType<typeof openSmtpTransports>, ca?: string) {
  const settings = {
    host: "localhost",
    port: server.port,
    secure: false,
    username: "ana",
    password: "secret",
    allowPrivate: true,
    ca,
  };
  const phases: SendPhase[] = [];
  const send = (
    changes: object = {},
    note: (phase: SendPhase) => Promise<void> = async (phase) => void phases.push(phase),
  ) => transports.open({ ...settings, ...changes }).send(mail, note);
  const fault = (changes?: object) =>
    send(changes).then(
      () => "sent",
      (error: TransportError) => error.fault,
    );
  return { send, fault, phases };
}

test("the mail arrives byte for byte, for all recipients on the envelope", async () => {
  const { send, server, phases } = await world();
  const delivery = await send();
  expect(delivery).toMatchObject({ accepted: mail.envelope.to, refused: [] });
  expect(delivery.answer).toMatch(/^250 /);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toMatchObject({ from: "ana@acme.test", to: mail.envelope.to, user: "ana" });
  expect(server.mails[0]?.raw.equals(mail.raw)).toBe(true);
  expect(phases).toEqual(["connecting", "data_sent"]);
});

test("the final dot is sent only after data_sent is stored", async () => {
  const { send, server } = await world();
  let atNote: number | undefined;
  await send({}, async (phase) => {
    if (phase !== "data_sent") return;
    await new Promise((done) => setTimeout(done, 200));
    atNote = server.mails.length;
  });
  expect(atNote).toBe(0);
  expect(server.mails).toHaveLength(1);
});

test("a mail is not sent if data_sent cannot be stored", async () => {
  const { send, server, fault } = await world();
  const failing = async (phase: SendPhase) => {
    if (phase === "data_sent") throw new Error("database gone");
  };
  await expect(send({}, failing)).rejects.toThrow("database gone");
  expect(server.mails).toEqual([]);
  expect(await fault()).toBe("sent");
});

const stages: Stage[] = ["connect", "auth", "mail", "rcpt", "data", "end"];
for (const stage of stages) {
  test(`refusals at ${stage} are temporary with 4xx and final with 5xx`, async () => {
    const { server, fault } = await world();
    server.script[stage] = "450 4.2.1 Busy";
    expect(await fault()).toBe("temporary");
    // The server closes the connection after 421, which may be noticed before its answer is read.
    server.script[stage] = "421 4.3.2 Closing";
    expect(await fault()).toMatch(/^(temporary|unreachable)$/);
    server.script[stage] = "550 5.7.1 No";
    expect(await fault()).toBe(stage === "auth" ? "auth" : "permanent");
    delete server.script[stage];
    expect(await fault()).toBe("sent");
  });

  test(`a server that drops or hangs at ${stage} leaves ${stage === "end" ? "an unknown outcome" : "nothing sent"}`, async () => {
    const dropping = await world();
    dropping.server.script[stage] = "drop";
    expect(await dropping.fault()).toBe(stage === "end" ? "unknown_outcome" : "unreachable");
    const hanging = await world({ user }, stage === "end" ? { afterDotMs: 500 } : { untilDotMs: 500 });
    hanging.server.script[stage] = "hang";
    expect(await hanging.fault()).toBe(stage === "end" ? "unknown_outcome" : "timeout");
    for (const { phases } of [dropping, hanging]) expect(phases.includes("data_sent")).toBe(stage === "end");
  });
}

test("a refused recipient among others is reported with the server's answer", async () => {
  const { server, send } = await world();
  server.script.rcpt = (address) => (address.startsWith("bcc") ? "550 5.1.1 No such user" : undefined);
  expect(await send()).toMatchObject({
    accepted: ["priya@example.com"],
    refused: [{ address: "bcc@example.com", fault: "permanent", answer: "550 5.1.1 No such user" }],
  });
});

test("if every recipient is refused, one of them temporarily, the mail may be retried", async () => {
  const { server, fault } = await world();
  server.script.rcpt = (address) => (address.startsWith("bcc") ? "550 5.1.1 No such user" : "450 4.2.1 Greylisted");
  expect(await fault()).toBe("temporary");
});

test("twenty mails share a few connections", async () => {
  const { send, server } = await world({ user }, { connections: 2 });
  await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(server.mails).toHaveLength(20);
  expect(server.connections()).toBeLessThanOrEqual(2);
});

test("a kept connection that the server dropped neither loses nor doubles a mail", async () => {
  const { send, server, transports } = await world({ user }, { connections: 1 });
  await send();
  await server.stop();
  const again = await startFakeSmtp({ user, port: server.port });
  cleanups.push(again.stop);
  await dialogue(again, transports).send();
  expect(again.mails).toHaveLength(1);
});

test("changed settings open a new connection", async () => {
  const { fault } = await world();
  expect(await fault()).toBe("sent");
  expect(await fault({ password: "wrong" })).toBe("auth");
  expect(await fault()).toBe("sent");
});

test("a hanging server does not delay the mail of another", async () => {
  const { transports, server, send } = await world();
  server.script.connect = "hang";
  const other = await startFakeSmtp({ user });
  cleanups.push(other.stop);
  const stuck = Promise.allSettled(Array.from({ length: 10 }, () => send()));
  await dialogue(other, transports).send();
  expect(other.mails).toHaveLength(1);
  await server.stop();
  cleanups.splice(cleanups.indexOf(server.stop), 1);
  await stuck;
});

test("STARTTLS is used if the server offers it, and a bad certificate stops the mail", async () => {
  const { send, fault, server } = await world({ user, certificate: makeCertificate() });
  await send();
  expect(server.mails).toMatchObject([{ secure: true }]);
  expect(await fault({ ca: undefined })).toBe("tls");
  expect(await fault({ allowPrivate: false })).toBe("forbidden_host");
  expect(server.mails).toHaveLength(1);
});

test("a server that allows few connections gets all mail over those, and one that allows more gets more", async () => {
  const strict = await world({ user, maxClients: 2 });
  const sent = await Promise.all(Array.from({ length: 20 }, () => strict.send()));
  expect(sent).toHaveLength(20);
  expect(strict.server.mails).toHaveLength(20);
  const generous = await world();
  for (const _burst of [1, 2]) await Promise.all(Array.from({ length: 30 }, () => generous.send()));
  expect(generous.server.mails).toHaveLength(60);
  expect(generous.server.connections()).toBeGreaterThan(5);
  expect(generous.server.connections()).toBeLessThanOrEqual(20);
});
