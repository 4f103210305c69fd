import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { mailboxSuite, mailSource, Store } from "../mailbox.suite.ts";
import { openPop3Mailbox } from "./pop3.ts";

let people = 0;

describe.skipIf(!hasDovecot)("POP3", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot.remove());

  for (const leaveOnServer of [true]) {
    mailboxSuite(async () => {
      const user = `p${++people}`;
      return {
        open: () => openPop3Mailbox({ ...dovecot.pop3(user), leaveOnServer }),
        deliver: (raw) => dovecot.deliver(user, raw),
        has: { marks: false, trash: false, sent: false, watch: false, lasts: true },
      };
    });
  }

  const left = (user: string) =>
    dovecot.admin("search", "-u", user, "mailbox", "INBOX", "all").trim().split("\n").filter(Boolean).length;

  test("messages are identified by their unique id, so deletions by other programs do not matter [MBX-07]", async () => {
    for (const subject of ["1", "2", "3"]) await dovecot.deliver("uidl", mailSource(subject));
    const [mailbox, store] = [await openPop3Mailbox({ ...dovecot.pop3("uidl"), leaveOnServer: true }), new Store()];
    await store.sync(mailbox, { limit: 50 });
    // The numbers of the rest go down by one.
    dovecot.admin("expunge", "-u", "uidl", "mailbox", "INBOX", "header", "subject", "1");
    await dovecot.deliver("uidl", mailSource("4"));
    await store.sync(mailbox, { limit: 50 });
    expect(store.arrivals).toEqual(["3", "2", "1", "4"]);
    expect(store.subjects()).toEqual(["1", "2", "3", "4"]);
    expect(left("uidl")).toBe(3);
  });

  test("mail that is not left on the server is deleted after it is committed", async () => {
    for (let at = 0; at < 60; at++) await dovecot.deliver("drain", mailSource(`m${at}`));
    const mailbox = await openPop3Mailbox({ ...dovecot.pop3("drain"), leaveOnServer: false });
    const store = new Store();
    for await (const batch of mailbox.sync(store.cursor, { limit: 500 })) {
      store.commit(batch);
      break;
    }
    // The first batch was committed but never asked past: it is still there.
    expect(left("drain")).toBe(60);
    await store.sync(mailbox, { limit: 500 });
    expect(left("drain")).toBe(0);
    expect(store.rows.size).toBe(60);
    expect(store.arrivals).toHaveLength(60);
  });

  test("a server killed in the middle is a fault, and the next run goes on from there", {
    timeout: 60_000,
  }, async () => {
    for (let at = 0; at < 120; at++) await dovecot.deliver("crash", mailSource(`m${at}`));
    const mailbox = await openPop3Mailbox({ ...dovecot.pop3("crash"), leaveOnServer: false });
    const store = new Store();
    const run = async () => {
      for await (const batch of mailbox.sync(store.cursor, { limit: 500 })) {
        store.commit(batch);
        await dovecot.kill9();
      }
    };
    await expect(run()).rejects.toMatchObject({ fault: "unreachable" });
    await dovecot.start();
    await store.sync(mailbox, { limit: 500 });
    expect(store.rows.size).toBe(120);
    expect(store.arrivals).toHaveLength(120);
    expect(left("crash")).toBe(0);
  });

  test("an invalid cursor fetches all messages again under the same remote ids, and drops none", async () => {
    for (const subject of ["1", "2", "3"]) await dovecot.deliver("forgot", mailSource(subject));
    const [mailbox, store] = [await openPop3Mailbox({ ...dovecot.pop3("forgot"), leaveOnServer: true }), new Store()];
    await store.sync(mailbox, { limit: 50 });
    // The server's only copy of the first is here by now.
    dovecot.admin("expunge", "-u", "forgot", "mailbox", "INBOX", "header", "subject", "1");
    for (const cursor of ["", "{}x", "[]"]) {
      store.cursor = cursor;
      await store.sync(mailbox, { limit: 1 });
      expect(store.subjects()).toEqual(["1", "2", "3"]);
    }
    await store.sync(mailbox, { limit: 50 });
    expect(store.arrivals).toHaveLength(3 + 3 * 2);
  });

  test("a wrong password is an auth error", async () => {
    const mailbox = await openPop3Mailbox({ ...dovecot.pop3("ana"), password: "wrong", leaveOnServer: true });
    await expect(mailbox.sync(null, { limit: 5 }).next()).rejects.toMatchObject({ fault: "auth" });
  });
});

describe("POP3 servers that misbehave", () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  async function served(answers: Record<string, string>) {
    const server = await startTcpServer((socket) => {
      socket.write("+OK ready\r\n");
      socket.on("data", (data) => socket.write(answers[String(data).split(/[ \r]/)[0] ?? ""] ?? "+OK\r\n"));
    });
    cleanups.push(server.stop);
    const at = {
      host: "127.0.0.1",
      port: server.port,
      secure: false,
      username: "a",
      password: "b",
      allowPrivate: true,
    };
    const mailbox = await openPop3Mailbox({ ...at, leaveOnServer: true });
    return mailbox.sync(null, { limit: 5 }).next();
  }

  test("a server without CAPA is supported", async () => {
    const list = { CAPA: "-ERR\r\n", UIDL: "+OK\r\n1 abc\r\n.\r\n", LIST: "+OK\r\n1 20\r\n.\r\n" };
    const { value } = await served({ ...list, RETR: "+OK\r\nSubject: x\r\n\r\n..dot\r\n.\r\n" });
    expect(Buffer.from(value?.arrived[0]?.raw ?? []).toString()).toBe("Subject: x\r\n\r\n.dot\r\n");
  });

  test("a mail of dot-stuffed lines only is restored", async () => {
    const list = { CAPA: "-ERR\r\n", UIDL: "+OK\r\n1 abc\r\n.\r\n", LIST: "+OK\r\n1 20\r\n.\r\n" };
    // Longer than one piece, so that a stuffed dot is on each side of a piece's border.
    const lines = [".. a", "..", "...b", "c..", ".d"].join("\r\n").concat("\r\n").repeat(60_000);
    const { value } = await served({ ...list, RETR: `+OK\r\nSubject: x\r\n\r\n${lines}.\r\n` });
    const raw = Buffer.from(value?.arrived[0]?.raw ?? []).toString();
    const written = [". a", ".", "..b", "c..", ".d"].join("\r\n").concat("\r\n").repeat(60_000);
    expect(raw === `Subject: x\r\n\r\n${written}`).toBe(true);
  });

  test("one that hangs up in the middle of a message is unreachable", async () => {
    const server = await startTcpServer((socket) => {
      socket.write("+OK\r\n");
      socket.on("data", (data) => {
        if (String(data).startsWith("RETR")) socket.end("+OK\r\nSubject: x\r\n\r\nhalf");
        else if (/^(UIDL|LIST)/.test(String(data))) socket.write("+OK\r\n1 20\r\n.\r\n");
        else socket.write(String(data).startsWith("CAPA") ? "-ERR\r\n" : "+OK\r\n");
      });
    });
    cleanups.push(server.stop);
    const at = {
      host: "127.0.0.1",
      port: server.port,
      secure: false,
      username: "a",
      password: "b",
      allowPrivate: true,
    };
    const mailbox = await openPop3Mailbox({ ...at, leaveOnServer: true });
    await expect(mailbox.sync(null, { limit: 5 }).next()).rejects.toMatchObject({ fault: "unreachable" });
  });

  test("a busy server is reported as throttled", async () => {
    await expect(served({ CAPA: "-ERR\r\n", PASS: "-ERR [IN-USE] locked\r\n" })).rejects.toMatchObject({
      fault: "throttled",
    });
  });
});
