import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { backupLock } from "#db/backup-lock.ts";
import { splitKey } from "#outside/objects/object-store.ts";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { claimMailbox } from "./lease.ts";
import { sweepAllSources } from "./raw-sources.ts";
import { prepareBatch, storeBatch } from "./store-batch.ts";

const { person, call, peek, world } = await testWorld({ jobs: false });
await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
const { objects } = world.outside;
const realNow = world.outside.now;
afterAll(() => {
  world.outside.now = realNow;
});
const inDays = (days: number) => {
  world.outside.now = () => new Date(Date.now() + days * 24 * 3600 * 1000);
};

/** A mailbox with this many mails, all of one batch. */
async function mailboxWith(count: number) {
  const who = await person("NORMAL_USER");
  const [box] = await peek<{ id: string }>(
    "insert into mailboxes (tenant_id, id, user_id, kind, email) values ($1, gen_random_uuid(), $2, 'imap', 'a@b.test') returning id",
    [who.tenantId, who.id],
  );
  const key = { tenantId: who.tenantId, userId: who.id, id: box?.id ?? "" };
  const claim = await claimMailbox(world, key);
  if (!claim) throw new Error("The mailbox is taken");
  const sent = Array.from({ length: count }, (_, at) => mailOf({ subject: `Mail ${at}`, text: `Body ${at}` }));
  const batch = {
    ...{ reset: [], removed: [], changed: [], cursor: "x", remaining: 0, hasOlder: false },
    arrived: sent.map((raw, at) => ({
      ...{ remoteId: `m${at}`, folders: ["inbox"], unread: true, starred: false, receivedAt: null, isPartial: false },
      raw: Buffer.from(raw),
    })),
  };
  await storeBatch(world, claim, await prepareBatch(world, key, batch));
  const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where user_id = $1", [
    who.id,
  ]);
  const idOf = (at: number) => rows.find(({ subject }) => subject === `Mail ${at}`)?.id ?? "";
  return { who, key, sent, idOf };
}

async function packsOf(mailboxId: string) {
  const found: { key: string; size: number }[] = [];
  for await (const { key, size } of objects.list(mailboxId)) found.push({ key, size });
  return found;
}

const sourceOf = async (mail: Awaited<ReturnType<typeof mailboxWith>>, at: number) => {
  const [row] = await peek<{ source_key: string }>("select source_key from message_contents where id = $1", [
    mail.idOf(at),
  ]);
  return row && Buffer.from((await objects.get(row.source_key)) ?? []).toString();
};

const keysOf = async ({ key }: Awaited<ReturnType<typeof mailboxWith>>) => {
  const rows = await peek<{ source_key: string }>(
    "select source_key from message_contents c join messages m using (tenant_id, id) where m.mailbox_id = $1",
    [key.id],
  );
  return rows.map((row) => row.source_key);
};

test("a batch is stored as one object, and each mail is read by its byte range", async () => {
  const mail = await mailboxWith(5);
  expect(await packsOf(mail.key.id)).toHaveLength(1);
  for (const [at, raw] of mail.sent.entries()) expect(await sourceOf(mail, at)).toBe(raw);
  const { body } = await call(mail.who, api.inbox.message, { params: { id: mail.idOf(3) } });
  expect(body.bodyText).toBe("Body 3");
});

test("objects that a crash left behind are deleted after a day; younger or referenced ones stay", async () => {
  const mail = await mailboxWith(2);
  await objects.put(`${mail.key.id}/left-by-a-crash`, Buffer.from("x"));
  await objects.put(`${mail.who.id}/of-a-mailbox-that-is-gone`, Buffer.from("x"));
  inDays(0.9);
  await sweepAllSources(world);
  expect(await objects.get(`${mail.key.id}/left-by-a-crash`)).toBeDefined();
  expect(await objects.get(`${mail.who.id}/of-a-mailbox-that-is-gone`)).toBeUndefined();
  inDays(1.1);
  await sweepAllSources(world);
  expect(await objects.get(`${mail.key.id}/left-by-a-crash`)).toBeUndefined();
  expect(await sourceOf(mail, 1)).toBe(mail.sent[1]);
});

test("a sweep deletes nothing while a backup runs, which may still have to copy it", async () => {
  const mail = await mailboxWith(1);
  await objects.put(`${mail.key.id}/left-by-a-crash`, Buffer.from("x"));
  inDays(1.1);
  const backup = await world.db.pool.connect();
  try {
    await backup.query("begin");
    await backup.query("select pg_advisory_xact_lock_shared($1)", [backupLock]);
    await sweepAllSources(world);
    expect(await objects.get(`${mail.key.id}/left-by-a-crash`)).toBeDefined();
    await backup.query("rollback");
  } finally {
    backup.release();
  }
  await sweepAllSources(world);
  expect(await objects.get(`${mail.key.id}/left-by-a-crash`)).toBeUndefined();
});

test("the source of deleted mail is gone after two sweeps, and the rest of its object can still be read", async () => {
  const mail = await mailboxWith(4);
  const [before] = await packsOf(mail.key.id);
  await peek("delete from messages where id = any ($1)", [[mail.idOf(0), mail.idOf(2)]]);
  inDays(2);
  await sweepAllSources(world);
  expect(await sourceOf(mail, 1)).toBe(mail.sent[1]);
  await sweepAllSources(world);
  const after = await packsOf(mail.key.id);
  expect(after).toHaveLength(1);
  expect(after[0]?.key).not.toBe(before?.key);
  const keys = await keysOf(mail);
  expect(keys).toHaveLength(2);
  expect(after[0]?.size).toBe(keys.reduce((sum, key) => sum + (splitKey(key).stretch?.length ?? 0), 0));
  expect(await sourceOf(mail, 3)).toBe(mail.sent[3]);
});

test("a source takes less room than its mail, and one that an earlier version stored is compressed by a sweep", async () => {
  objects.compresses = false;
  const plain = await mailboxWith(3).finally(() => {
    objects.compresses = true;
  });
  const sizeOf = async (mailboxId: string) => (await packsOf(mailboxId)).reduce((sum, { size }) => sum + size, 0);
  const whole = plain.sent.reduce((sum, { length }) => sum + length, 0);
  expect(await sizeOf(plain.key.id)).toBe(whole);
  inDays(2);
  await sweepAllSources(world);
  for (const [at, raw] of plain.sent.entries()) expect(await sourceOf(plain, at)).toBe(raw);
  await sweepAllSources(world);
  for (const [at, raw] of plain.sent.entries()) expect(await sourceOf(plain, at)).toBe(raw);
  const packed = await sizeOf(plain.key.id);
  expect(packed).toBeLessThan(whole);
  const [before] = await packsOf(plain.key.id);
  // Once is enough.
  await sweepAllSources(world);
  expect(await packsOf(plain.key.id)).toEqual([before]);
  const fresh = await mailboxWith(3);
  expect(await sizeOf(fresh.key.id)).toBeLessThan(fresh.sent.reduce((sum, { length }) => sum + length, 0));
});
