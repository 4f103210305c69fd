// Events between the opening of a mail and the moment when its whole source is stored.
import { randomBytes } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { storeSources } from "#features/sync/raw-sources.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { startRelay } from "#test/relay.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { fetchLeft } from "./fetch-left.ts";

// Starts a process, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { world, person, peek, call, app, url } = await testWorld({ jobs: false });
let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  // As some providers allow.
  dovecot = await startDovecot({ config: "ssl = no\nmail_max_userip_connections = 5", exactStatus: true });
  for (const name of ["mailbox.sync", "mailbox.fetch-left"])
    await world.queue.boss.createQueue(name, { policy: "short" });
});
afterAll(() => dovecot?.remove());

const large = randomBytes(200_000);
const withFile = (subject: string, content = large) =>
  mailOf({ subject, files: [{ name: "Plan.pdf", type: "application/pdf", content }] });
const nameless = (subject: string) => withFile(subject).replace(/^Message-ID: .*\r\n/im, "");

const full = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

async function connected(mails: string[]) {
  const [who, user] = [await person("NORMAL_USER"), `keep${randomBytes(6).toString("hex")}`];
  for (const raw of mails) await dovecot.deliver(user, raw);
  const form = { host: "localhost", port: dovecot.ports.imap, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  await call(who, api.mailboxSettings.update, { params: { id }, body: { leavesFiles: true } });
  const key = { tenantId: who.tenantId, userId: who.id, id };
  await syncMailbox(world, key);
  const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
    id,
  ]);
  const idOf = (subject: string) => rows.find((row) => row.subject === subject)?.id ?? "";
  return { who, user, key, idOf, rows, there: foldersOf(dovecot, user) };
}

async function open(who: Caller, id: string) {
  const part = (await call(who, api.inbox.message, { params: { id } })).body.attachments[0]?.part ?? "2";
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await app.inject({ method: "GET", url: `/api/mail/messages/${id}/attachments/${part}`, headers });
  return { status: answer.statusCode, isWhole: answer.rawPayload.equals(large), said: answer.body.slice(0, 300) };
}

describe.skipIf(!hasDovecot)("while a mail is fetched", () => {
  test("the sweep moves its stored source, and the file is whole [SYN-24]", async () => {
    const { who, key, idOf } = await connected([withFile("Plan")]);
    const id = idOf("Plan");
    const { openMailbox } = world.outside;
    world.outside.openMailbox = async (login) => {
      const mailbox = await openMailbox(login);
      return {
        ...mailbox,
        async fetchWhole(remoteId) {
          const [row] = await peek<{ key: string }>("select source_key as key from message_contents where id = $1", [
            id,
          ]);
          const stored = await world.outside.objects.get(row?.key ?? "");
          const [moved] = await storeSources(world.outside.objects, key.id, stored ? [stored] : []);
          await peek("update message_contents set source_key = $1 where id = $2", [moved, id]);
          return (await mailbox.fetchWhole?.(remoteId)) ?? new Uint8Array();
        },
      };
    };
    const opened = await open(who, id).finally(() => Object.assign(world.outside, { openMailbox }));
    expect(opened).toMatchObject({ status: 200, isWhole: true });
  });

  test("the disk is full: the reader is told, and the file comes once there is space [SYN-24] [SYN-29]", async () => {
    const { who, key, idOf } = await connected([withFile("Plan"), withFile("Other")]);
    const disk = vi.spyOn(world.outside.objects, "put").mockRejectedValue(full());
    const opened = await open(who, idOf("Plan")).finally(() => disk.mockRestore());
    expect(opened.status).toBe(507);
    expect(opened.said).toContain("There is no disk space left on the server");
    const left = () => peek("select from messages where mailbox_id = $1 and left_bytes > 0", [key.id]);
    expect(await left()).toHaveLength(2);
    expect(await open(who, idOf("Plan"))).toMatchObject({ status: 200, isWhole: true });
    expect(await left()).toHaveLength(1);
  });

  test("the disk is full while missing files are fetched: the owner reads it until they are here [SYN-26] [SYN-29]", async () => {
    const { who, key } = await connected([withFile("Plan"), withFile("Other")]);
    const settings = async () => (await call(who, api.mailboxSettings.get, { params: { id: key.id } })).body;
    await call(who, api.mailboxSettings.update, { params: { id: key.id }, body: { leavesFiles: false } });
    const disk = vi.spyOn(world.outside.objects, "put").mockRejectedValue(full());
    await fetchLeft(world, key).finally(() => disk.mockRestore());
    expect(await settings()).toMatchObject({ leftFault: "full", leftBytes: expect.any(Number) });
    expect((await settings()).leftBytes).toBeGreaterThan(300_000);
    await fetchLeft(world, key);
    expect(await settings()).toMatchObject({ leftFault: null, leftBytes: 0 });
  });

  test("a message that its server has no more does not count as on the server [SYN-09]", async () => {
    const { who, key, there } = await connected([withFile("Plan")]);
    await there.erase("Plan", "inbox");
    await syncMailbox(world, key);
    const { body } = await call(who, api.mailboxSettings.get, { params: { id: key.id } });
    expect(body).toMatchObject({ leftBytes: 0, storageBytes: 0 });
  });

  test("a mail without a Message-ID is kept, and another one in its place is not [SYN-25]", async () => {
    const { who, key, idOf } = await connected([nameless("Mine"), nameless("Other")]);
    await peek(
      "update message_folders set remote_id = case when message_id = $1 then regexp_replace(remote_id, '/1$', '/2') else regexp_replace(remote_id, '/2$', '/9') end where mailbox_id = $2",
      [idOf("Mine"), key.id],
    );
    expect((await open(who, idOf("Mine"))).status).toBe(404);
    await peek("update message_folders set remote_id = regexp_replace(remote_id, '/2$', '/1') where message_id = $1", [
      idOf("Mine"),
    ]);
    expect(await open(who, idOf("Mine"))).toMatchObject({ status: 200, isWhole: true });
  });

  test("a mail that the database refused has its whole source still [SYN-24]", async () => {
    const raw = withFile("Refused");
    const { who, idOf } = await connected([raw]);
    const id = idOf("Refused");
    // As `fallback-message.ts` stores it.
    await peek("update messages set message_id = null, subject = '' where id = $1", [id]);
    await peek("update message_contents set attachments = '[]' where id = $1", [id]);
    const headers = { authorization: `Bearer ${who.token}` };
    const answer = await app.inject({ method: "GET", url: `/api/mail/messages/${id}/source`, headers });
    expect([answer.statusCode, answer.body === raw]).toEqual([200, true]);
  });

  test("many mails that are opened at once do not need more connections than a server allows [SYN-24]", async () => {
    const subjects = Array.from({ length: 14 }, (_, at) => `Mail ${at}`);
    const { who, rows } = await connected(subjects.map((subject) => withFile(subject)));
    expect(rows).toHaveLength(14);
    const opened = await Promise.all(rows.map(({ id }) => open(who, id)));
    expect(opened.filter(({ isWhole }) => !isWhole)).toEqual([]);
  });

  test("a mail that another program has just moved is found again after a sync that this begins [SYN-25]", async () => {
    const { who, key, idOf, there } = await connected([withFile("Moved")]);
    await there.move("Moved", "inbox", "archive");
    const before = await peek<{ wanted: Date | null }>("select wanted_at as wanted from mailboxes where id = $1", [
      key.id,
    ]);
    const first = await open(who, idOf("Moved"));
    expect([first.status, first.said]).toEqual([404, expect.stringContaining("try again in a minute")]);
    const after = await peek<{ wanted: Date | null }>("select wanted_at as wanted from mailboxes where id = $1", [
      key.id,
    ]);
    expect(after).not.toEqual(before);
    await syncMailbox(world, key);
    expect(await open(who, idOf("Moved"))).toMatchObject({ status: 200, isWhole: true });
  });

  test("the process is killed: nothing is lost or doubled, and the next one fetches it [SYN-24]", async () => {
    const { who, key, idOf } = await connected([withFile("Killed")]);
    const id = idOf("Killed");
    const relay = await startRelay(dovecot.ports.imap);
    await peek("update mailboxes set port = $1 where id = $2", [relay.port, key.id]);
    const process = await startAppProcess({ url, dataDir: world.config.dataDir });
    const killed = new Promise<void>((done) => {
      relay.onCommand = (said) => {
        if (!said.includes("BODY.PEEK[]")) return undefined;
        void process.kill().then(done);
        return "* OK Wait\r\n";
      };
    });
    const headers = { authorization: `Bearer ${who.token}` };
    const asked = fetch(`${process.url}/api/mail/messages/${id}/attachments/2`, { headers }).catch(() => undefined);
    await Promise.all([killed, asked]);
    relay.onCommand = () => undefined;
    const rows = await peek("select from messages where mailbox_id = $1 and left_bytes > 0", [key.id]);
    expect(rows).toHaveLength(1);
    expect(await open(who, id)).toMatchObject({ status: 200, isWhole: true });
    await relay.stop();
  });

  test("its mailbox is removed, and the reader is told that the mail is gone [SYN-25]", async () => {
    const { who, key, idOf } = await connected([withFile("Removed")]);
    const { openMailbox } = world.outside;
    world.outside.openMailbox = async (login) => {
      const mailbox = await openMailbox(login);
      const fetchWhole = async (remoteId: string) => {
        const raw = (await mailbox.fetchWhole?.(remoteId)) ?? new Uint8Array();
        await call(who, api.mailboxes.remove, { params: { id: key.id } });
        return raw;
      };
      return { ...mailbox, fetchWhole };
    };
    const opened = await open(who, idOf("Removed")).finally(() => Object.assign(world.outside, { openMailbox }));
    expect(opened).toMatchObject({ status: 404, said: expect.stringContaining("Message not found") });
  });
});
