// Disconnects a mailbox, also in the middle of a sync: nothing of it stays.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWatchers } from "#features/sync/watch.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek, world } = await testWorld({ jobs: true });
const { inbox, mailboxes } = api;

let dovecot: Dovecot;
beforeAll(async () => {
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no" });
});
afterAll(() => dovecot?.remove());

const tables = ["messages", "message_contents", "message_search", "mailboxes"];
/** Counts what is left of a mailbox: rows, waiting jobs, raw sources. */
async function left(who: Caller, id: string) {
  const counted = await Promise.all(
    tables.map((table) => peek<{ n: number }>(`select count(*)::int as n from ${table} where user_id = $1`, [who.id])),
  );
  const jobs = await peek("select id from pgboss.job where data->>'id' = $1 and state < 'active'", [id]);
  let files = 0;
  for await (const _ of world.outside.objects.list(id)) files++;
  return { rows: counted.map(([row]) => row?.n), jobs: jobs.length, files };
}
const nothing = { rows: [0, 0, 0, 0], jobs: 0, files: 0 };
const isIdle = async (id: string) =>
  (await peek("select id from pgboss.job where data->>'id' = $1 and state = 'active'", [id])).length === 0;

const sessions = (account: string) =>
  dovecot
    .admin("who", "-1", account)
    .split("\n")
    .filter((line) => line.startsWith(account)).length;

describe.skipIf(!hasDovecot)("a mailbox that is disconnected", () => {
  test.each(["imap", "pop3"] as const)(
    "while it syncs by %s leaves no mail, no credentials, no jobs and no source behind [API-34]",
    async (kind) => {
      const [who, account] = [await person("NORMAL_USER"), `gone${process.pid}${kind}`];
      for (let at = 0; at < 300; at++) await dovecot.deliver(account, mailOf({ subject: `Mail ${at}` }));
      const form = { host: "localhost", port: dovecot.ports[kind], secure: false, username: account, password: "test" };
      const { body } = await call(who, kind === "imap" ? mailboxes.connectImap : mailboxes.connectPop3, { body: form });
      const { id } = body;
      await until(async () => (await call(who, mailboxes.list)).body.items[0]?.lastSync, 30_000);
      await call(who, mailboxes.sync, { params: { id }, body: { limit: 250 } });
      // In the middle of a sync.
      await until(async () => ((await left(who, id)).rows[0] ?? 0) > 50, 30_000);
      expect((await call(who, mailboxes.remove, { params: { id } })).status).toBe(200);
      await until(() => isIdle(id), 60_000);
      expect(await left(who, id)).toEqual(nothing);
      await until(() => sessions(account) === 0);
    },
    120_000,
  );

  test("also loses its jobs that wait for later, and the connection that watched it", async () => {
    const [who, account] = [await person("NORMAL_USER"), `gone${process.pid}later`];
    await dovecot.deliver(account, mailOf({ subject: "Undone in time?" }));
    const { host, port, secure, username, password } = dovecot.imap(account);
    const { body } = await call(who, mailboxes.connectImap, { body: { host, port, secure, username, password } });
    await until(async () => (await call(who, mailboxes.list)).body.items[0]?.lastSync, 30_000);
    const watchers = startWatchers(world, { everyMs: 300 });
    await until(() => sessions(account) === 1);
    const [message] = (await call(who, inbox.threads, { query: {} })).body.items;
    await call(who, inbox.deleteMessage, { params: { id: message?.id ?? "" }, query: { undoSeconds: 30 } });
    await until(async () => (await isIdle(body.id)) && (await left(who, body.id)).jobs === 1, 30_000);
    await call(who, mailboxes.remove, { params: { id: body.id } });
    expect((await left(who, body.id)).jobs).toBe(0);
    await until(() => sessions(account) === 0, 30_000);
    expect(await left(who, body.id)).toEqual(nothing);
    await watchers.close();
  }, 120_000);
});
