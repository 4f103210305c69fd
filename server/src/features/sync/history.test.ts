import { api } from "@intellibox/contract/api";
import { describe, expect, test } from "vitest";
import { type ArrivedMail, type Mailbox, MailboxError, type SyncOptions } from "#outside/mailboxes/mailbox.ts";
import { historyLimit } from "#features/mailboxes/history.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { claimMailbox } from "./lease.ts";
import { syncMailbox } from "./sync.ts";

const dayMs = 24 * 3600 * 1000;
const batchSize = 100;

/** A server with a mail every few days, newest first. Its cursor says how many were chosen and how many were fetched. */
const newServer = (mails: number) => ({
  mails,
  daysBetween: 1,
  asked: [] as SyncOptions[],
  /** Called before each batch of mail. */
  beforeBatch: async (_fetched: number): Promise<void> => undefined,
});
type Server = ReturnType<typeof newServer>;
/** By the user name. Each mailbox has its own, because a job of an earlier test's mailbox may still run. */
const servers = new Map<string, Server>();
function serverOf(login: object): Server {
  const server = "username" in login ? servers.get(String(login.username)) : undefined;
  if (!server) throw new Error("There is no such server");
  return server;
}
const mailAt = (server: Server, at: number): ArrivedMail => ({
  ...{ remoteId: `mail-${at}`, folders: ["inbox"], unread: false, starred: false, isPartial: false },
  raw: Buffer.from(mailOf({ subject: `Mail ${at}` })),
  receivedAt: new Date(Date.now() - at * server.daysBetween * dayMs),
});

const openMailbox = (server: Server): Mailbox =>
  ({
    waitsForCommit: true,
    async *sync(text: string | null, options: SyncOptions) {
      server.asked.push(options);
      const cursor: { chosen: number; fetched: number } = JSON.parse(text ?? '{"chosen":0,"fetched":0}');
      if (text === null || options.older) cursor.chosen = Math.min(server.mails, cursor.chosen + options.limit);
      const progress = () => ({
        ...{ reset: [], removed: [], changed: [], cursor: JSON.stringify(cursor) },
        ...{ remaining: cursor.chosen - cursor.fetched, hasOlder: cursor.chosen < server.mails },
      });
      yield { ...progress(), arrived: [] };
      while (cursor.fetched < cursor.chosen) {
        await server.beforeBatch(cursor.fetched);
        const end = Math.min(cursor.chosen, cursor.fetched + batchSize);
        const arrived = Array.from({ length: end - cursor.fetched }, (_, at) => mailAt(server, cursor.fetched + at));
        cursor.fetched = end;
        yield { ...progress(), arrived };
      }
    },
    close: async () => undefined,
  }) as unknown as Mailbox;

const { person, call, peek, world, addMailbox } = await testWorld({
  jobs: true,
  environment: { INTELLIBOX_HISTORY_DAYS: "365" },
  outside: {
    openMailbox: async (login) => openMailbox(serverOf(login)),
  },
});

async function connected(mails: number) {
  const who = await person("NORMAL_USER");
  const server = newServer(mails);
  servers.set(who.email, server);
  const id = await addMailbox(who, who.email, "imap");
  return { who, id, server, key: { tenantId: who.tenantId, userId: who.id, id } };
}
const sync = (who: Caller, id: string, body: object = { mode: "delta" }) =>
  call(who, api.mailboxes.sync, { params: { id }, body });
const boxOf = async (who: Caller) => (await call(who, api.mailboxes.list)).body.items[0];
const isLoaded = async (who: Caller) => {
  const box = await boxOf(who);
  return box?.lastSync !== null && box?.history.isLoading === false && !box.syncing;
};
const countOf = async (id: string) =>
  (await peek<{ count: number }>("select count(*)::int from messages where mailbox_id = $1", [id]))[0]?.count;

describe("older mail", () => {
  test("follows the newest 50 by itself, to the chosen depth and not much further", async () => {
    const { who, id, server } = await connected(700);
    server.daysBetween = 8;
    await sync(who, id);
    await until(() => isLoaded(who));
    expect(server.asked.map(({ limit, older }) => [limit, older ?? false]).slice(0, 2)).toEqual([
      [50, false],
      [historyLimit, true],
    ]);
    const count = 50 + historyLimit;
    expect(await countOf(id)).toBe(count);
    const box = await boxOf(who);
    expect(box).toMatchObject({ hasOlder: true, remaining: 0, history: { days: null, isLoading: false } });
    expect(new Date(box?.history.backTo ?? "").getTime()).toBeLessThan(Date.now() - 300 * dayMs);

    // Another poll does not load more.
    await sync(who, id);
    await until(() => isLoaded(who));
    expect(await countOf(id)).toBe(count);

    const all = await call(who, api.mailboxSettings.update, { params: { id }, body: { historyDays: 0 } });
    expect(all.body).toMatchObject({ history: { days: 0, isLoading: true } });
    await until(() => isLoaded(who));
    expect([await countOf(id), (await boxOf(who))?.hasOlder]).toEqual([700, false]);
  });

  test("a depth of a stranger's mailbox, or an impossible one, is refused", async () => {
    const { who, id } = await connected(1);
    const other = await person("NORMAL_USER");
    expect((await call(other, api.mailboxSettings.update, { params: { id }, body: { historyDays: 0 } })).status).toBe(
      404,
    );
    const bad = await call(who, api.mailboxSettings.update, { params: { id }, body: { historyDays: -1 } as never });
    expect(bad.status).toBe(400);
    expect(await peek("select history_days from mailboxes where id = $1", [id])).toEqual([{ history_days: null }]);
  });

  test("gives way to a request after each batch, and goes on where it was", async () => {
    const { who, id, server } = await connected(300);
    let runs = 0;
    server.beforeBatch = async (fetched) => {
      // While the first batch of older mail is fetched, its reader wants something else.
      if (fetched === 50) await peek("update mailboxes set wanted_at = now() where id = $1", [id]);
      runs++;
    };
    await sync(who, id);
    await until(() => isLoaded(who));
    expect(runs).toBeGreaterThanOrEqual(4);
    expect(await countOf(id)).toBe(300);
    // The run after the interruption fetched what was chosen, and did not choose more.
    expect(server.asked.slice(0, 3).map(({ older }) => older)).toEqual([false, true, false]);
  });

  test("goes on after its process was killed, without doubles", async () => {
    const { who, id, key, server } = await connected(50);
    await syncMailbox(world, key);
    // Older mail appears only now: otherwise a job might load it first.
    server.mails = 300;
    await peek("update mailboxes set has_older = true where id = $1", [id]);
    const claim = await claimMailbox(world, key, { mayReachBack: true });
    expect(claim).toMatchObject({ older: true, isHistory: true });
    // The process dies after it stored a batch: the lease expires.
    await peek(
      `update mailboxes set lease_until = now() - interval '1 second', lease_by = null, remaining = 250,
         cursor = '{"chosen":300,"fetched":50}', has_older = true where id = $1`,
      [id],
    );
    expect(await claimMailbox(world, key, { mayReachBack: true, mayBegin: () => false })).toBeUndefined();
    await sync(who, id);
    await until(() => isLoaded(who));
    expect(await countOf(id)).toBe(300);
  });

  test("waits as long as a provider asks for, and keeps its place", async () => {
    const { who, id, server } = await connected(300);
    const retryAt = new Date(Date.now() + 3600_000);
    server.beforeBatch = async (fetched) => {
      if (fetched === 150) throw new MailboxError("throttled", "Too many requests.", { retryAt });
    };
    await sync(who, id);
    await until(async () => (await boxOf(who))?.lastError === "Too many requests.");
    const box = await boxOf(who);
    expect(box).toMatchObject({
      syncing: false,
      remaining: 0,
      counts: { messages: 150 },
      history: { isLoading: true },
    });
    expect(new Date(box?.nextSync ?? "").getTime()).toBeGreaterThanOrEqual(retryAt.getTime());
    server.beforeBatch = async () => undefined;
    await sync(who, id);
    await until(() => isLoaded(who));
    expect(await countOf(id)).toBe(300);
  });

  test("is not loaded from before the company's retention", async () => {
    const { who, id } = await connected(1100);
    await peek("insert into retention_settings (tenant_id, messages) values ($1, 60)", [who.tenantId]);
    await call(who, api.mailboxSettings.update, { params: { id }, body: { historyDays: 0 } });
    await until(() => isLoaded(who));
    expect(await countOf(id)).toBeLessThanOrEqual(61);
    expect((await boxOf(who))?.hasOlder).toBe(true);
  });
});
