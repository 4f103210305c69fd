import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pollDueMailboxes } from "#features/sync/poll-due-mailboxes.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { startWatchers } from "#features/sync/watch.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek, world, addMailbox, advance } = await testWorld({ jobs: true });
const { inbox, mailboxes, mailboxSettings } = api;

const change = (who: Caller, id: string, body: object) => call(who, mailboxSettings.update, { params: { id }, body });
const settingsOf = async (who: Caller, id: string) => (await call(who, mailboxSettings.get, { params: { id } })).body;
const boxOf = async (who: Caller) => (await call(who, mailboxes.list)).body.items[0];

describe("the settings of a mailbox", () => {
  test("a name and a colour are kept, and others are refused [SYN-02]", async () => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, "imap");
    expect(await boxOf(who)).toMatchObject({ name: "", color: null });
    const saved = await change(who, id, { name: "  Sales \u{1F4EC} ", color: "teal" });
    expect([saved.status, saved.body.name, saved.body.color]).toEqual([200, "Sales \u{1F4EC}", "teal"]);
    expect(await boxOf(who)).toMatchObject({ name: "Sales \u{1F4EC}", color: "teal", syncing: false });
    for (const bad of [{ name: "x".repeat(61) }, { name: "a\nb" }, { color: "#ff0000" }, { colour: "red" }])
      expect([bad, (await change(who, id, bad)).status]).toEqual([bad, 400]);
    expect((await change(who, id, { name: "", color: null })).body).toMatchObject({ name: "", color: null });
  });

  test("a stranger and a colleague can neither read nor change them [SYN-01]", async () => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, "imap");
    for (const other of [await person("NORMAL_USER"), await person("ADMIN", { tenantId: who.tenantId })]) {
      expect((await change(other, id, { name: "Mine", isPaused: true })).status).toBe(404);
      expect((await call(other, mailboxSettings.get, { params: { id } })).status).toBe(404);
    }
    expect(await boxOf(who)).toMatchObject({ name: "", isPaused: false });
  });

  test("the interval is one to sixty minutes or the default, and decides when the next sync is due [SYN-05]", async () => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, "local");
    const key = { tenantId: who.tenantId, userId: who.id, id };
    expect(await settingsOf(who, id)).toMatchObject({ syncMinutes: null, defaultSyncMinutes: 10, canPush: false });
    for (const syncMinutes of [0, 61, 1.5, "5"]) expect((await change(who, id, { syncMinutes })).status).toBe(400);
    const minutes = async () => {
      await until(async () => (await boxOf(who))?.syncing === false);
      await syncMailbox(world, key);
      const [row] = await peek<{ minutes: number }>(
        "select extract(epoch from next_sync_at - now())::float8 / 60 as minutes from mailboxes where id = $1",
        [id],
      );
      return row?.minutes ?? 0;
    };
    await change(who, id, { syncMinutes: 42 });
    expect(await minutes()).toBeGreaterThan(30);
    await change(who, id, { syncMinutes: 1 });
    expect(await minutes()).toBeLessThan(2);
    await change(who, id, { syncMinutes: null });
    expect(await minutes()).toBeGreaterThan(6);
  });

  test("a mailbox of Intellibox itself cannot be paused, and one without push cannot turn it on [SYN-03] [SYN-06]", async () => {
    const who = await person("NORMAL_USER");
    const local = await addMailbox(who, who.email, "local");
    expect((await change(who, local, { isPaused: true })).body).toMatchObject({
      error: "This mailbox is part of Intellibox, so it cannot be paused.",
    });
    const pop3 = await addMailbox(who, who.email, "pop3");
    expect((await change(who, pop3, { wantsPush: true })).status).toBe(400);
  });

  test("a sender's name is kept, and one that is another address is refused [SYN-11]", async () => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, "imap");
    await change(who, id, { fromName: "Asha from Support" });
    expect(await settingsOf(who, id)).toMatchObject({ fromName: "Asha from Support" });
    expect((await change(who, id, { fromName: "boss@other.test" })).status).toBe(400);
    for (const bad of ["a\r\nBcc: x@y.test", "Asha\u202etset.rehto@ssob"])
      expect((await change(who, id, { fromName: bad })).status).toBe(400);
    await change(who, id, { fromName: "" });
    expect(await settingsOf(who, id)).toMatchObject({ fromName: null });
  });

  test("a setting is kept while a sync stores a batch for longer than other calls wait [SYN-10]", async () => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, "imap");
    const batch = peek(
      "with held as materialized (select id from mailboxes where id = $1 for update) select pg_sleep(5) from held",
      [id],
    );
    await until(async () => (await peek("select from pg_stat_activity where wait_event = 'PgSleep'")).length > 0);
    expect((await change(who, id, { deletesForGood: true })).status).toBe(200);
    await batch;
    expect(await boxOf(who)).toMatchObject({ deletesForGood: true });
  });

  test("a signature is sanitized and kept, empty stands for none and null for the user's own [SYN-13]", async () => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, "imap");
    const other = await addMailbox(who, "other@shop.test", "imap");
    expect(await settingsOf(who, id)).toMatchObject({ signatureHtml: null });
    await change(who, id, { signatureHtml: '<p onclick="x()">Asha</p><script>1</script>' });
    expect(await settingsOf(who, id)).toMatchObject({ signatureHtml: "<p>Asha</p>" });
    const signatures = async (one: Caller) => (await call(one, api.users.profile)).body.signatures;
    expect(await signatures(who)).toEqual([{ mailboxId: id, signatureHtml: "<p>Asha</p>" }]);
    expect(await signatures(await person("ADMIN", { tenantId: who.tenantId }))).toEqual([]);
    await change(who, other, { signatureHtml: "" });
    expect((await signatures(who)).map(({ signatureHtml }) => signatureHtml).sort()).toEqual(["", "<p>Asha</p>"]);
    expect((await change(who, id, { signatureHtml: "x".repeat(20_001) })).status).toBe(400);
    await change(who, id, { signatureHtml: null });
    expect(await settingsOf(who, id)).toMatchObject({ signatureHtml: null });
  });

  test("only a POP3 mailbox chooses whether mail stays on its server [SYN-12]", async () => {
    const who = await person("NORMAL_USER");
    const pop3 = await addMailbox(who, who.email, "pop3");
    const imap = await addMailbox(who, who.email, "imap");
    expect([(await settingsOf(who, pop3)).leaveOnServer, (await settingsOf(who, imap)).leaveOnServer]).toEqual([
      true,
      null,
    ]);
    expect((await change(who, pop3, { leaveOnServer: false })).status).toBe(200);
    expect((await settingsOf(who, pop3)).leaveOnServer).toBe(false);
    expect((await change(who, imap, { leaveOnServer: false })).status).toBe(400);
  });

  test("the size is the sum of the mailbox's messages [SYN-09]", async () => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, "imap");
    const add = (size: number) =>
      peek(
        `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, thread_id, folder, subject, base_subject, from_name,
           from_address, participants, date, snippet, unread, has_attachment, size)
         values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), gen_random_uuid(), 'inbox', '', '', '', '', '{}', now(), '', true, false, $4)`,
        [who.tenantId, who.id, id, size],
      );
    const size = async () => (await settingsOf(who, id)).storageBytes;
    expect(await size()).toBe(0);
    await add(1_000);
    await add(500);
    expect(await size()).toBe(1_500);
    // The sum is kept for a minute, unless mail comes or goes.
    await peek("update messages set size = 2000 where mailbox_id = $1", [id]);
    expect(await size()).toBe(1_500);
    advance(61_000);
    expect(await size()).toBe(4_000);
    await peek("delete from messages where mailbox_id = $1", [id]);
    expect(await size()).toBe(0);
  });
});

describe.skipIf(!hasDovecot)("a paused mailbox", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot({ config: "ssl = no" });
  });
  afterAll(() => dovecot?.remove());

  async function connect(account: string) {
    const who = await person("NORMAL_USER");
    const { host, port, secure, username, password } = dovecot.imap(account);
    const { body } = await call(who, mailboxes.connectImap, { body: { host, port, secure, username, password } });
    await until(async () => (await boxOf(who))?.lastSync, 30_000);
    await until(async () => (await boxOf(who))?.syncing === false);
    return { who, id: body.id, key: { tenantId: who.tenantId, userId: who.id, id: body.id } };
  }
  const subjects = async (who: Caller) =>
    (await call(who, inbox.threads, { query: {} })).body.items.map(({ subject }) => subject);
  const sessions = (account: string) =>
    dovecot
      .admin("who", "-1", account)
      .split("\n")
      .filter((line) => line.startsWith(account)).length;

  test("is neither polled, watched nor synced by hand until it is resumed, and then brings what came and uploads what was done [SYN-03] [SYN-04]", async () => {
    const account = `paused${process.pid}`;
    await dovecot.deliver(account, mailOf({ subject: "Before" }));
    const { who, id, key } = await connect(account);
    expect((await settingsOf(who, id)).storageBytes).toBeGreaterThan(100);
    const watchers = startWatchers(world, { everyMs: 300 });
    try {
      await until(() => sessions(account) === 1, 20_000);
      expect((await change(who, id, { isPaused: true })).body).toMatchObject({
        ...{ isPaused: true, nextSync: null, syncing: false },
      });
      await until(() => sessions(account) === 0, 20_000);
      await dovecot.deliver(account, mailOf({ subject: "Meanwhile" }));
      const [item] = (await call(who, inbox.threads, { query: {} })).body.items;
      await call(who, inbox.bulk, { body: { ids: [item?.id], action: "read" } });

      const refused = await call(who, mailboxes.sync, { params: { id }, body: {} });
      expect([refused.status, refused.body.error]).toEqual([
        409,
        `${(await boxOf(who))?.email} is paused. Resume it in Sync Settings.`,
      ]);
      expect((await call(who, mailboxes.syncAll, { body: {} })).status).toBe(409);
      await peek("update mailboxes set next_sync_at = now() - interval '1 hour' where id = $1", [id]);
      await pollDueMailboxes(world);
      await syncMailbox(world, key);
      expect(await subjects(who)).toEqual(["Before"]);
      expect(sessions(account)).toBe(0);
      expect(await peek("select 1 from mailboxes where id = $1 and lease_by is not null", [id])).toEqual([]);

      await change(who, id, { isPaused: false });
      await until(async () => (await subjects(who)).includes("Meanwhile"), 30_000);
      await until(() => dovecot.admin("search", "-u", account, "mailbox", "INBOX", "SEEN").trim() !== "", 20_000);
      await until(() => sessions(account) === 1, 20_000);
    } finally {
      await watchers.close();
    }
  });

  test("push off ends the watch, and polling goes on [SYN-06]", async () => {
    const account = `nopush${process.pid}`;
    const { who, id } = await connect(account);
    const watchers = startWatchers(world, { everyMs: 300 });
    try {
      await until(() => sessions(account) === 1, 20_000);
      expect((await settingsOf(who, id)).wantsPush).toBe(true);
      await change(who, id, { wantsPush: false });
      await until(() => sessions(account) === 0, 20_000);
      expect(await settingsOf(who, id)).toMatchObject({ wantsPush: false, canPush: true });
      await dovecot.deliver(account, mailOf({ subject: "Polled" }));
      await peek("update mailboxes set next_sync_at = now() - interval '1 minute' where id = $1", [id]);
      await pollDueMailboxes(world);
      await until(async () => (await subjects(who)).includes("Polled"), 20_000);
      await change(who, id, { wantsPush: true });
      await until(() => sessions(account) === 1, 20_000);
    } finally {
      await watchers.close();
    }
  });
});
