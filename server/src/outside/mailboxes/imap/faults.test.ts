// Faults of an IMAP server at critical moments.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Dovecot, type DovecotOptions, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { until } from "#test/outbox-world.ts";
import { type Relay, startRelay } from "#test/relay.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { mailSource, Store } from "../mailbox.suite.ts";
import type { ImapLimits } from "./client.ts";
import { openImapMailbox } from "./imap.ts";

const condstoreOnly = "IMAP4rev1 SASL-IR LITERAL+ ENABLE IDLE SPECIAL-USE CONDSTORE UIDPLUS MOVE";
let dovecot: Dovecot;
let people = 0;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Somebody's mailbox with so many mails, reached by way of a relay. */
async function reached(mails: number, limits: Partial<ImapLimits> = {}, server = dovecot) {
  const user = `f${++people}`;
  for (let at = 1; at <= mails; at++) await server.deliver(user, mailSource(`m${at}`));
  const relay = await startRelay(server.ports.imap);
  cleanups.push(relay.stop);
  const store = new Store();
  const open = async (changes: { folder?: string } = {}) => {
    const mailbox = await openImapMailbox({ ...server.imap(user), port: relay.port, ...changes }, limits);
    cleanups.push(mailbox.close);
    return mailbox;
  };
  const subjects = (folder: string) =>
    server.admin("fetch", "-u", user, "hdr.subject", "mailbox", folder).match(/m\d+/g)?.sort() ?? [];
  return { user, relay, store, open, subjects };
}

/** Answers every command that matches as a server does that will not. */
function refuse(relay: Relay, command: RegExp, words = "NO [NOPERM] Not allowed") {
  relay.onCommand = (said) => (command.test(said) ? `${said.split(" ")[0]} ${words}\r\n` : undefined);
}

describe.skipIf(!hasDovecot)("an IMAP server", () => {
  beforeAll(async () => {
    dovecot = await startDovecot({ config: "ssl = no" });
  });
  afterAll(() => dovecot.remove());

  test("that refuses a change makes it fail [MBX-11] [MBX-12]", async () => {
    const { relay, store, open, subjects } = await reached(2);
    const mailbox = await open();
    await store.sync(mailbox, { limit: 50 });
    refuse(relay, /UID (STORE|MOVE|COPY)/);
    await expect(mailbox.setUnread(store.idOf("m1"), false)).rejects.toMatchObject({ fault: "denied" });
    await expect(mailbox.remove(store.idOf("m1"))).rejects.toMatchObject({ fault: "denied" });
    expect([subjects("INBOX"), subjects("Trash")]).toEqual([["m1", "m2"], []]);
    relay.onCommand = () => undefined;
    await mailbox.remove(store.idOf("m1"));
    expect([subjects("INBOX"), subjects("Trash")]).toEqual([["m2"], ["m1"]]);
  });

  test("that hangs ends a watched connection after a probe, and a command after a silence fails soon", async () => {
    const { relay, store, open } = await reached(1, { probeAfterMs: 400, probeMs: 300 });
    const mailbox = await open();
    await store.sync(mailbox, { limit: 50 });
    const said: string[] = [];
    relay.onCommand = (words) => void said.push(words.trim().replace(/^\w+ (?=[A-Z]+$)/, ""));
    const watching = mailbox.watch(() => undefined, new AbortController().signal);
    watching.catch(() => undefined);
    // A server that answers is probed again and again, and the folder is not opened again.
    await until(() => said.filter((words) => words === "NOOP").length >= 3);
    expect(said.filter((words) => words === "DONE").length).toBeGreaterThanOrEqual(3);
    expect(said.filter((words) => /SELECT/.test(words)).length).toBeLessThanOrEqual(1);
    relay.freeze();
    await expect(watching).rejects.toMatchObject({ fault: "timeout" });
  });

  test("that hangs fails a sync over a connection that was silent, long before the limit of silence", async () => {
    const { relay, store, open } = await reached(1, { probeAfterMs: 60_000, probeMs: 300 });
    const mailbox = await open();
    await store.sync(mailbox, { limit: 50 });
    let isIdle = false;
    relay.onAnswer = (data) => {
      isIdle ||= data.toString().startsWith("+ ");
      return data;
    };
    const watching = mailbox.watch(() => undefined, new AbortController().signal);
    watching.catch(() => undefined);
    await until(() => isIdle);
    const clock = vi.spyOn(Date, "now");
    const now = Date.now();
    clock.mockImplementation(() => now + 6_000);
    cleanups.push(async () => clock.mockRestore());
    relay.freeze();
    await expect(store.sync(mailbox, { limit: 50 })).rejects.toMatchObject({ fault: "timeout" });
    await expect(watching).rejects.toMatchObject({ fault: expect.stringMatching(/timeout|unreachable/) });
  });

  test.each(["setUnread", "remove"] as const)("that closes the connection at %s makes it fail", async (change) => {
    const { relay, store, open } = await reached(1);
    const mailbox = await open();
    await store.sync(mailbox, { limit: 50 });
    relay.onCommand = (said) => {
      if (/UID (STORE|MOVE)/.test(said)) relay.cut();
      return undefined;
    };
    await expect(mailbox[change](store.idOf("m1"), false)).rejects.toMatchObject({ fault: "unreachable" });
  });

  test("that cannot read one message returns all others, and that one later", async () => {
    const { relay, store, open } = await reached(6);
    const mailbox = await open();
    // Fails for the batch, and for the third message alone, as with a broken message file.
    refuse(relay, /UID FETCH (?:1:6|3) .*BODY\.PEEK\[\]/, "NO [SERVERBUG] Internal error");
    await store.sync(mailbox, { limit: 50 });
    expect(store.subjects()).toEqual(["m1", "m2", "m4", "m5", "m6"]);
    await store.sync(mailbox, { limit: 50 });
    expect(store.subjects()).toHaveLength(5);
    relay.onCommand = () => undefined;
    await store.sync(mailbox, { limit: 50 });
    expect(store.subjects()).toEqual(["m1", "m2", "m3", "m4", "m5", "m6"]);
    expect(store.arrivals).toHaveLength(6);
  });

  test("that is unavailable is not asked for each message alone", async () => {
    const { relay, store, open } = await reached(3);
    const mailbox = await open();
    refuse(relay, /BODY\.PEEK\[\]/, "NO [UNAVAILABLE] Try again later");
    await expect(store.sync(mailbox, { limit: 50 })).rejects.toMatchObject({ fault: "throttled" });
  });

  test("that falls silent during IDLE is noticed", async () => {
    const { relay, open } = await reached(1, { silentMs: 400 });
    const mailbox = await open();
    const watching = mailbox.watch(() => undefined, new AbortController().signal);
    watching.catch(() => undefined);
    // Long enough for a check of the silent connection, which succeeds.
    await sleep(1_500);
    relay.freeze();
    await expect(watching).rejects.toMatchObject({ fault: expect.stringMatching(/unreachable|timeout/) });
  });

  test("that sends single bytes slowly times out, and so does one that never completes the sign-in", async () => {
    const { relay, store, open } = await reached(3, { pace: { stretchMs: 500, bytesPerSecond: 1000 } });
    const mailbox = await open();
    relay.trickle(50);
    await expect(store.sync(mailbox, { limit: 50 })).rejects.toMatchObject({ fault: "timeout" });

    const tarpit = await startTcpServer((socket) => {
      socket.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n* ");
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    });
    cleanups.push(tarpit.stop);
    const login = { ...dovecot.imap("nobody"), port: tarpit.port };
    await expect(openImapMailbox(login, { openMs: 400 })).rejects.toMatchObject({ fault: "timeout" });
  });

  test("that gets mail during a sync is not asked for the same mail twice", async () => {
    const { store, open } = await reached(4);
    const mailbox = await open();
    await store.sync(mailbox, { limit: 50 });
    const cursor = JSON.parse(store.cursor ?? "");
    // The state if the last message arrived between SELECT and the listing.
    store.cursor = JSON.stringify({ ...cursor, inbox: { ...cursor.inbox, next: cursor.inbox.next - 1 } });
    await store.sync(mailbox, { limit: 50 });
    expect(store.arrivals).toHaveLength(4);
    expect(JSON.parse(store.cursor ?? "").inbox.next).toBe(cursor.inbox.next);
  });

  test("is watched with any spelling of INBOX", async () => {
    const { user, store, open } = await reached(1);
    const mailbox = await open({ folder: "Inbox" });
    await store.sync(mailbox, { limit: 50 });
    const stop = new AbortController();
    const told = Promise.withResolvers<void>();
    const watching = mailbox.watch(told.resolve, stop.signal);
    await sleep(300);
    await dovecot.deliver(user, mailSource("m2"));
    await told.promise;
    stop.abort();
    await watching;
  });

  test("whose Sent folder is used as the inbox returns each mail once, with folder names in any language", async () => {
    const { user, open } = await reached(0);
    for (const folder of ["Sent", "Ärger & Post/日本"]) {
      if (folder !== "Sent") dovecot.admin("mailbox", "create", "-u", user, folder);
      const store = new Store();
      const mailbox = await open({ folder });
      await mailbox.keepSent(Buffer.from(mailSource("kept")));
      await store.sync(mailbox, { limit: 50 });
      expect(store.arrivals).toEqual(folder === "Sent" ? ["kept"] : ["kept", "kept"]);
    }
  });
});

const modseqServers: [string, DovecotOptions][] = [
  ["CONDSTORE alone", { imapCapability: condstoreOnly }],
  ["QRESYNC", {}],
];
describe.skipIf(!hasDovecot).each(modseqServers)("a server with %s", (_name, options) => {
  test("reports a flag that changed during the sync [MBX-06]", async () => {
    const server = await startDovecot({ config: "ssl = no", ...options });
    cleanups.push(server.remove);
    const { user, relay, store, open } = await reached(5, {}, server);
    const mailbox = await open();
    await store.sync(mailbox, { limit: 50 });
    const mark = (uid: number) =>
      server.admin("flags", "add", "-u", user, "\\Seen", "mailbox", "INBOX", "uid", `${uid}`);
    mark(1);
    // After the flags are read and before the messages are listed.
    let isMarked = false;
    relay.onCommand = (said) => {
      if (/UID SEARCH/.test(said) && !isMarked) mark(2);
      isMarked ||= /UID SEARCH/.test(said);
      return undefined;
    };
    await store.sync(mailbox, { limit: 50 });
    expect(isMarked).toBe(true);
    await store.sync(mailbox, { limit: 50 });
    const read = [...store.rows.values()].filter(({ unread }) => !unread);
    expect(read.map(({ subject }) => subject).sort()).toEqual(["m1", "m2"]);
  });
});
