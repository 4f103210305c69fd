// One mailbox, two programs that sync it, and kill -9 in between. For TEST_FAULTS=long, because programs are slow to start.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { heldByServer, heldByUs, sourcesOf } from "#test/mail-compare.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";

const isLong = process.env.TEST_FAULTS === "long";
const mails = 4_000;
const rounds = 12;

const product = await testWorld({ jobs: false });
const { person, call, peek, url, world } = product;

let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot || !isLong) return;
  dovecot = await startDovecot({ config: "ssl = no" });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());

const place = { url, dataDir: world.config.dataDir };

describe.skipIf(!hasDovecot || !isLong)("a mailbox survives", () => {
  test(`two processes at once, ${rounds} kills and as many leases that run out while their holder lives: each mail once, every mark, every byte [MBX-08]`, async () => {
    const [who, account] = [await person("NORMAL_USER"), `two${process.pid}`];
    const sent = new Map<string, string>();
    const deliver = async (name: string) => {
      const messageId = `<${name}@${account}>`;
      const raw = mailOf({ messageId, subject: name, text: `Body of ${name} ${"x".repeat((sent.size * 37) % 900)}` });
      sent.set(messageId, raw);
      await dovecot.deliver(account, raw, { seen: sent.size % 4 === 0 });
    };
    for (let at = 0; at < mails; at++) await deliver(`mail-${at}`);
    const { host, port, secure, username, password } = dovecot.imap(account);
    const { body } = await call(who, api.mailboxes.connectImap, { body: { host, port, secure, username, password } });
    await peek("update mailboxes set wanted_older = 100000 where id = $1", [body.id]);
    const held = async () =>
      (await peek<{ n: number }>("select count(*)::int as n from messages where user_id = $1", [who.id]))[0]?.n ?? 0;
    // Expires the lease while its holder lives, as if the process had been paused for a minute. The other one may claim it.
    const expire = () =>
      peek("update mailboxes set lease_until = now() - interval '1 second' where lease_until is not null");
    const wake = () => call(who, api.mailboxes.sync, { params: { id: body.id }, body: { mode: "delta" } });

    const apps: AppProcess[] = await Promise.all([startAppProcess(place), startAppProcess(place)]);
    try {
      for (let round = 0; round < rounds; round++) {
        const due = Math.floor((mails * round) / (rounds + 1));
        await until(async () => (await held()) > due, 120_000);
        await expire();
        await wake();
        await new Promise((done) => setTimeout(done, Math.random() * 150));
        await apps[round % 2]?.kill();
        await expire();
        await wake();
        await deliver(`news-${round}`);
        dovecot.admin(
          "flags",
          "add",
          "-u",
          account,
          "\\Seen",
          "mailbox",
          "INBOX",
          "uid",
          `${1 + round * 3}:${20 + round * 9}`,
        );
        dovecot.admin("expunge", "-u", account, "mailbox", "INBOX", "uid", `${100 + round}`);
        sent.delete(`<mail-${99 + round}@${account}>`);
        apps[round % 2] = await startAppProcess(place);
      }
      await until(async () => {
        await wake();
        const [row] = await peek<{ idle: boolean }>(
          "select last_sync_at is not null and lease_by is null and status = 'connected' as idle from mailboxes where id = $1",
          [body.id],
        );
        return row?.idle && (await held()) === sent.size;
      }, 300_000);
      const same = async () =>
        JSON.stringify(await heldByUs(product, who.id)) === JSON.stringify(heldByServer(dovecot, account));
      // The next sync brings the last changes of other clients.
      await until(async () => (await wake()) && (await same()), 60_000).catch(() => undefined);
    } finally {
      for (const app of apps) await app.kill();
    }
    expect(await heldByUs(product, who.id)).toEqual(heldByServer(dovecot, account));
    expect(await sourcesOf(product, who.id)).toEqual(sent);
    const [counted] = await peek("select message_count from mailboxes where id = $1", [body.id]);
    expect(counted).toEqual({ message_count: sent.size });
  }, 1_800_000);
});
