// A mailbox is read again from scratch: nothing is lost, doubled or forgotten, whatever has happened on its server.
import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const { world, person, peek, call, url, addMailbox } = await testWorld({ jobs: false });
let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const resync = (who: Caller, id: string) => call(who, api.mailboxSettings.resync, { params: { id } });

test("a stranger, a paused mailbox and a mailbox of Intellibox itself are refused [SYN-18]", async () => {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "imap");
  expect((await resync(await person("ADMIN", { tenantId: who.tenantId }), id)).status).toBe(404);
  const local = await resync(who, await addMailbox(who, who.email, "local"));
  expect([local.status, local.body.error]).toEqual([
    400,
    "This mailbox is part of Intellibox, so there is no server to compare it with.",
  ]);
  await peek("update mailboxes set is_paused = true where id = $1", [id]);
  expect((await resync(who, id)).status).toBe(409);
  expect(await peek("select 1 from mailboxes where user_id = $1 and resync_wanted_at is not null", [who.id])).toEqual(
    [],
  );
});

describe.skipIf(!hasDovecot)("a resync from scratch", () => {
  let count = 0;
  async function connected(subjects: string[], kind: "imap" | "pop3" = "imap", form: object = {}) {
    const [who, user] = [await person("NORMAL_USER"), `again${process.pid}x${++count}`];
    const there = foldersOf(dovecot, user);
    for (const subject of subjects)
      await there.deliver(mailOf({ subject, messageId: `<${subject}@${user}>` }), "inbox");
    const relay = await startRelay(dovecot.ports[kind]);
    cleanups.push(relay.stop);
    let downloads = 0;
    relay.onCommand = (said) => {
      if (said.includes("BODY.PEEK[]")) downloads++;
      return undefined;
    };
    const body = { host: "localhost", port: relay.port, secure: false, username: user, password: "test", ...form };
    const call_ = kind === "imap" ? api.mailboxes.connectImap : api.mailboxes.connectPop3;
    const { id } = (await call(who, call_, { body })).body;
    const sync = () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
    await sync();
    await sync();
    const rows = () =>
      peek<{ subject: string; id: string; folder: string }>(
        "select subject, id, folder from messages where mailbox_id = $1 and folder <> 'gone' order by subject, id",
        [id],
      );
    const again = async () => {
      expect((await resync(who, id)).status).toBe(202);
      await sync();
      await sync();
    };
    const marks = () =>
      peek("select 1 from message_folders where mailbox_id = $1 and starts_with(remote_id, 'local:')", [id]);
    return { who, there, sync, id, user, rows, again, relay, marks, downloads: () => downloads };
  }

  test("keeps every message with its id, star and snooze, uploads first what was done here, and downloads nothing twice [SYN-18]", async () => {
    const box = await connected(["Marked", "Plain", "Snoozed"]);
    const before = await box.rows();
    const fetched = box.downloads();
    const idOf = (subject: string) => before.find((row) => row.subject === subject)?.id ?? "";
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await peek("update messages set folder = 'snoozed', snoozed_until = $2 where id = $1", [idOf("Snoozed"), until]);
    await call(box.who, api.inbox.bulk, { body: { ids: [idOf("Marked")], action: "read" } });
    await box.again();
    expect((await box.rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect((await box.rows()).find(({ subject }) => subject === "Snoozed")?.folder).toBe("snoozed");
    expect(dovecot.admin("search", "-u", box.user, "mailbox", "INBOX", "SEEN").trim()).not.toBe("");
    expect(await peek("select 1 from messages where mailbox_id = $1 and not unread", [box.id])).toHaveLength(1);
    expect(box.downloads()).toBe(fetched);
    expect(await box.marks()).toEqual([]);
  });

  test("is made if the cursor cannot be read any more, and keeps every id, star and snooze [SYN-18]", async () => {
    const box = await connected(["Plain", "Snoozed", "Starred"]);
    const before = await box.rows();
    const idOf = (subject: string) => before.find((row) => row.subject === subject)?.id ?? "";
    const body = { ids: [idOf("Snoozed")], until: new Date(Date.now() + 86_400_000).toISOString() };
    await call(box.who, api.snooze.snooze, { body });
    // Not uploaded yet.
    await call(box.who, api.actions.apply, { body: { ids: [idOf("Starred")], action: "star" } });
    await peek("update mailboxes set cursor = 'nonsense' where id = $1", [box.id]);
    for (let times = 0; times < 3; times++) await box.sync();
    expect((await box.rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const snoozed = "select subject from messages where mailbox_id = $1 and snoozed_until > now()";
    expect(await peek(snoozed, [box.id])).toEqual([{ subject: "Snoozed" }]);
    expect(dovecot.admin("search", "-u", box.user, "mailbox", "INBOX", "FLAGGED").trim()).not.toBe("");
    expect(await box.marks()).toEqual([]);
  });

  test("brings mail and marks that were missed here, and drops what the server has no more [SYN-18]", async () => {
    const box = await connected(["Erased", "Kept", "Lost"]);
    const [lost] = (await box.rows()).filter(({ subject }) => subject === "Lost");
    await peek("delete from messages where id = $1", [lost?.id]);
    await box.there.star("Kept", "inbox", true);
    await box.sync();
    await peek("update messages set starred = false where mailbox_id = $1", [box.id]);
    await box.there.erase("Erased", "inbox");
    // As if the removal had been missed.
    await peek("update mailboxes set cursor = null where id = $1", [box.id]);
    await box.again();
    expect((await box.rows()).map(({ subject }) => subject)).toEqual(["Kept", "Lost"]);
    expect(await peek("select subject from messages where mailbox_id = $1 and starred", [box.id])).toEqual([
      { subject: "Kept" },
    ]);
  });

  test("recognizes every message if its folder has new UIDs, also two copies of one mail [SYN-18]", async () => {
    const box = await connected(["One", "Two"]);
    await box.there.deliver(mailOf({ subject: "Two", messageId: `<Two@${box.user}>` }), "inbox");
    await box.sync();
    const before = await box.rows();
    expect(before).toHaveLength(3);
    dovecot.admin("mailbox", "update", "-u", box.user, "--uid-validity", "2100000000", "INBOX");
    await box.again();
    expect(await box.rows()).toEqual(before);
    expect(await box.marks()).toEqual([]);
  });

  test("that waits while another sync runs begins after it [SYN-18]", async () => {
    const box = await connected(["One"]);
    await peek(
      "update mailboxes set lease_by = gen_random_uuid(), lease_until = now() + interval '5 seconds' where id = $1",
      [box.id],
    );
    await resync(box.who, box.id);
    await box.sync();
    const wanted = "select 1 from mailboxes where id = $1 and resync_wanted_at is not null";
    expect(await peek(wanted, [box.id])).toHaveLength(1);
    await peek("update mailboxes set lease_until = now() - interval '1 second' where id = $1", [box.id]);
    await box.sync();
    expect(await peek(wanted, [box.id])).toEqual([]);
    expect(await box.rows()).toHaveLength(1);
  });

  test("of a POP3 mailbox doubles nothing, and keeps mail that is only here and where it was filed [SYN-18]", async () => {
    const box = await connected(["One", "Two"], "pop3");
    const before = await box.rows();
    const [first] = before;
    await call(box.who, api.inbox.deleteMessage, { params: { id: first?.id ?? "" }, query: { undoSeconds: 0 } });
    await box.sync();
    await box.there.erase("Two", "inbox");
    await box.again();
    expect((await box.rows()).map(({ id, folder }) => [id, folder])).toEqual([
      [first?.id, "trash"],
      [before[1]?.id, "inbox"],
    ]);
  });

  test("of a killed program is finished by the next one, without a loss or a double [SYN-18]", async () => {
    const subjects = Array.from({ length: 240 }, (_, at) => `Mail ${String(at).padStart(3, "0")}`);
    const box = await connected(subjects);
    await peek("update mailboxes set wanted_older = 1000 where id = $1", [box.id]);
    await box.sync();
    const before = await box.rows();
    expect(before).toHaveLength(240);
    dovecot.admin("mailbox", "update", "-u", box.user, "--uid-validity", "2100000000", "INBOX");
    await resync(box.who, box.id);
    const app = await startAppProcess({ url, dataDir: world.config.dataDir });
    try {
      const found = async () =>
        (
          await peek("select 1 from message_folders where mailbox_id = $1 and not starts_with(remote_id, 'local:')", [
            box.id,
          ])
        ).length;
      await until(async () => {
        const [row] = await peek<{ isBegun: boolean }>(
          'select resync_wanted_at is null as "isBegun" from mailboxes where id = $1',
          [box.id],
        );
        return row?.isBegun && (await found()) < 240;
      }, 60_000);
    } finally {
      await app.kill();
    }
    await peek("update mailboxes set lease_until = now() - interval '1 second' where id = $1", [box.id]);
    for (let run = 0; run < 4; run++) await box.sync();
    expect(await box.rows()).toEqual(before);
  });
});
