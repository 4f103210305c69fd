import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { pollDueMailboxes } from "./poll-due-mailboxes.ts";
import { startWatchers } from "./watch.ts";

const { person, call, peek, world } = await testWorld({ jobs: true });
const { inbox, mailboxes } = api;

let dovecot: Dovecot;
beforeAll(async () => {
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no" });
});
afterAll(() => dovecot?.remove());

async function connect(who: Caller, account: string) {
  const { host, port, secure, username, password } = dovecot.imap(account);
  const { body } = await call(who, mailboxes.connectImap, { body: { host, port, secure, username, password } });
  await until(async () => (await call(who, mailboxes.list)).body.items[0]?.lastSync, 30_000);
  return body.id;
}
const subjects = async (who: Caller) =>
  (await call(who, inbox.threads, { query: {} })).body.items.map(({ subject }) => subject);
const arrives = (who: Caller, subject: string) => until(async () => (await subjects(who)).includes(subject), 40_000);
/** Whether no sync is requested or under way. */
const isIdle = async (id: string) => {
  const [row] = await peek<{ busy: boolean }>(
    "select wanted_at is not null or lease_by is not null as busy from mailboxes where id = $1",
    [id],
  );
  return row?.busy === false;
};
const sessions = (account: string) =>
  dovecot
    .admin("who", "-1", account)
    .split("\n")
    .filter((line) => line.startsWith(account)).length;

describe.skipIf(!hasDovecot)("a connected IMAP mailbox", () => {
  test("is watched: mail and marks arrive without a request, over one connection, also after its server was away", async () => {
    const [who, account] = [await person("NORMAL_USER"), `idle${process.pid}a`];
    const id = await connect(who, account);
    const watchers = startWatchers(world, { everyMs: 500 });
    try {
      await until(() => sessions(account) === 1);
      await dovecot.deliver(account, mailOf({ subject: "First" }));
      await arrives(who, "First");
      dovecot.admin("flags", "add", "-u", account, "\\Seen", "mailbox", "INBOX", "1:*");
      await until(async () => (await call(who, mailboxes.list)).body.items[0]?.counts.unread === 0, 40_000);
      await call(who, mailboxes.sync, { params: { id }, body: {} });
      expect(sessions(account)).toBe(1);

      await dovecot.kill9();
      // No sync was requested, and the next poll is minutes away.
      await until(async () => (await call(who, mailboxes.list)).body.items[0]?.status === "retrying");
      await dovecot.start();
      await dovecot.deliver(account, mailOf({ subject: "Second" }));
      await arrives(who, "Second");
      await until(() => sessions(account) === 1);

      await call(who, mailboxes.remove, { params: { id } });
      await until(() => sessions(account) === 0, 40_000);
    } finally {
      await watchers.close();
    }
  }, 180_000);

  test("is watched by one process, within its limit, and by another when the first is gone", async () => {
    const people = await Promise.all([1, 2, 3].map(() => person("NORMAL_USER")));
    const ids: string[] = [];
    for (const [at, who] of people.entries()) ids.push(await connect(who, `idle${process.pid}b${at}`));
    const holders = async () =>
      (await peek<{ watch_by: string | null }>("select watch_by from mailboxes where id = any ($1)", [ids]))
        .map(({ watch_by: by }) => by)
        .filter(Boolean);
    const first = startWatchers(world, { most: 2, everyMs: 300 });
    let second: ReturnType<typeof startWatchers> | undefined;
    try {
      await until(async () => (await holders()).length === 2);
      second = startWatchers(world, { everyMs: 300 });
      await until(async () => new Set(await holders()).size === 2 && (await holders()).length === 3);
      await first.close();
      await until(async () => new Set(await holders()).size === 1 && (await holders()).length === 3);
    } finally {
      await first.close();
      await second?.close();
    }
    expect(await holders()).toEqual([]);
  }, 120_000);
});

describe.skipIf(!hasDovecot)("a mailbox whose server ends every IDLE", () => {
  test("is watched less and less often, and its mail still arrives", async () => {
    const [who, account] = [await person("NORMAL_USER"), `idle${process.pid}c`];
    const id = await connect(who, account);
    const relay = await startRelay(dovecot.ports.imap);
    const attempts: number[] = [];
    relay.onCommand = (said) => {
      if (!/^\S+ IDLE/.test(said)) return undefined;
      attempts.push(Date.now());
      relay.cut();
      return "";
    };
    await peek("update mailboxes set port = $2 where id = $1", [id, relay.port]);
    const watchers = startWatchers(world, { everyMs: 100 });
    await dovecot.deliver(account, mailOf({ subject: "All the same" }));
    await arrives(who, "All the same");
    await until(() => attempts.length === 3, 40_000);
    await watchers.close();
    await relay.stop();
    const [first = 0, second = 0, third = 0] = attempts;
    expect(second - first).toBeGreaterThan(1_900);
    expect(third - second).toBeGreaterThan(2_900);
  }, 60_000);
});

describe.skipIf(!hasDovecot)("without a request", () => {
  test("a mailbox whose poll is due is synced, and one whose process died; others are left alone", async () => {
    const [who, account] = [await person("NORMAL_USER"), `due${process.pid}`];
    const id = await connect(who, account);
    await dovecot.deliver(account, mailOf({ subject: "Unasked" }));
    const idle = () => isIdle(id);
    await until(idle);
    await pollDueMailboxes(world);
    await until(idle);
    expect(await subjects(who)).toEqual([]);
    await peek("update mailboxes set next_sync_at = now() where id = $1", [id]);
    await pollDueMailboxes(world);
    await arrives(who, "Unasked");

    await until(idle);
    await dovecot.deliver(account, mailOf({ subject: "After a crash" }));
    await peek(
      "update mailboxes set lease_by = gen_random_uuid(), lease_until = now() - interval '1 second' where id = $1",
      [id],
    );
    await pollDueMailboxes(world);
    await arrives(who, "After a crash");
  }, 60_000);

  test("a mailbox whose server stays away is polled less and less, alerts its owner, and recovers when the server is back", async () => {
    const [who, account] = [await person("NORMAL_USER"), `away${process.pid}`];
    const id = await connect(who, account);
    await peek("update mailboxes set port = 1 where id = $1", [id]);
    const waits: number[] = [];
    for (let failure = 1; failure <= 7; failure++) {
      await call(who, mailboxes.sync, { params: { id }, body: { mode: "delta" } });
      const row = await until(async () => {
        const [found] = await peek<{ failures: number; status: string; wait: number; last_error: string }>(
          "select failures, status, extract(epoch from next_sync_at - now())::int as wait, last_error from mailboxes where id = $1",
          [id],
        );
        return found?.failures === failure ? found : undefined;
      });
      expect(row.status).toBe(failure < 7 ? "retrying" : "attention");
      expect(row.last_error).toBe("The server refused the connection. Check the host and the port.");
      waits.push(row.wait);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan((waits[0] ?? 0) * 8);

    // The server is back, and the next poll is due.
    await dovecot.deliver(account, mailOf({ subject: "Back again" }));
    await peek("update mailboxes set port = $2, next_sync_at = now() where id = $1", [id, dovecot.imap(account).port]);
    await pollDueMailboxes(world);
    await arrives(who, "Back again");
    await until(async () => (await call(who, mailboxes.list)).body.items[0]?.status === "connected");
    expect((await call(who, mailboxes.list)).body.items[0]).toMatchObject({ lastError: null });
  }, 60_000);

  test("a refused password is retried after the backoff, and not before", async () => {
    const [who, account] = [await person("NORMAL_USER"), `refused${process.pid}`];
    const id = await connect(who, account);
    const relay = await startRelay(dovecot.ports.imap);
    relay.onCommand = (said) =>
      /LOGIN|AUTHENTICATE/.test(said) ? `${said.split(" ")[0]} NO [AUTHENTICATIONFAILED] No\r\n` : undefined;
    await peek("update mailboxes set port = $2 where id = $1", [id, relay.port]);
    await call(who, mailboxes.sync, { params: { id }, body: { mode: "delta" } });
    const box = await until(async () =>
      (await call(who, mailboxes.list)).body.items.find((one) => one.status !== "connected"),
    );
    expect(box).toMatchObject({ status: "attention", lastError: "The server refused the user name or password." });
    // Repeated wrong passwords lock accounts, so the backoff is long.
    expect(new Date(box.nextSync ?? 0).getTime()).toBeGreaterThan(Date.now() + 20 * 60_000);
    await pollDueMailboxes(world);
    const watchers = startWatchers(world, { everyMs: 100 });
    relay.onCommand = () => undefined;
    await watchers.look();
    await watchers.close();
    expect((await call(who, mailboxes.list)).body.items[0]?.status).toBe("attention");

    await peek("update mailboxes set next_sync_at = now() where id = $1", [id]);
    await pollDueMailboxes(world);
    await until(async () => (await call(who, mailboxes.list)).body.items[0]?.status === "connected");
    await relay.stop();
  }, 60_000);
});
