// Empties a POP3 mailbox while the program is killed repeatedly. For TEST_FAULTS=long, because programs are slow to start.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { heldByUs, sourcesOf } from "#test/mail-compare.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";

const isLong = process.env.TEST_FAULTS === "long";
const mails = 3_000;
const kills = 12;

const product = await testWorld({ jobs: false });
const { person, call, peek, url, world } = product;

let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot || !isLong) return;
  dovecot = await startDovecot({ config: "ssl = no" });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());

describe.skipIf(!hasDovecot || !isLong)("a POP3 mailbox that keeps nothing on its server survives", () => {
  test(`kill -9 ${kills} times while ${mails} messages are taken from it: each is here once and whole, and gone there only then [MBX-08]`, async () => {
    const [who, account] = [await person("NORMAL_USER"), `drain${process.pid}`];
    const sent = new Map<string, string>();
    for (let at = 0; at < mails; at++) {
      const messageId = `<${at}@${account}>`;
      const raw = mailOf({ messageId, subject: `Mail ${at}`, text: `Body ${at} ${"x".repeat((at * 37) % 2_000)}` });
      sent.set(messageId, raw);
      await dovecot.deliver(account, raw);
    }
    const { host, port, secure, username, password } = dovecot.pop3(account);
    const form = { host, port, secure, username, password, leaveOnServer: false };
    const { body } = await call(who, api.mailboxes.connectPop3, { body: form });
    await peek("update mailboxes set wanted_older = 100000 where id = $1", [body.id]);
    const place = { url, dataDir: world.config.dataDir };
    const held = async () => new Set((await heldByUs(product, who.id)).map(({ messageId }) => messageId));
    const left = () =>
      (dovecot.admin("fetch", "-u", account, "hdr.message-id", "mailbox", "INBOX").match(/<[^>]+>/g) ?? []).filter(
        (messageId) => sent.has(messageId),
      );
    // Requested by its owner; otherwise the poll would start it a minute later.
    const wake = () => call(who, api.mailboxes.sync, { params: { id: body.id }, body: { mode: "delta" } });
    let app: AppProcess | undefined;
    try {
      for (let kill = 1; kill <= kills; kill++) {
        app = await startAppProcess(place);
        const due = Math.floor((mails * (kill - 1)) / (kills + 1));
        await until(async () => (await held()).size > due, 120_000);
        await new Promise((done) => setTimeout(done, Math.random() * 150));
        await app.kill();
        // At every moment each message is on the server or here, or both.
        const [there, here] = [left(), await held()];
        expect([...sent.keys()].filter((id) => !here.has(id) && !there.includes(id))).toEqual([]);
        await peek("update mailboxes set lease_until = now() - interval '1 second' where lease_until is not null");
        await wake();
      }
      app = await startAppProcess(place);
      await until(async () => (await held()).size === mails && left().length === 0, 180_000);
    } finally {
      await app?.kill();
    }
    expect(await heldByUs(product, who.id)).toHaveLength(mails);
    expect(await sourcesOf(product, who.id)).toEqual(sent);
  }, 1_800_000);
});
