import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, type DovecotOptions, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailboxSuite, mailSource, Store } from "../mailbox.suite.ts";
import { openImapMailbox } from "./imap.ts";

const folders = { inbox: "INBOX", sent: "Sent", trash: "Trash" };
let people = 0;

const servers: [string, DovecotOptions, { idles: boolean }][] = [
  ["QRESYNC", {}, { idles: true }],
  [
    "CONDSTORE alone",
    { imapCapability: "IMAP4rev1 SASL-IR LITERAL+ ENABLE IDLE SPECIAL-USE CONDSTORE UIDPLUS MOVE" },
    { idles: true },
  ],
  ["neither", { imapCapability: "IMAP4rev1 LITERAL+" }, { idles: false }],
];

describe.skipIf(!hasDovecot).each(servers)("a server with %s", (_name, options, { idles }) => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot(options);
  });
  afterAll(() => dovecot.remove());

  function person() {
    const user = `u${++people}`;
    const query = (subject: string) => ["mailbox", "INBOX", "header", "subject", subject];
    return {
      user,
      open: () => openImapMailbox(dovecot.imap(user)),
      deliver: (raw: string, { folder = "inbox" as keyof typeof folders, seen = false } = {}) =>
        dovecot.deliver(user, raw, { folder: folders[folder], seen }),
      elsewhere: {
        markRead: async (subject: string) =>
          void dovecot.admin("flags", "add", "-u", user, "\\Seen", ...query(subject)),
        remove: async (subject: string) => void dovecot.admin("expunge", "-u", user, ...query(subject)),
      },
      has: { marks: true, trash: true, sent: true, watch: idles },
    };
  }

  mailboxSuite(async () => person());

  test("the newest messages over all folders are fetched first", async () => {
    const ana = person();
    await ana.deliver(mailSource("in-1"));
    await ana.deliver(mailSource("out-1"), { folder: "sent", seen: true });
    const [mailbox, store] = [await ana.open(), new Store()];
    await store.sync(mailbox, { limit: 2 });
    expect(store.subjects("inbox")).toEqual(["in-1"]);
    expect(store.subjects("sent")).toEqual(["out-1"]);
    await mailbox.close();
  });

  test("a changed UIDVALIDITY is noticed, and all messages of before are fetched again with new ones", async () => {
    const ana = person();
    for (const subject of ["1", "2", "3", "4"]) await ana.deliver(mailSource(subject));
    const [mailbox, store] = [await ana.open(), new Store()];
    await store.sync(mailbox, { limit: 3 });
    await mailbox.close();
    const before = [...store.rows.keys()];
    dovecot.admin("mailbox", "update", "-u", ana.user, "--uid-validity", String(2_000_000_000 + people), "INBOX");
    await ana.deliver(mailSource("5"));

    const again = await ana.open();
    await store.sync(again, { limit: 50 });
    expect(store.subjects()).toEqual(["2", "3", "4", "5"]);
    expect([...store.rows.keys()].some((id) => before.includes(id))).toBe(false);
    await expect(again.setUnread(before[0] ?? "", true)).rejects.toMatchObject({ fault: "stale" });
    await again.close();
  });

  test("a message that another program moved is in its new folder, once", async () => {
    const ana = person();
    for (const subject of ["1", "2"]) await ana.deliver(mailSource(subject));
    const [mailbox, store] = [await ana.open(), new Store()];
    await store.sync(mailbox, { limit: 50 });
    dovecot.admin("move", "-u", ana.user, "Trash", "mailbox", "INBOX", "header", "subject", "1");
    await store.sync(mailbox, { limit: 50 });
    expect([store.subjects("inbox"), store.subjects("trash")]).toEqual([["2"], ["1"]]);
    await mailbox.close();
  });

  test("a server killed in the middle is a fault, and the next run goes on from there", {
    timeout: 60_000,
  }, async () => {
    const ana = person();
    for (let at = 0; at < 600; at++) await ana.deliver(mailSource(`m${at}`));
    const store = new Store();
    const mailbox = await ana.open();
    // More than one batch and its prefetch.
    const run = async () => {
      let batches = 0;
      for await (const batch of mailbox.sync(store.cursor, { limit: 1_000 })) {
        store.commit(batch);
        if (++batches === 2) await dovecot.kill9();
      }
    };
    await expect(run()).rejects.toMatchObject({ fault: "unreachable" });
    await mailbox.close();
    await dovecot.start();
    const again = await ana.open();
    await store.sync(again, { limit: 1_000 });
    expect(store.rows.size).toBe(600);
    expect(store.arrivals).toHaveLength(600);
    await again.close();
  });

  test("all changes during a long pause are synced", { timeout: 60_000 }, async () => {
    const ana = person();
    for (let at = 0; at < 40; at++) await ana.deliver(mailSource(`m${at}`));
    const store = new Store();
    const mailbox = await ana.open();
    await store.sync(mailbox, { limit: 25 });
    await mailbox.close();
    for (let at = 0; at < 40; at += 3) await ana.elsewhere.remove(`m${at}`);
    dovecot.admin("flags", "add", "-u", ana.user, "\\Seen", "mailbox", "INBOX", "1:10");
    for (let at = 40; at < 45; at++) await ana.deliver(mailSource(`m${at}`));

    const again = await ana.open();
    await store.sync(again, { limit: 500 });
    await store.sync(again, { limit: 500, older: true });
    const fresh = new Store();
    await fresh.sync(again, { limit: 500 });
    const sorted = (rows: Store["rows"]) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(store.rows)).toEqual(sorted(fresh.rows));
    await again.close();
  });
});

describe.skipIf(!hasDovecot)("IMAP faults", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot.remove());

  test("a sync uses QRESYNC and reads changes only; IDLE reports them [MBX-06]", async () => {
    for (let at = 0; at < 30; at++) await dovecot.deliver("ana", mailSource(`m${at}`));
    const [mailbox, store] = [await openImapMailbox(dovecot.imap("ana")), new Store()];
    await store.sync(mailbox, { limit: 50 });
    const cursor = JSON.parse(store.cursor ?? "{}");
    expect(cursor.inbox).toMatchObject({
      validity: expect.stringMatching(/^\d+$/),
      modseq: expect.stringMatching(/^\d+$/),
      known: "1:30",
    });

    // Two errors that only a full comparison would find. The server reports no change, so nothing is compared.
    const believing = JSON.stringify({ inbox: { ...cursor.inbox, unread: "2:30", known: "1:30,40" } });
    const { value: quiet } = await mailbox.sync(believing, { limit: 50 }).next();
    expect(quiet).toMatchObject({ changed: [], removed: [], remaining: 0 });

    const stop = new AbortController();
    const told = Promise.withResolvers<void>();
    const watching = mailbox.watch(told.resolve, stop.signal);
    await sleep(300);
    dovecot.admin("expunge", "-u", "ana", "mailbox", "INBOX", "header", "subject", "m7");
    await told.promise;
    const changes: string[] = [];
    for await (const batch of mailbox.sync(store.cursor, { limit: 50 })) changes.push(...batch.removed);
    expect(changes).toEqual([`inbox/${cursor.inbox.validity}/8`]);
    stop.abort();
    await watching;
    await mailbox.close();
  });

  test("a wrong password, a refused host and a dead server are told apart", async () => {
    const server = dovecot.imap("ana");
    await expect(openImapMailbox({ ...server, password: "wrong" })).rejects.toMatchObject({ fault: "auth" });
    await expect(openImapMailbox({ ...server, allowPrivate: false })).rejects.toMatchObject({
      fault: "forbidden_host",
    });
    const mailbox = await openImapMailbox(server);
    const watching = expect(mailbox.watch(() => undefined, new AbortController().signal)).rejects.toMatchObject({
      fault: "unreachable",
    });
    await sleep(200);
    await dovecot.kill9();
    await watching;
    await expect(mailbox.hasSent("<x@y>")).rejects.toMatchObject({ fault: "unreachable" });
    await mailbox.close();
    await expect(openImapMailbox(server)).rejects.toMatchObject({ fault: "refused" });
    await dovecot.start();
  });

  test("a server that refuses more connections is throttled", async () => {
    const narrow = await startDovecot({ config: "mail_max_userip_connections = 1" });
    const first = await openImapMailbox(narrow.imap("ana"));
    await expect(openImapMailbox(narrow.imap("ana"))).rejects.toMatchObject({ fault: "throttled" });
    await first.close();
    await narrow.remove();
  });

  test("a large message is fetched completely", { timeout: 60_000 }, async () => {
    const body = `${"0123456789".repeat(7)}\r\n`.repeat(300_000);
    await dovecot.deliver("big", mailSource("big") + body);
    const mailbox = await openImapMailbox(dovecot.imap("big"));
    let size = 0;
    for await (const batch of mailbox.sync(null, { limit: 5 }))
      size += batch.arrived.reduce((sum, { raw }) => sum + raw.length, 0);
    expect(size).toBe(mailSource("big").length + body.length);
    await mailbox.close();
  });
});
