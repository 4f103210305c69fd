// The raw sources of mail in the object store. A batch is one object, which is written and synced to disk once. A sweep rewrites
// objects that hold sources of deleted mail.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { backupLock } from "#db/backup-lock.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq, like, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import {
  type ObjectStore,
  type StoredObject,
  type Stretch,
  splitKey,
  stretchOf,
} from "#outside/objects/object-store.ts";
import { pack } from "#outside/objects/packing.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";

export const sweepSources = job("mailbox.sweep", z.object({}), { retryLimit: 0, expireInSeconds: 6 * 3600 });

const newPack = (mailboxId: string) => `${mailboxId}/${randomBytes(16).toString("hex")}`;

/** Bytes of a raw source, and whether they are compressed. */
export type Source = { bytes: Uint8Array; isPacked: boolean };

/** Durable when it resolves. Returns the keys in the order of `raws`. */
export async function storeSources(objects: ObjectStore, mailboxId: string, raws: Uint8Array[]): Promise<string[]> {
  return storePacked(objects, mailboxId, await packSources(objects, raws));
}

/** One after the other, because each takes as much memory as its mail. */
async function packSources({ compresses = false }: ObjectStore, raws: Uint8Array[]): Promise<Source[]> {
  const sources: Source[] = [];
  for (const raw of raws) sources.push({ bytes: compresses ? await pack(raw) : raw, isPacked: compresses });
  return sources;
}

/** As `storeSources`, for sources that may be compressed already. */
export async function storePacked(objects: ObjectStore, mailboxId: string, sources: Source[]): Promise<string[]> {
  if (sources.length === 0) return [];
  const key = newPack(mailboxId);
  let start = 0;
  const keys = sources.map(({ bytes: { length }, isPacked }) => {
    start += length;
    return stretchOf({ key, start: start - length, length, isPacked });
  });
  await objects.put(
    key,
    sources.map(({ bytes }) => bytes),
  );
  return keys;
}

/** A batch commits its rows well within this time after it wrote its object. */
const settledMs = 24 * 3600 * 1000;

/** Deletes sources that no message refers to, because it was deleted or its batch was killed. Runs as the mailbox's owner. */
export async function sweepMailbox(world: World, key: MailboxKey): Promise<void> {
  const { objects } = world.outside;
  const settled: StoredObject[] = [];
  const until = world.outside.now().getTime() - settledMs;
  // Listed before the rows are read: an object that is written in between is too young to be swept.
  for await (const object of objects.list(key.id)) if (object.writtenAt.getTime() < until) settled.push(object);
  if (settled.length === 0) return;
  const wanted = await stretchesOf(world, key);
  let left = objects.compresses ? mostCompressed : 0;
  for (const { key: name, size } of settled) {
    const living = wanted.get(name) ?? [];
    const used = living.reduce((sum, { length }) => sum + length, 0);
    const isPlain = left > 0 && living.some(({ isPacked }) => !isPacked);
    if (living.length === 0) await objects.remove([name]);
    else if (used < size || isPlain) {
      await rewrite(world, key, name, living);
      if (isPlain) left -= size;
    }
  }
}

/** How many bytes of sources that earlier versions stored are compressed a night, because both copies stay until the next one. */
const mostCompressed = 1 << 30;

type Living = Stretch & { id: string; sourceKey: string };

async function stretchesOf(world: World, key: MailboxKey): Promise<Map<string, Living[]>> {
  const rows = await fencedTransaction(
    world.db,
    key,
    (tx) =>
      tx
        .select({ id: messageContents.id, sourceKey: messageContents.sourceKey })
        .from(messageContents)
        .innerJoin(messages, and(eq(messages.tenantId, messageContents.tenantId), eq(messages.id, messageContents.id)))
        .where(
          and(
            eq(messages.tenantId, key.tenantId),
            eq(messages.mailboxId, key.id),
            like(messageContents.sourceKey, `${key.id}/%`),
          ),
        ),
    { statementSeconds: 120 },
  );
  const found = rows.flatMap(({ id, sourceKey }) => {
    const { stretch } = splitKey(sourceKey);
    return stretch ? [{ id, sourceKey, ...stretch }] : [];
  });
  return Map.groupBy(found, ({ key: pack }) => pack);
}

/** Copies the referenced sources to a new object, and compresses those that are not yet. The old one stays until the next sweep, because a request may be reading it. */
async function rewrite(world: World, key: MailboxKey, name: string, living: Living[]) {
  const { objects } = world.outside;
  const whole = await objects.get(name);
  if (!whole) return;
  const sources: Source[] = [];
  for (const { start, length, isPacked = false } of living) {
    const bytes = whole.subarray(start, start + length);
    sources.push(...(isPacked ? [{ bytes, isPacked }] : await packSources(objects, [bytes])));
  }
  const keys = await storePacked(objects, key.id, sources);
  const [ids, before] = [living.map(({ id }) => id), living.map(({ sourceKey }) => sourceKey)];
  await fencedTransaction(world.db, key, (tx) =>
    tx.execute(sql`
      update message_contents c set source_key = moved.after
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(before)}::text[], ${sql.param(keys)}::text[]) as moved (id, before, after)
      where c.tenant_id = ${key.tenantId} and c.id = moved.id and c.source_key = moved.before`),
  );
}

/** Sweeps every mailbox, and deletes folders of mailboxes that are gone. */
export async function sweepAllSources(world: World): Promise<void> {
  const { objects } = world.outside;
  for (const folder of await objects.folders()) {
    if (!z.uuid().safeParse(folder).success) continue;
    const { isBackingUp, owner } = await fencedTransaction(world.db, "platform", async (tx) => {
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(${backupLock}::bigint) as free`,
      );
      const [found] = await tx
        .select({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, id: mailboxes.id })
        .from(mailboxes)
        .where(eq(mailboxes.id, folder));
      return { isBackingUp: !rows[0]?.free, owner: found };
    });
    // The next sweep deletes what a backup may still have to copy.
    if (isBackingUp) return;
    if (!owner) await objects.removeFolder(folder);
    // A mailbox that fails is swept tomorrow.
    else
      await sweepMailbox(world, owner).catch((error: Error) =>
        world.log.warn({ mailbox: folder, err: error }, "raw sources were not swept"),
      );
  }
}
