// The contract with nodemailer's internals: each test states what we rely on, and fails if a release behaves otherwise.
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import SMTPPool from "nodemailer/lib/smtp-pool";
import { afterEach, expect, test } from "vitest";
import { type FakeSmtp, startFakeSmtp } from "#test/fake-smtp.ts";
import { until } from "#test/outbox-world.ts";
import { compileMail, encodeBase64, encodeQuotedPrintable, openSmtpPool } from "./nodemailer.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const settings = { maxConnections: 1, idleTimeout: 30_000, maxRequeues: 2, betweenMs: 10_000, logger: false };

/** A pool whose sockets are ours, as in production. */
async function poolFor(changes: Partial<typeof settings> = {}) {
  const server = await startFakeSmtp();
  const sockets: Socket[] = [];
  const pool = openSmtpPool({ ...settings, ...changes, ...ownSocket(server, sockets) });
  cleanups.push(server.stop, pool.close);
  return { server, pool, sockets };
}

const ownSocket = ({ port }: FakeSmtp, sockets: Socket[] = []) => ({
  host: "127.0.0.1",
  port,
  getSocket(_options: unknown, done: (error: Error | null, socket: { connection: Socket }) => void) {
    const connection = connect(port, "127.0.0.1", () => done(null, { connection }));
    sockets.push(connection);
  },
});

const envelope = { from: "ana@acme.test", to: ["priya@example.com", "ben@example.com"] };
const text = "Subject: x\r\n\r\nHello\r\n";
const mail = (stream = () => Readable.from([Buffer.from(text)])) => ({ envelope, stream });

/** A stream that ends when it is told to, and says when it is first read. */
function heldStream() {
  let isRead = false;
  let sent = false;
  const stream = new Readable({
    read() {
      isRead = true;
      if (!sent) this.push(text);
      sent = true;
    },
  });
  return { stream, isRead: () => isRead, end: () => stream.push(null) };
}

test("the pool asks a message for four functions and nothing else", async () => {
  const server = await startFakeSmtp();
  const pool = new SMTPPool({ ...settings, ...ownSocket(server), pool: true });
  cleanups.push(server.stop, () => pool.close());
  const asked = new Set<string | symbol>();
  const message = new Proxy<Record<string | symbol, unknown>>(
    {
      getEnvelope: () => ({ ...envelope }),
      messageId: () => "",
      getHeader: () => "",
      createReadStream: () => Readable.from([Buffer.from(text)]),
    },
    {
      get(target, name) {
        asked.add(name);
        return target[name];
      },
    },
  );
  await new Promise<void>((resolve, reject) => {
    pool.send({ data: {}, message } as never, (error) => (error ? reject(error) : resolve()));
  });
  expect([...asked].sort()).toEqual(["createReadStream", "getEnvelope", "getHeader", "messageId"]);
});

test("a receipt names the accepted and the refused recipients with the server's words", async () => {
  const { pool, server } = await poolFor();
  server.script.rcpt = (address) => (address.startsWith("ben") ? "550 5.1.1 No such user" : undefined);
  const receipt = await pool.send(mail());
  expect(receipt.accepted).toEqual(["priya@example.com"]);
  expect(receipt.rejectedErrors).toMatchObject([
    { recipient: "ben@example.com", responseCode: 550, response: "550 5.1.1 No such user" },
  ]);
  expect(receipt.response).toMatch(/^250 /);
  expect(envelope).toEqual({ from: "ana@acme.test", to: ["priya@example.com", "ben@example.com"] });
});

test("an error carries the server's code and words", async () => {
  const { pool, server } = await poolFor();
  server.script.mail = "451 4.3.0 Later";
  await expect(pool.send(mail())).rejects.toMatchObject({
    code: "EENVELOPE",
    responseCode: 451,
    response: "451 4.3.0 Later",
  });
});

test("a stream is not read before the server has agreed to take the mail", async () => {
  const { pool, server } = await poolFor();
  server.script.data = "554 5.7.1 No";
  const held = heldStream();
  await expect(pool.send(mail(() => held.stream))).rejects.toMatchObject({ responseCode: 554 });
  expect(held.isRead()).toBe(false);
});

test("the final dot waits for the end of the stream", async () => {
  const { pool, server } = await poolFor();
  const held = heldStream();
  const sent = pool.send(mail(() => held.stream));
  await until(async () => held.isRead());
  expect(server.mails).toEqual([]);
  held.end();
  await sent;
  expect(server.mails).toHaveLength(1);
});

test("a stream that fails ends the connection without a final dot", async () => {
  const { pool, server } = await poolFor();
  const held = heldStream();
  const sent = pool.send(mail(() => held.stream));
  const failed = expect(sent).rejects.toThrow("the database is away");
  await until(async () => held.isRead());
  held.stream.destroy(new Error("the database is away"));
  await failed;
  expect(server.mails).toEqual([]);
});

test("a changed limit of connections counts from the next mail on", async () => {
  const { pool, server } = await poolFor({ maxConnections: 1 });
  const held = Array.from({ length: 3 }, heldStream);
  const sent = held.map(({ stream }) => pool.send(mail(() => stream)));
  await until(async () => held[0]?.isRead());
  expect(pool.maxConnections).toBe(1);
  expect(server.connections()).toBe(1);
  pool.maxConnections = 2;
  const fourth = heldStream();
  sent.push(pool.send(mail(() => fourth.stream)));
  await until(async () => held[1]?.isRead());
  expect(server.connections()).toBe(2);
  expect(held[2]?.isRead()).toBe(false);
  expect(pool.pendingCount()).toBe(4);
  for (const { end } of [...held, fourth]) end();
  await Promise.all(sent);
  expect(server.connections()).toBe(2);
  expect(pool.pendingCount()).toBe(0);
});

test("a mail is sent again over a new connection if a kept one was dropped before a byte of it was read", async () => {
  const { pool, server, sockets } = await poolFor();
  await pool.send(mail());
  // Dropped by the server in the dialogue of the second mail, as a kept connection is that it had forgotten.
  let drops = 1;
  server.script.mail = () => (drops-- > 0 ? "drop" : undefined);
  await pool.send(mail());
  expect(server.mails).toHaveLength(2);
  expect(sockets).toHaveLength(2);
});

test("a closed pool sends the mail under way to its end, and refuses the next one", async () => {
  const { pool, server } = await poolFor();
  const held = heldStream();
  const sent = pool.send(mail(() => held.stream));
  await until(async () => held.isRead());
  pool.close();
  await expect(pool.send(mail())).rejects.toMatchObject({ code: "ECONNECTION" });
  held.end();
  await sent;
  expect(server.mails).toHaveLength(1);
});

test("a compiled mail is a tree of parts with plain strings, encodings, boundaries and headers", () => {
  const root = compileMail({ from: "a@b.test", to: "c@d.test", subject: "Grüße", text: "Hällo", html: "<p>Hi</p>" });
  // The multipart type is known once the headers are built.
  expect(root.buildHeaders()).toMatch(/^Content-Type: multipart\/alternative;\s+boundary="/m);
  expect(root.buildHeaders()).toContain("Subject: =?UTF-8?");
  expect(root).toMatchObject({ multipart: "alternative", boundary: expect.stringMatching(/^\S+$/) });
  expect(root.childNodes.map(({ content }) => content)).toEqual(["Hällo", "<p>Hi</p>"]);
  expect(root.childNodes.map((part) => part.getTransferEncoding())).toEqual(["quoted-printable", "7bit"]);
  for (const part of root.childNodes) expect(part.multipart || part.childNodes.length).toBeFalsy();
});

test("encoded text is plain ASCII, folded at 76 characters", () => {
  expect(encodeQuotedPrintable("é=")).toBe("=C3=A9=3D");
  expect(encodeBase64("é")).toBe("w6k=");
  for (const encode of [encodeQuotedPrintable, encodeBase64])
    expect(
      Math.max(
        ...encode("é".repeat(500))
          .split("\r\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(76);
});
