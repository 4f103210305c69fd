// A pause lasts over a restart, and stops neither sending nor the end of a snooze.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { wakeSnoozed } from "#features/snooze/wake-snoozed.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";

vi.setConfig({ testTimeout: 120_000 });

const { world, url, person, call, peek, writer } = await outboxWorld();

describe.skipIf(!hasDovecot)("a paused mailbox", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot({ config: "ssl = no" });
  });
  afterAll(() => dovecot?.remove());

  let count = 0;
  async function connected(who: Caller) {
    const account = `rest${process.pid}x${++count}`;
    await dovecot.deliver(account, mailOf({ subject: "Before" }));
    const { host, port, secure, username, password } = dovecot.imap(account);
    const body = { host, port, secure, username, password };
    const { id } = (await call(who, api.mailboxes.connectImap, { body })).body;
    const subjects = async () =>
      (await peek<{ subject: string }>("select subject from messages where mailbox_id = $1 order by 1", [id])).map(
        ({ subject }) => subject,
      );
    await until(async () => (await subjects()).length === 1, 30_000);
    const isQuiet = "select 1 from mailboxes where id = $1 and lease_by is null and wanted_at is null";
    await until(async () => (await peek(isQuiet, [id])).length === 1, 30_000);
    const pause = async (isPaused: boolean) =>
      expect((await call(who, api.mailboxSettings.update, { params: { id }, body: { isPaused } })).status).toBe(200);
    const sessions = () =>
      dovecot
        .admin("who", "-1", account)
        .split("\n")
        .filter((line) => line.startsWith(account));
    const due = () => peek("update mailboxes set next_sync_at = now() - interval '1 hour' where id = $1", [id]);
    return { who, id, account, subjects, pause, sessions, due };
  }

  test("stays paused when the program starts again, and goes on when it is resumed [SYN-03]", async () => {
    const who = await person("NORMAL_USER");
    const [resting, other] = [await connected(who), await connected(who)];
    await resting.pause(true);
    for (const box of [resting, other]) await dovecot.deliver(box.account, mailOf({ subject: "New" }));
    const app = await startAppProcess({ url, dataDir: world.config.dataDir });
    try {
      for (const box of [resting, other]) await box.due();
      // The program that has just started polls and watches the other one.
      await until(async () => (await other.subjects()).includes("New"), 60_000);
      await until(() => other.sessions().length > 0, 60_000);
      expect([await resting.subjects(), resting.sessions()]).toEqual([["Before"], []]);
      await resting.pause(false);
      await until(async () => (await resting.subjects()).includes("New"), 60_000);
    } finally {
      await app.kill();
    }
  });

  test("sends mail, and its copy is in Sent once, here and on the server [SYN-03]", async () => {
    const { who, send, server } = await writer();
    const { id, account, pause, sessions } = await connected(who);
    await peek("update mailboxes set address_proof = 'code' where id = $1", [id]);
    await pause(true);
    const sent = await send({ subject: "While it rests" }, { "x-mailbox-id": id });
    expect([sent.status, sent.body.status]).toEqual([200, "sent"]);
    expect(server.mails).toHaveLength(1);
    const isShown = "select 1 from messages where mailbox_id = $1 and folder = 'sent' and subject = 'While it rests'";
    await until(async () => (await peek(isShown, [id])).length === 1, 30_000);
    await until(() => sessions().length === 0, 30_000);
    await pause(false);
    const copies = () => dovecot.admin("search", "-u", account, "mailbox", "Sent", "ALL").trim();
    await until(() => copies() !== "", 60_000);
    await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
    expect(copies().split("\n")).toHaveLength(1);
    expect(await peek(isShown, [id])).toHaveLength(1);
  });

  test("brings snoozed mail back when its time has come [SYN-03]", async () => {
    const who = await person("NORMAL_USER");
    const { id, pause } = await connected(who);
    const [mail] = await peek<{ id: string }>("select id from messages where mailbox_id = $1", [id]);
    const body = { ids: [mail?.id ?? ""], until: new Date(Date.now() + 3600_000).toISOString() };
    expect((await call(who, api.snooze.snooze, { body })).status).toBe(200);
    await pause(true);
    const shown = async () =>
      (await call(who, api.inbox.threads, { query: { folder: "inbox" } })).body.items.map(({ subject }) => subject);
    expect(await shown()).toEqual([]);
    await peek("update messages set snoozed_until = now() - interval '1 second' where id = $1", [mail?.id]);
    await wakeSnoozed(world);
    expect(await shown()).toEqual(["Before"]);
    const [box] = (await call(who, api.mailboxes.list)).body.items;
    expect(box).toMatchObject({ isPaused: true, syncing: false });
  });
});
