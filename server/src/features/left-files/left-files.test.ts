// Attachments that stay on an IMAP server until they are opened, with a real Dovecot.
import { randomBytes } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { forwardedMessage } from "#features/message-html/forwarded-message.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { startRelay } from "#test/relay.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { fetchLeft } from "./fetch-left.ts";

const { world, person, peek, call, app, addMailbox } = await testWorld({ jobs: false });
const { inbox, mailboxSettings } = api;
const servers: Record<string, Dovecot> = {};
beforeAll(async () => {
  if (!hasDovecot) return;
  const options = { config: "ssl = no", exactStatus: true };
  servers.new = await startDovecot(options);
  servers.old = await startDovecot({ ...options, imapCapability: "IMAP4rev1 LITERAL+" });
  for (const name of ["mailbox.sync", "mailbox.fetch-left"])
    await world.queue.boss.createQueue(name, { policy: "short" });
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.remove();
});
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const large = randomBytes(700_000);
const other = randomBytes(300_000);
const picture = randomBytes(90_000);
const files = [
  { name: "Plan.pdf", type: "application/pdf", content: large },
  { name: "Größe.bin", type: "application/octet-stream", content: other },
  { name: "logo.png", type: "image/png", content: picture, contentId: "logo@x" },
  { name: "note.txt", type: "text/plain", content: "small" },
];
const html = '<p>See the plan.</p><img src="cid:logo@x">';

let count = 0;
async function connected(server: Dovecot | undefined, mails: string[], leavesFiles = true) {
  if (!server) throw new Error("no Dovecot");
  const [who, user] = [await person("NORMAL_USER"), `left${process.pid}x${++count}`];
  const there = foldersOf(server, user);
  for (const raw of mails) await server.deliver(user, raw);
  const relay = await startRelay(server.ports.imap);
  cleanups.push(relay.stop);
  const seen = { bytes: 0, wholes: 0 };
  relay.onAnswer = (data) => {
    seen.bytes += data.length;
    return data;
  };
  relay.onCommand = (said) => {
    if (said.includes("BODY.PEEK[]")) seen.wholes++;
    return undefined;
  };
  const form = { host: "localhost", port: relay.port, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  const key = { tenantId: who.tenantId, userId: who.id, id };
  if (leavesFiles) await call(who, mailboxSettings.update, { params: { id }, body: { leavesFiles } });
  await syncMailbox(world, key);
  const ids = async () =>
    (await peek<{ id: string }>("select id from messages where mailbox_id = $1 order by date desc", [id])).map(
      (m) => m.id,
    );
  const [message = ""] = await ids();
  return { who, user, there, relay, seen, id, key, message, ids };
}

const read = async (who: Caller, id: string) => (await call(who, inbox.message, { params: { id } })).body;
const download = async (who: Caller, id: string, path: string) => {
  const answer = await app.inject({
    method: "GET",
    url: `/api/mail/messages/${id}/${path}`,
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, error: answer.body.slice(0, 300) };
};
const partOf = async (who: Caller, id: string, name: string) => {
  const found = (await read(who, id)).attachments.find((file) => file.fileName === name);
  if (!found) throw new Error(`No ${name}`);
  return found;
};

describe.skipIf(!hasDovecot)("attachments that are fetched when they are opened", () => {
  test.each(["new", "old"])(
    "text, names and pictures come with the mail, larger files do not (%s server) [SYN-23]",
    async (kind) => {
      const raw = mailOf({ subject: "Plan", html, files });
      const box = await connected(servers[kind], [raw]);
      expect(box.seen.wholes).toBe(0);
      const bytes = box.seen.bytes;
      expect(bytes).toBeLessThan(200_000);
      const message = await read(box.who, box.message);
      expect(message).toMatchObject({ subject: "Plan", hasAttachment: true, truncated: false });
      expect(message.bodyHtml).toContain("data:image/png;base64,");
      expect(message.bodyText).toContain("Good day.");
      const names = message.attachments.map(({ fileName, isLeft = false }) => [fileName, isLeft]);
      expect(names).toEqual([
        ["Plan.pdf", true],
        ["Größe.bin", true],
        ["logo.png", false],
        ["note.txt", false],
      ]);
      for (const [at, { content }] of files.entries()) {
        const size = message.attachments[at]?.size ?? 0;
        expect(Math.abs(size - Buffer.byteLength(content)) / Buffer.byteLength(content)).toBeLessThan(0.02);
      }
      const settings = (await call(box.who, mailboxSettings.get, { params: { id: box.id } })).body;
      expect(settings.leavesFiles).toBe(true);
      expect(settings.storageBytes).toBeLessThan(200_000);
      expect(settings.leftBytes + settings.storageBytes).toBe(Buffer.byteLength(raw));
      // Small parts need no server.
      box.relay.refuse();
      const small = await download(
        box.who,
        box.message,
        `attachments/${(await partOf(box.who, box.message, "note.txt")).part}`,
      );
      expect([small.status, String(small.bytes)]).toEqual([200, "small"]);
    },
  );

  test.each(["new", "old"])(
    "opening a file fetches it once, also for two readers, and keeps it (%s server) [SYN-24]",
    async (kind) => {
      const raw = mailOf({ subject: "Plan", html, files });
      const box = await connected(servers[kind], [raw]);
      const plan = await partOf(box.who, box.message, "Plan.pdf");
      const both = await Promise.all([1, 2].map(() => download(box.who, box.message, `attachments/${plan.part}`)));
      for (const one of both) expect([one.status, one.bytes.equals(large)]).toEqual([200, true]);
      expect(box.seen.wholes).toBe(1);
      box.relay.refuse();
      const again = await partOf(box.who, box.message, "Größe.bin");
      expect([again.isLeft, again.size]).toEqual([undefined, other.length]);
      expect((await download(box.who, box.message, `attachments/${again.part}`)).bytes.equals(other)).toBe(true);
      expect(String((await download(box.who, box.message, "source")).bytes)).toBe(raw);
      const settings = (await call(box.who, mailboxSettings.get, { params: { id: box.id } })).body;
      expect(settings.leavesFiles).toBe(true);
    },
  );

  test("all files, and the raw source, are whole [SYN-24]", async () => {
    const [one, two] = [mailOf({ subject: "Zip", html, files }), mailOf({ subject: "Eml", files })];
    const box = await connected(servers.new, [one, two]);
    const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
      box.id,
    ]);
    const idOf = (subject: string) => rows.find((row) => row.subject === subject)?.id ?? "";
    const zip = await download(box.who, idOf("Zip"), "attachments.zip");
    expect([zip.status, zip.bytes.length > large.length + other.length]).toEqual([200, true]);
    expect(String((await download(box.who, idOf("Eml"), "source")).bytes)).toBe(two);
  });

  test("a server that is away, a removed message and new UIDs are told in plain words [SYN-25]", async () => {
    const box = await connected(servers.new, [mailOf({ subject: "Plan", files })]);
    const { part } = await partOf(box.who, box.message, "Plan.pdf");
    box.relay.refuse();
    const away = await download(box.who, box.message, `attachments/${part}`);
    expect([away.status, away.error]).toEqual([
      502,
      expect.stringMatching(/still on the mailbox’s server.*Try again later\./),
    ]);
    box.relay.refuse(false);
    // Another message has this UID's place in no case: the folder has new UIDs.
    await peek(
      "update message_folders set remote_id = regexp_replace(remote_id, '/[0-9]+/', '/77/') where message_id = $1",
      [box.message],
    );
    const stale = await download(box.who, box.message, `attachments/${part}`);
    expect([stale.status, stale.error]).toEqual([503, expect.stringContaining("renumbered")]);
    await syncMailbox(world, box.key);
    const removed = await connected(servers.new, [mailOf({ subject: "Plan", files })]);
    servers.new?.admin("expunge", "-u", removed.user, "mailbox", "INBOX", "all");
    const gone = await download(removed.who, removed.message, `attachments/${part}`);
    expect([gone.status, gone.error]).toEqual([404, expect.stringContaining("no longer on the mailbox’s server")]);
    expect((await read(removed.who, removed.message)).attachments).toHaveLength(4);
  });

  test("a changed password is told, a file of 24 MB is whole, and nobody else gets any of it [SYN-24] [SYN-25]", async () => {
    const huge = randomBytes(24_000_000);
    const box = await connected(servers.new, [
      mailOf({ subject: "Film", files: [{ name: "Film.mp4", type: "video/mp4", content: huge }] }),
    ]);
    const { part } = await partOf(box.who, box.message, "Film.mp4");
    const paths = [`attachments/${part}`, `attachments/${part}/page`, "attachments.zip", "source"];
    const [passes, stranger] = [box.relay.onCommand, await person("NORMAL_USER", { tenantId: box.who.tenantId })];
    box.relay.onCommand = (said) =>
      /^\S+ (?:LOGIN|AUTHENTICATE)/i.test(said)
        ? `${said.split(" ")[0]} NO [AUTHENTICATIONFAILED] Wrong\r\n`
        : passes(said);
    for (const path of paths.slice(2)) {
      const refused = await download(box.who, box.message, path);
      expect([path, refused.status, refused.error]).toEqual([
        path,
        502,
        expect.stringMatching(/password.*Connect the mailbox again/),
      ]);
    }
    for (const path of paths) expect((await download(stranger, box.message, path)).status).toBe(404);
    box.relay.onCommand = passes;
    expect(box.seen.wholes).toBe(0);
    expect((await download(box.who, box.message, `attachments/${part}`)).bytes.equals(huge)).toBe(true);
    for (const path of paths) expect((await download(stranger, box.message, path)).status).toBe(404);
  });

  test("a server that sends another message is not believed [SYN-25]", async () => {
    const box = await connected(servers.new, [mailOf({ subject: "Mine", files }), mailOf({ subject: "Other", files })]);
    await peek(
      "update message_folders set remote_id = case when right(remote_id, 2) = '/1' then regexp_replace(remote_id, '1$', '9') else regexp_replace(remote_id, '2$', '1') end where mailbox_id = $1",
      [box.id],
    );
    const rows = await peek<{ id: string }>(
      "select message_id as id from message_folders where mailbox_id = $1 and remote_id like '%/1'",
      [box.id],
    );
    const id = rows[0]?.id ?? "";
    const { part } = await partOf(box.who, id, "Plan.pdf");
    expect((await download(box.who, id, `attachments/${part}`)).status).toBe(404);
    expect((await partOf(box.who, id, "Plan.pdf")).isLeft).toBe(true);
  });

  test("a mail is not forwarded without a picture that is still on the server [SYN-24]", async () => {
    const photo = { name: "photo.png", type: "image/png", content: randomBytes(1_500_000), contentId: "photo@x" };
    const box = await connected(servers.new, [
      mailOf({ subject: "Photo", html: '<img src="cid:photo@x">', files: [photo] }),
    ]);
    expect((await partOf(box.who, box.message, "photo.png")).isLeft).toBe(true);
    const owner = { tenantId: box.who.tenantId, userId: box.who.id };
    box.relay.refuse();
    await expect(forwardedMessage(world, owner, { id: box.message })).rejects.toThrow("still on the mailbox’s server");
    box.relay.refuse(false);
    const { html: shown } = await forwardedMessage(world, owner, { id: box.message });
    expect(shown.length).toBeGreaterThan(photo.content.length);
  });

  test("another user cannot fetch them [SYN-01]", async () => {
    const box = await connected(servers.new, [mailOf({ subject: "Plan", files })]);
    const { part } = await partOf(box.who, box.message, "Plan.pdf");
    for (const stranger of [await person("NORMAL_USER"), await person("ADMIN", { tenantId: box.who.tenantId })])
      for (const path of [`attachments/${part}`, "attachments.zip", "source"])
        expect((await download(stranger, box.message, path)).status).toBe(404);
    expect(box.seen.wholes).toBe(0);
  });

  test("with the mail again: what is missing is fetched, and a run that is cut off is continued [SYN-26]", async () => {
    const mails = ["A", "B", "C"].map((subject) => mailOf({ subject, files }));
    const box = await connected(servers.new, mails);
    const left = async () =>
      (
        await peek<{ left: string }>("select count(*) as left from messages where mailbox_id = $1 and left_bytes > 0", [
          box.id,
        ])
      )[0]?.left;
    expect(await left()).toBe("3");
    await fetchLeft(world, box.key);
    expect(await left()).toBe("3");
    await call(box.who, mailboxSettings.update, { params: { id: box.id }, body: { leavesFiles: false } });
    // The connection ends while the second message is sent.
    box.relay.onCommand = (said) => {
      if (said.includes("BODY.PEEK[]") && ++box.seen.wholes === 2) box.relay.cut();
      return undefined;
    };
    await fetchLeft(world, box.key);
    expect(await left()).toBe("2");
    await fetchLeft(world, box.key);
    expect(await left()).toBe("0");
    const settings = (await call(box.who, mailboxSettings.get, { params: { id: box.id } })).body;
    expect(settings).toMatchObject({ leavesFiles: false });
    box.relay.refuse();
    for (const id of await box.ids()) {
      const plan = await partOf(box.who, id, "Plan.pdf");
      expect((await download(box.who, id, `attachments/${plan.part}`)).bytes.equals(large)).toBe(true);
    }
  });

  test("a message that its server has no more does not stop those before it [SYN-26]", async () => {
    const mails = ["A", "B", "C"].map((subject) => mailOf({ subject, files }));
    const box = await connected(servers.new, mails);
    await call(box.who, mailboxSettings.update, { params: { id: box.id }, body: { leavesFiles: false } });
    for (const gone of ["B", "C"]) await box.there.move(gone, "inbox", "archive");
    await fetchLeft(world, box.key);
    const rows = await peek<{ subject: string }>(
      "select subject from messages where mailbox_id = $1 and left_bytes > 0 order by subject",
      [box.id],
    );
    expect(rows.map(({ subject }) => subject)).toEqual(["B", "C"]);
  });

  test("a message that moves to another folder, and a resync, keep its files where they are [SYN-18]", async () => {
    const raw = mailOf({ subject: "Plan", files });
    const box = await connected(servers.new, [raw]);
    await box.there.move("Plan", "inbox", "archive");
    await syncMailbox(world, box.key);
    await syncMailbox(world, box.key);
    expect(await box.ids()).toEqual([box.message]);
    await call(box.who, mailboxSettings.resync, { params: { id: box.id } });
    await syncMailbox(world, box.key);
    expect(await box.ids()).toEqual([box.message]);
    const { part } = await partOf(box.who, box.message, "Plan.pdf");
    expect((await download(box.who, box.message, `attachments/${part}`)).bytes.equals(large)).toBe(true);
  });

  test("a mail without large files, and a mailbox with the default, come whole [SYN-23]", async () => {
    const small = await connected(servers.new, [mailOf({ subject: "Small", files: files.slice(3) })]);
    expect((await partOf(small.who, small.message, "note.txt")).isLeft).toBeUndefined();
    const whole = await connected(servers.new, [mailOf({ subject: "Plan", files })], false);
    whole.relay.refuse();
    const { part } = await partOf(whole.who, whole.message, "Plan.pdf");
    expect((await download(whole.who, whole.message, `attachments/${part}`)).bytes.equals(large)).toBe(true);
  });
});

describe("mailboxes that cannot leave attachments on their server", () => {
  test.each(["pop3", "local"] as const)("a %s mailbox says so [SYN-27]", async (kind) => {
    const who = await person("NORMAL_USER");
    const id = await addMailbox(who, who.email, kind);
    const answer = await call(who, mailboxSettings.update, { params: { id }, body: { leavesFiles: true } });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringMatching(/always/) }),
    ]);
    expect((await call(who, mailboxSettings.get, { params: { id } })).body.leavesFiles).toBeNull();
  });
});
