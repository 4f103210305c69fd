import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LeaseLost } from "#db/lease.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { heldByServer, heldByUs, sourcesOf } from "#test/mail-compare.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { claimMailbox } from "./lease.ts";
import { storeBatch } from "./store-batch.ts";
import { syncMailbox } from "./sync.ts";

/** The long form is for `TEST_FAULTS=long`. */
const isLong = process.env.TEST_FAULTS === "long";
const kills = isLong ? 20 : 3;
const mails = isLong ? 5_000 : 400;

// Without workers: only the test itself or the killed program syncs.
const product = await testWorld({ jobs: false });
const { person, call, peek, url, world } = product;

let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no" });
  // Normally the program declares its queues at start.
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());

let count = 0;
async function mailboxWith(howMany: number) {
  const who = await person("NORMAL_USER");
  const account = `fault${process.pid}x${++count}`;
  const sent = new Map<string, string>();
  for (let at = 0; at < howMany; at++) {
    const messageId = `<${account}-${at}@example.com>`;
    const raw = mailOf({ messageId, subject: `Mail ${at}`, text: `Body ${at} ${"x".repeat((at * 37) % 3000)}` });
    sent.set(messageId, raw);
    await dovecot.deliver(account, raw, { seen: at % 3 === 0 });
  }
  return { who, account, sent };
}

async function connect(who: Caller, account: string) {
  const { host, port, secure, username, password } = dovecot.imap(account);
  const { status, body } = await call(who, api.mailboxes.connectImap, {
    body: { host, port, secure, username, password },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return { tenantId: who.tenantId, userId: who.id, id: body.id };
}

/** The size of an IMAP sequence set, such as "1:3,7". */
const sizeOf = (set: string) =>
  set.split(",").reduce((sum, range) => {
    const [from = 0, to = from] = range.split(":").map(Number);
    return sum + Math.abs(to - from) + 1;
  }, 0);

const wantAll = (id: string) => peek("update mailboxes set wanted_older = 100000 where id = $1", [id]);
const idsOf = async (who: Caller) =>
  (
    await peek<{ message_id: string; id: string }>(
      "select message_id, id from messages where user_id = $1 and folder <> 'gone' order by message_id",
      [who.id],
    )
  ).map((row) => [row.message_id, row.id] as const);
const expectEqual = async (who: Caller, account: string) =>
  expect(await heldByUs(product, who.id)).toEqual(heldByServer(dovecot, account));

describe.skipIf(!hasDovecot)("a mailbox survives", () => {
  test(
    `kill -9 of the program ${kills} times while ${mails} messages are synced: nothing lost, nothing doubled, every byte right [MBX-08]`,
    async () => {
      const { who, account, sent } = await mailboxWith(mails);
      const key = await connect(who, account);
      await wantAll(key.id);
      const relay = await startRelay(dovecot.ports.imap);
      /** Whole messages that the server was asked for. */
      let fetched = 0;
      relay.onCommand = (said) => {
        for (const [, set = ""] of said.matchAll(/UID FETCH (\S+) \([^\r]*BODY\.PEEK\[\]/gi)) fetched += sizeOf(set);
        return undefined;
      };
      await peek("update mailboxes set port = $2 where id = $1", [key.id, relay.port]);
      const place = { url, dataDir: world.config.dataDir };
      let app: AppProcess | undefined;
      /** For each kill, the messages that were fetched and not stored. */
      const again: number[] = [];
      const stored = async () =>
        (await peek<{ n: number }>("select count(*)::int as n from messages where user_id = $1", [who.id]))[0]?.n ?? 0;
      try {
        for (let kill = 1; kill <= kills; kill++) {
          app = await startAppProcess(place);
          // At random moments over the whole run.
          const due = Math.floor((mails * (kill - 1)) / (kills + 1));
          await until(async () => (await stored()) > due, 120_000);
          await new Promise((done) => setTimeout(done, Math.random() * 120));
          await app.kill();
          expect(await stored()).toBeLessThanOrEqual(mails);
          again.push(fetched - (await stored()) - again.reduce((sum, count) => sum + count, 0));
          // The lease of the killed process expires before the next start.
          await peek("update mailboxes set lease_until = now() - interval '1 second' where lease_until is not null");
        }
        app = await startAppProcess(place);
        await until(async () => {
          const [row] = await peek<{ last_sync_at: Date; lease_by: string | null; remaining: number }>(
            "select last_sync_at, lease_by, remaining from mailboxes where id = $1",
            [key.id],
          );
          return row?.last_sync_at && !row.lease_by && (await stored()) >= mails;
        }, 180_000);
      } finally {
        await app?.kill();
        await relay.stop();
      }
      if (isLong) process.stdout.write(`fetched again after each kill: ${again.join(", ")}\n`);
      expect(fetched).toBeGreaterThanOrEqual(mails);
      for (const count of again) expect(count).toBeLessThanOrEqual(200);
      await expectEqual(who, account);
      expect(await sourcesOf(product, who.id)).toEqual(sent);
      const [counted] = await peek("select message_count, unread_count from mailboxes where id = $1", [key.id]);
      expect(counted).toEqual({ message_count: mails, unread_count: mails - Math.ceil(mails / 3) });
    },
    isLong ? 1_800_000 : 240_000,
  );

  test("a kill and restart of its server in the middle of a sync", async () => {
    const { who, account, sent } = await mailboxWith(isLong ? 2_000 : 200);
    const key = await connect(who, account);
    await wantAll(key.id);
    const heard = until(
      async () =>
        ((await peek<{ n: number }>("select count(*)::int as n from messages where user_id = $1", [who.id]))[0]?.n ??
          0) > 0,
    ).then(() => dovecot.kill9());
    await Promise.all([syncMailbox(world, key), heard]);
    const [failed] = await peek<{ status: string; last_error: string; n: Date }>(
      "select status, last_error, next_sync_at as n from mailboxes where id = $1",
      [key.id],
    );
    // On a fast machine the sync may end before the kill.
    expect(["retrying", "connected"]).toContain(failed?.status);
    if (failed?.status === "retrying") expect(failed.last_error).toMatch(/server/i);
    await dovecot.start();
    await syncMailbox(world, key);
    await expectEqual(who, account);
    expect(await sourcesOf(product, who.id)).toEqual(sent);
  }, 120_000);

  test("mail deleted, moved and flagged elsewhere, before and while it is synced", async () => {
    const { who, account } = await mailboxWith(120);
    const key = await connect(who, account);
    await wantAll(key.id);
    await syncMailbox(world, key);
    await expectEqual(who, account);
    const elsewhere = () => {
      dovecot.admin("flags", "add", "-u", account, "\\Seen", "mailbox", "INBOX", "1:20");
      dovecot.admin("flags", "remove", "-u", account, "\\Seen", "mailbox", "INBOX", "30:60");
      dovecot.admin("move", "-u", account, "Trash", "mailbox", "INBOX", "1:7");
      dovecot.admin("expunge", "-u", account, "mailbox", "INBOX", "10:14");
    };
    const before = new Map(await idsOf(who));
    elsewhere();
    await dovecot.deliver(account, mailOf({ subject: "New", messageId: `<new@${account}>` }));
    await syncMailbox(world, key);
    await expectEqual(who, account);
    // Moved mail is the same message as before.
    for (const [messageId, id] of await idsOf(who)) if (before.has(messageId)) expect(before.get(messageId)).toBe(id);
    const both = syncMailbox(world, key);
    elsewhere();
    await both;
    await syncMailbox(world, key);
    await expectEqual(who, account);
  }, 60_000);

  test("a recreated folder: other UIDs, the same mail", async () => {
    const { who, account, sent } = await mailboxWith(60);
    const key = await connect(who, account);
    await wantAll(key.id);
    await syncMailbox(world, key);
    const before = await idsOf(who);
    dovecot.admin("mailbox", "create", "-u", account, "Aside");
    dovecot.admin(
      "mailbox",
      "update",
      "-u",
      account,
      "--uid-validity",
      String(Math.floor(Date.now() / 1000) + 5_000),
      "INBOX",
    );
    await syncMailbox(world, key);
    await syncMailbox(world, key);
    await expectEqual(who, account);
    expect(await sourcesOf(product, who.id)).toEqual(sent);
    expect(await idsOf(who)).toEqual(before);
  }, 60_000);

  test("several processes that sync it at once: one does, and nothing is stored twice", async () => {
    const { who, account, sent } = await mailboxWith(150);
    const key = await connect(who, account);
    await wantAll(key.id);
    for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 5 }, () => syncMailbox(world, key)));
    await expectEqual(who, account);
    expect((await sourcesOf(product, who.id)).size).toBe(sent.size);
  }, 60_000);

  test("a process that lost its lease: it cannot store anything", async () => {
    const { who, account } = await mailboxWith(3);
    const key = await connect(who, account);
    const late = await claimMailbox(world, key);
    expect(await claimMailbox(world, key)).toBeUndefined();
    await peek("update mailboxes set lease_until = now() - interval '1 second' where id = $1", [key.id]);
    await syncMailbox(world, key);
    const before = await peek("select cursor from mailboxes where id = $1", [key.id]);
    if (!late) throw new Error("There is no claim");
    const stale = {
      reset: ["inbox" as const],
      removed: [],
      changed: [],
      arrived: [],
      cursor: "old",
      remaining: 9,
      hasOlder: true,
    };
    await expect(storeBatch(world, late, { batch: stale, prepared: [] })).rejects.toThrow(LeaseLost);
    expect(await peek("select cursor from mailboxes where id = $1", [key.id])).toEqual(before);
    await expectEqual(who, account);
  });

  test("a cursor that the server no longer accepts: everything is synced again", async () => {
    const { who, account } = await mailboxWith(20);
    const key = await connect(who, account);
    await syncMailbox(world, key);
    await peek("update mailboxes set cursor = 'nonsense' where id = $1", [key.id]);
    await syncMailbox(world, key);
    await syncMailbox(world, key);
    await expectEqual(who, account);
  });
});
