// Drafts that are written here, in the Drafts folder of a real IMAP server.
import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { startRelay } from "#test/relay.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { keepDraftCopy, keepDraftCopyJob, removeDraftCopy, removeDraftCopyJob } from "./draft-copies.ts";

const { world, person, peek, call } = await testWorld({ jobs: false });
let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
  for (const name of ["mailbox.sync", keepDraftCopyJob.name, removeDraftCopyJob.name])
    await world.queue.boss.createQueue(name, { policy: name === removeDraftCopyJob.name ? "standard" : "short" });
});
afterAll(() => dovecot?.remove());
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

let count = 0;
/** A user whose IMAP mailbox keeps drafts. */
async function connected(keepsDrafts = true) {
  const [who, user] = [await person("NORMAL_USER"), `draft${process.pid}x${++count}`];
  const relay = await startRelay(dovecot.ports.imap);
  cleanups.push(relay.stop);
  const form = { host: "localhost", port: relay.port, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  if (keepsDrafts) {
    const { status, body } = await call(who, api.mailboxSettings.update, { params: { id }, body: { keepsDrafts } });
    expect([status, body.keepsDrafts]).toEqual([200, true]);
  }
  const owner = { tenantId: who.tenantId, userId: who.id };
  return {
    ...{ who, owner, id, relay, there: foldersOf(dovecot, user) },
    sync: () => syncMailbox(world, { ...owner, id }),
    upload: () => keepDraftCopy(world, { ...owner, about: "compose" }),
    waiting: (name: string) =>
      peek<{ data: never }>("select data from pgboss.job where name = $1 and data ->> 'userId' = $2", [name, who.id]),
  };
}

const version = () => newId().replaceAll("-", "");
const blank = { intent: "", tone: "professional", extra: "", to: "bo@example.com, half@", bodyHtml: "<p>Dear Bo</p>" };
async function save(who: Caller, subject: string, basedOn: string | null = null): Promise<string> {
  const body = { ...blank, subject, version: version(), basedOn };
  const kept = await call(who, api.drafts.keep, { params: { about: "compose" }, body } as never);
  expect(kept.status).toBe(200);
  return kept.body.version;
}

describe.skipIf(!hasDovecot)("the Drafts folder of an IMAP server", () => {
  test("has a draft once, replaced at each upload, and not any more after it was discarded", async () => {
    const { who, there, upload, waiting } = await connected();
    const first = await save(who, "One");
    const second = await save(who, "Two", first);
    // Typing fast waits for one upload.
    expect(await waiting(keepDraftCopyJob.name)).toHaveLength(1);
    await upload();
    expect(await there.subjects("drafts")).toEqual(["Two"]);
    const third = await save(who, "Three", second);
    await upload();
    await upload();
    expect(await there.subjects("drafts")).toEqual(["Three"]);
    await call(who, api.drafts.forget, { params: { about: "compose" }, query: { basedOn: third } });
    const [removal] = await waiting(removeDraftCopyJob.name);
    await removeDraftCopy(world, removal?.data ?? ({} as never));
    expect(await there.subjects("drafts")).toEqual([]);
  });

  test("has one copy after an upload that was cut off before its result was stored", async () => {
    const { who, there, upload } = await connected();
    const first = await save(who, "One");
    await upload();
    type Copy = { copy_remote_id: string; copy_version: string };
    const [before] = await peek<Copy>("select copy_remote_id, copy_version from drafts where user_id = $1", [who.id]);
    await save(who, "Two", first);
    await upload();
    const setCopy = "update drafts set copy_remote_id = $2, copy_version = $3 where user_id = $1";
    await peek(setCopy, [who.id, before?.copy_remote_id, before?.copy_version]);
    await upload();
    expect(await there.subjects("drafts")).toEqual(["Two"]);
  });

  test("keeps what another program made of the copy, and the writer's pages are told", async () => {
    const { who, there, upload, owner } = await connected();
    const first = await save(who, "Ours");
    await upload();
    await there.move("Ours", "drafts", "trash");
    await there.deliver("From: me@example.com\r\nSubject: Theirs\r\n\r\nChanged\r\n", "drafts");
    await save(who, "Ours again", first);
    const told: unknown[] = [];
    const stop = world.events.subscribe(owner, (event) => told.push(event));
    await upload();
    expect(await there.subjects("drafts")).toEqual(["Ours again", "Theirs"]);
    await expect.poll(() => JSON.stringify(told)).toContain('"isChangedElsewhere":true');
    stop();
  });

  test("a copy that was synced is named as one, so that lists show the draft once", async () => {
    const { who, upload, sync } = await connected();
    await sync();
    await save(who, "Once");
    const own = async () => (await call(who, api.drafts.list)).body.items;
    expect(await own()).toMatchObject([{ subject: "Once", copyId: null }]);
    await upload();
    const listed = async () => (await call(who, api.inbox.threads, { query: { folder: "drafts" } })).body.items;
    await listed();
    await sync();
    const [message] = await listed();
    expect(message?.subject).toBe("Once");
    expect(await own()).toMatchObject([{ subject: "Once", copyId: message?.id }]);
  });

  test("has the message that a draft forwards, with its date in UTC, and both are read back from there", async () => {
    const { who, owner, there, sync } = await connected();
    const raw = mailOf({
      subject: "Terms",
      html: "<p>Our <b>offer</b></p>",
      messageId: "<terms@meridian.test>",
      headers: ["Cc: legal@meridian.test"],
      // 09:46 in India.
      date: new Date("2026-11-14T04:16:00Z"),
    });
    await there.deliver(raw.replace("04:16:00 +0000", "09:46:00 +0530"), "inbox");
    await sync();
    const listOf = async (folder: "inbox" | "drafts") =>
      (await call(who, api.inbox.threads, { query: { folder } })).body.items;
    const [received] = await listOf("inbox");
    expect(received?.date).toBe("2026-11-14T04:16:00.000Z");
    const about = "forward:<terms@meridian.test>";
    const body = { ...blank, subject: "Fwd: Terms", version: version(), basedOn: null, forward: received?.id };
    expect((await call(who, api.drafts.keep, { params: { about }, body } as never)).status).toBe(200);
    await keepDraftCopy(world, { ...owner, about });
    await listOf("drafts");
    await sync();
    const [copy] = await listOf("drafts");
    expect(copy?.subject).toBe("Fwd: Terms");
    expect(Math.abs(new Date(copy?.date ?? 0).getTime() - Date.now())).toBeLessThan(5 * 60_000);
    const { status, body: read } = await call(who, api.drafts.readMail, { params: { id: copy?.id ?? "" } });
    expect([status, read.to, read.subject]).toEqual([200, ["bo@example.com"], "Fwd: Terms"]);
    expect(read.html).toMatch(/Dear Bo.*Saturday,? 14 November 2026 at 04:16 UTC.*Our <b>offer<\/b>/s);
  });

  test("gets nothing unless its owner wants it, and an unreachable server loses no draft", async () => {
    const off = await connected(false);
    await save(off.who, "Private");
    await off.upload();
    expect(await off.waiting(keepDraftCopyJob.name)).toEqual([]);
    expect(await off.there.subjects("drafts")).toEqual([]);
    const other = await person("NORMAL_USER");
    const change = { params: { id: off.id }, body: { keepsDrafts: true } };
    expect((await call(other, api.mailboxSettings.update, change)).status).toBe(404);

    const { who, relay, upload } = await connected();
    await save(who, "Kept");
    await relay.stop();
    await expect(upload()).rejects.toThrow();
    expect((await call(who, api.drafts.get, { params: { about: "compose" } })).body.draft?.subject).toBe("Kept");
  });
});
