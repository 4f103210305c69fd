// Local changes that the mailbox's server denies, or that are lost with the connection.
import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { heldByServer, heldByUs } from "#test/mail-compare.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const product = await testWorld({ jobs: false });
const { person, call, peek, world } = product;

let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no" });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());

let count = 0;
/** A synced mailbox with mails of these subjects, and the relay to its server. */
async function mailboxWith(subjects: string[]) {
  const [who, account] = [await person("NORMAL_USER"), `push${process.pid}x${++count}`];
  const relay = await startRelay(dovecot.ports.imap);
  const deliver = (subject: string) =>
    dovecot.deliver(account, mailOf({ subject, messageId: `<${subject}@${account}>` }));
  for (const subject of subjects) await deliver(subject);
  const form = { host: "localhost", port: relay.port, secure: false, username: account, password: "test" };
  const { body } = await call(who, api.mailboxes.connectImap, { body: form });
  const sync = () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id: body.id });
  await sync();
  const listed = async () => (await call(who, api.inbox.threads, { query: {} })).body.items;
  const idOf = async (subject: string) => (await listed()).find((item) => item.subject === subject)?.id ?? "";
  const statusOf = async () =>
    (await peek<{ status: string }>("select status from mailboxes where id = $1", [body.id]))[0]?.status;
  return {
    ...{ who, relay, deliver, sync, statusOf },
    shown: async () => (await listed()).map(({ subject }) => subject).sort(),
    drop: async (subject: string) =>
      call(who, api.inbox.deleteMessage, { params: { id: await idOf(subject) }, query: { undoSeconds: 0 } }),
    markRead: async (subject: string) =>
      call(who, api.inbox.markRead, { params: { id: await idOf(subject) }, body: { read: true } }),
    account,
    act: async (action: MailAction, subjects: string[], more: object = {}) => {
      const ids = await Promise.all(subjects.map(idOf));
      return (await call(who, api.actions.apply, { body: { ids, action, ...more } })).body;
    },
    undo: (id: string) => call(who, api.actions.undo, { params: { id } }),
    view: async (query: Record<string, unknown>) =>
      (await call(who, api.inbox.threads, { query })).body.items.map(({ subject }) => subject).sort(),
    pending: () =>
      peek("select message_id from message_folders where mailbox_id = $1 and pending is not null", [body.id]),
    onServer: (folder: string) =>
      [...dovecot.admin("fetch", "-u", account, "hdr.subject", "mailbox", folder).matchAll(/hdr.subject: (.*)/g)]
        .map(([, subject]) => subject?.trim())
        .sort(),
    held: async () => ({ ours: await heldByUs(product, who.id), theirs: heldByServer(dovecot, account) }),
  };
}

describe.skipIf(!hasDovecot)("a change that its server", () => {
  test("denies does not count as made: a message that could not be deleted is shown again, and new mail still arrives [MBX-11] [MBX-12]", async () => {
    const box = await mailboxWith(["Drop", "Read", "Keep"]);
    box.relay.onCommand = (said) =>
      /UID (STORE|MOVE)/.test(said) ? `${said.split(" ")[0]} NO [NOPERM] Read only\r\n` : undefined;
    await box.drop("Drop");
    await box.markRead("Read");
    expect(await box.shown()).toEqual(["Keep", "Read"]);
    await box.deliver("News");
    await box.sync();
    expect(await box.statusOf()).toBe("connected");
    expect(await box.shown()).toEqual(["Drop", "Keep", "News", "Read"]);

    // The mark is kept until the server allows it.
    box.relay.onCommand = () => undefined;
    await box.sync();
    const { ours, theirs } = await box.held();
    expect(ours).toEqual(theirs);
    expect(theirs.filter(({ unread }) => !unread).map(({ messageId }) => messageId)).toEqual([
      expect.stringMatching(/^<Read@/),
    ]);
    await box.relay.stop();
  }, 60_000);

  test("did not receive, because the connection was cut, is made by the next sync [MBX-11] [MBX-12]", async () => {
    const box = await mailboxWith(["Drop", "Read", "Keep"]);
    await box.drop("Drop");
    await box.markRead("Read");
    let cuts = 0;
    box.relay.onCommand = (said) => {
      if (!/UID (STORE|MOVE)/.test(said) || ++cuts > 2) return undefined;
      box.relay.cut();
      return "";
    };
    for (let attempt = 1; attempt <= 2; attempt++) {
      await box.sync();
      expect(await box.statusOf()).toBe("retrying");
      expect(await box.shown()).toEqual(["Keep", "Read"]);
    }
    await box.sync();
    const { ours, theirs } = await box.held();
    expect(ours).toEqual(theirs);
    const trash = theirs.filter(({ folder }) => folder === "trash");
    expect(trash.map(({ messageId }) => messageId)).toEqual([expect.stringMatching(/^<Drop@/)]);
    await box.relay.stop();
  }, 60_000);

  test("denies is taken back: the mail is again in the folder that it was moved from, without the star [MBX-11]", async () => {
    const box = await mailboxWith(["One", "Two"]);
    box.relay.onCommand = (said) =>
      /UID (STORE|MOVE)|CREATE/.test(said) ? `${said.split(" ")[0]} NO [NOPERM] Read only\r\n` : undefined;
    const told: unknown[] = [];
    const owner = { tenantId: box.who.tenantId, userId: box.who.id };
    const stop = world.events.subscribe(owner, ({ data }) => told.push(data.denied));
    await box.act("archive", ["One"]);
    await box.act("star", ["Two"]);
    expect(await box.shown()).toEqual(["Two"]);
    await box.sync();
    expect([await box.shown(), await box.view({ folder: "starred" }), await box.pending()]).toEqual([
      ["One", "Two"],
      [],
      [],
    ]);
    await until(() => told.includes(2));
    stop();
    await box.relay.stop();
  }, 60_000);

  test("has made, while its answer was lost, is not made twice: the mail stands once, where it was moved to [MBX-11]", async () => {
    const box = await mailboxWith(["One", "Two", "Keep"]);
    const moved = await box.act("archive", ["One", "Two"]);
    let cuts = 0;
    box.relay.onAnswer = (data) => {
      if (!data.includes("COPYUID") || ++cuts > 2) return data;
      box.relay.cut();
      return Buffer.alloc(0);
    };
    for (let attempt = 0; attempt < 4; attempt++) await box.sync();
    expect(cuts).toBeGreaterThan(1);
    expect([box.onServer("INBOX"), box.onServer("Archive")]).toEqual([["Keep"], ["One", "Two"]]);
    expect([await box.shown(), await box.view({ folder: "archive" }), await box.pending()]).toEqual([
      ["Keep"],
      ["One", "Two"],
      [],
    ]);
    await box.undo(moved.actionId);
    await box.sync();
    expect([box.onServer("INBOX"), box.onServer("Archive")]).toEqual([["Keep", "One", "Two"], []]);
    expect([await box.shown(), await box.view({ folder: "all" })]).toEqual([
      ["Keep", "One", "Two"],
      ["Keep", "One", "Two"],
    ]);
    await box.relay.stop();
  }, 60_000);
});
