// POP3 servers that are old, broken or hostile.
import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { makeCertificate } from "#test/certificate.ts";
import { hasDovecot, startDovecot } from "#test/dovecot.ts";
import { startRelay } from "#test/relay.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { mailSource, Store } from "../mailbox.suite.ts";
import { testPop3 } from "../verify.ts";
import { openPop3Mailbox } from "./pop3.ts";
import { openPop3Session } from "./session.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Mail = { id: string; raw: string; size?: number };
type Behaviour = {
  /** Commands that the server does not support. */
  without?: string[];
  /** Answers that replace the normal ones, by the start of the command. */
  says?: Record<string, string | ((socket: Socket) => void)>;
};

/** A small POP3 server with scripted faults. */
async function startPop3(mails: Mail[], { without = [], says = {} }: Behaviour = {}) {
  const heard: string[] = [];
  const lines = (rows: string[]) => `+OK\r\n${rows.map((row) => `${row}\r\n`).join("")}.\r\n`;
  const stuffed = (raw: string) => `+OK\r\n${raw.replaceAll(/^\./gm, "..")}${raw.endsWith("\r\n") ? "" : "\r\n"}.\r\n`;
  const server = await startTcpServer((socket) => {
    const marked = new Set<Mail>();
    const here = [...mails];
    socket.write("+OK ready\r\n");
    socket.on("data", (data) => {
      const line = String(data).trim();
      heard.push(line);
      const [name = "", number] = line.split(" ");
      const mail = here[Number(number) - 1];
      const own = Object.entries(says).find(([start]) => line.startsWith(start))?.[1];
      if (typeof own === "function") return own(socket);
      if (own !== undefined) return socket.write(own);
      if (without.includes(name)) return socket.write("-ERR unknown command\r\n");
      if (name === "CAPA")
        return socket.write(lines(["USER", ...["UIDL", "TOP"].filter((one) => !without.includes(one))]));
      if (name === "UIDL" && !number) return socket.write(lines(here.map(({ id }, at) => `${at + 1} ${id}`)));
      if (name === "LIST")
        return socket.write(lines(here.map(({ raw, size }, at) => `${at + 1} ${size ?? raw.length}`)));
      if (name === "TOP") return socket.write(stuffed(`${mail?.raw.split("\r\n\r\n")[0]}\r\n\r\n`));
      if (name === "RETR") return socket.write(mail ? stuffed(mail.raw) : "-ERR no such message\r\n");
      if (name === "DELE" && mail) marked.add(mail);
      if (name === "QUIT") for (const one of marked) mails.splice(mails.indexOf(one), 1);
      socket.write("+OK\r\n");
    });
  });
  cleanups.push(server.stop);
  const login = {
    host: "127.0.0.1",
    port: server.port,
    secure: false,
    username: "a",
    password: "b",
    allowPrivate: true,
  };
  return { login, heard, open: (leaveOnServer = true) => openPop3Mailbox({ ...login, leaveOnServer }) };
}

const mailsOf = (...subjects: string[]): Mail[] =>
  subjects.map((subject) => ({ id: `id-${subject}`, raw: mailSource(subject) }));

test("without UIDL, messages are identified by their headers, even if the server adds a Status field", async () => {
  const mails = mailsOf("1", "2");
  const { open } = await startPop3(mails, { without: ["UIDL", "CAPA"] });
  const [mailbox, store] = [await open(), new Store()];
  await store.sync(mailbox, { limit: 50 });
  mails[0] = { id: "", raw: `Status: RO\r\n${mails[0]?.raw}` };
  mails.push(...mailsOf("3"));
  await store.sync(mailbox, { limit: 50 });
  expect(store.arrivals).toEqual(["2", "1", "3"]);
});

test("without UIDL and TOP, the connection test and a sync say that the server is not supported", async () => {
  const { login, open } = await startPop3(mailsOf("1"), { without: ["UIDL", "TOP", "CAPA"] });
  const words = { fault: "protocol", message: expect.stringContaining("neither UIDL nor TOP") };
  await expect(testPop3(login)).rejects.toMatchObject(words);
  await expect((await open()).sync(null, { limit: 5 }).next()).rejects.toMatchObject(words);
  // A server without CAPA may still support both.
  const modest = await startPop3(mailsOf("1"), { without: ["CAPA"] });
  expect((await testPop3(modest.login)).message).toContain("Signed in");
});

test("a message that the server refuses does not block the others, and is fetched once the server returns it", async () => {
  const mails = mailsOf("1", "2", "3");
  const says: Behaviour["says"] = { "RETR 2": "-ERR the message is damaged\r\n" };
  const { open } = await startPop3(mails, { says });
  const [mailbox, store] = [await open(), new Store()];
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(["1", "3"]);
  delete says["RETR 2"];
  await store.sync(mailbox, { limit: 50 });
  expect(store.arrivals).toEqual(["3", "1", "2"]);
});

test("a message that is too large is stored in part, and is never deleted from its server", async () => {
  const mails = mailsOf("small", "huge", "other");
  Object.assign(mails[1] ?? {}, { size: 70 << 20 });
  const { open, heard } = await startPop3(mails);
  const [mailbox, store] = [await open(false), new Store()];
  const partial: string[] = [];
  for (let round = 0; round < 3; round++)
    for await (const batch of mailbox.sync(store.cursor, { limit: 50 })) {
      partial.push(...batch.arrived.filter((mail) => mail.isPartial).map(({ remoteId }) => remoteId));
      store.commit(batch);
    }
  expect(store.arrivals).toEqual(["other", "huge", "small"]);
  expect(partial).toEqual([store.idOf("huge")]);
  expect(heard).toContain("TOP 2 0");
  expect(mails.map(({ id }) => id)).toEqual(["id-huge"]);
});

// Transfers 128 MB.
test.skipIf(process.env.TEST_FAULTS !== "long")("a message without end does not block the mailbox", async () => {
  const piece = Buffer.from(`${"x".repeat(1022)}\r\n`.repeat(1024));
  const flood = (socket: Socket) => {
    socket.write("+OK\r\n");
    const more = () => void (socket.writable && socket.write(piece, () => setImmediate(more)));
    more();
  };
  const mails = mailsOf("1", "2", "3");
  const { open } = await startPop3(mails, { says: { "RETR 2": flood } });
  const [mailbox, store] = [await open(false), new Store()];
  await expect(store.sync(mailbox, { limit: 50 })).rejects.toMatchObject({ fault: "too_large" });
  expect(store.arrivals).toEqual(["3", "(a message too large to read)"]);
  await store.sync(mailbox, { limit: 50 });
  expect(store.arrivals.slice(2)).toEqual(["1"]);
  expect(mails.map(({ id }) => id)).toEqual(["id-2"]);
});

test("identical copies that share a unique id are one message, and all of them are deleted", async () => {
  const mails = [...mailsOf("1"), ...mailsOf("2"), ...mailsOf("2")];
  const { open } = await startPop3(mails);
  const [mailbox, store] = [await open(false), new Store()];
  await store.sync(mailbox, { limit: 50 });
  await store.sync(mailbox, { limit: 50 });
  expect(store.arrivals).toEqual(["2", "1"]);
  expect(mails).toEqual([]);
});

test.each([
  ["lines that are no list", "+OK\r\nhello\r\n.\r\n", "protocol"],
  ["numbers that are none", "+OK\r\n1e9 abc\r\n.\r\n", "protocol"],
  ["an answer to no question", `+OK\r\n${"1 a\r\n".repeat(3)}`, "timeout"],
  ["bytes that are no text", "\x00\x01\xff\xfe\r\n", "protocol"],
  ["a line without end", `+OK ${"x".repeat(10_000)}`, "protocol"],
  ["more messages than any mailbox has", `+OK\r\n${"1 a\r\n".repeat(200_001)}.\r\n`, "protocol"],
  ["a list without end", `+OK\r\n${`1 ${"a".repeat(70)}\r\n`.repeat(230_000)}`, "protocol"],
])("a server that answers UIDL with %s", async (_what, answer, fault) => {
  const { login } = await startPop3(mailsOf("1"), { says: { UIDL: answer } });
  const limits = { connectMs: 5_000, idleMs: 300, pace: { stretchMs: 60_000, bytesPerSecond: 1 } };
  const session = await openPop3Session(login, limits);
  await expect(session.uniqueIds()).rejects.toMatchObject({ fault });
});

test("a server that accepts and never greets times out as fast as one that does not accept", async () => {
  const mute = await startTcpServer(() => undefined);
  try {
    const limits = { connectMs: 200, idleMs: 60_000, pace: { stretchMs: 60_000, bytesPerSecond: 1 } };
    const login = { host: "127.0.0.1", port: mute.port, secure: false, username: "a", password: "b" };
    const opening = openPop3Session({ ...login, allowPrivate: true }, limits);
    await expect(opening).rejects.toMatchObject({ fault: "timeout" });
  } finally {
    await mute.stop();
  }
});

test("a server that sends single bytes slowly times out", async () => {
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write("x"), 20);
    socket.on("close", () => clearInterval(timer));
  };
  const { login } = await startPop3(mailsOf("1"), { says: { RETR: drip } });
  const limits = { connectMs: 5_000, idleMs: 5_000, pace: { stretchMs: 400, bytesPerSecond: 1_000 } };
  const session = await openPop3Session(login, limits);
  await expect(session.retrieve(1, 1 << 20)).rejects.toMatchObject({ fault: "timeout" });
});

describe.skipIf(!hasDovecot)("with TLS", () => {
  test("mail is fetched over STLS and TLS, and the password is never sent unencrypted", async () => {
    const dovecot = await startDovecot({ config: "disable_plaintext_auth = yes" });
    cleanups.push(dovecot.remove);
    for (const subject of ["1", "2"]) await dovecot.deliver("stls", mailSource(subject));
    for (const secure of [false, true]) {
      const relay = await startRelay(secure ? dovecot.ports.pop3s : dovecot.ports.pop3);
      cleanups.push(relay.stop);
      const said: string[] = [];
      relay.onCommand = (words) => void said.push(words);
      const login = { ...dovecot.pop3("stls", secure), port: relay.port };
      const store = new Store();
      await store.sync(await openPop3Mailbox({ ...login, leaveOnServer: true }), { limit: 50 });
      expect(store.subjects()).toEqual(["1", "2"]);
      expect(said.join("")).not.toMatch(/PASS|AUTH/);
      expect(said.some((words) => words.startsWith("STLS"))).toBe(!secure);
      const stranger = await openPop3Mailbox({ ...login, ca: makeCertificate().cert, leaveOnServer: true });
      await expect(stranger.sync(null, { limit: 5 }).next()).rejects.toMatchObject({ fault: "tls" });
    }
  });
});
