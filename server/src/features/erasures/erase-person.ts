// Erases what belongs to one person: mail with its index and raw sources, drafts, summaries, follow-ups, unsent mail, logs and
// files. In small batches, each a short transaction. Every step finds what is left, so a process that died is followed by another.
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { users } from "#db/tables/users.ts";
import { openScope, type Person, type World } from "#scope.ts";
import { isTask } from "#features/data-tasks/data-tasks.ts";
import type { RunningTask } from "#features/data-tasks/run-data-tasks.ts";
import { keptMailFolder, localMailFolder } from "#features/local-mail/store.ts";
import { endChannel } from "#features/mailboxes/push/channels.ts";
import { keepChannelJob } from "#features/mailboxes/push/jobs.ts";
import { syncMailboxJob } from "#features/mailboxes/request-sync.ts";
import { fileSentCopyJob } from "#features/outbox/sent-copies.ts";

/** Few enough for a transaction of well under a second. */
const batchSize = 500;

export type ErasedUser = typeof users.$inferSelect;

export async function erasePerson(world: World, task: RunningTask, user: ErasedUser): Promise<void> {
  const owner = { tenantId: user.tenantId, userId: user.id };
  // A mail that is on its way loses its outbox entry, so its sender stops before the last byte.
  await deleteSent(world, task, "outbox", owner);
  const boxes = await stopMailboxes(world, task, user);
  for (const statement of personalRows(owner)) await inBatches(task, () => deleteAs(world, owner, statement));
  for (const { id } of boxes) {
    await fencedTransaction(world.db, owner, (tx) =>
      tx.delete(mailboxes).where(and(eq(mailboxes.tenantId, owner.tenantId), eq(mailboxes.id, id))),
    );
  }
  await removeSources(world, task);
  await eraseLocalFiles(world, user);
  await deleteSent(world, task, "email_logs", owner);
}

type Owner = { tenantId: string; userId: string };

export async function inBatches({ signal, progress }: RunningTask, deleteBatch: () => Promise<number>) {
  for (;;) {
    signal.throwIfAborted();
    const deleted = await deleteBatch();
    progress.done += deleted;
    if (deleted < batchSize) return;
  }
}

/** One batch of a table's rows that belong to the person. */
function batchOf(table: string, { tenantId, userId }: Owner) {
  const name = sql.identifier(table);
  return sql`delete from ${name} where tenant_id = ${tenantId} and id in (
    select id from ${name} where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`;
}

/** As platform: a company may not delete from its outbox. */
const deleteSent = (world: World, task: RunningTask, table: "outbox" | "email_logs", owner: Owner) =>
  inBatches(task, () => deleteAs(world, "platform", batchOf(table, owner)));

const ownTables = [
  ...["mail_merge_recipients", "mail_merges", "messages", "drafts", "templates", "summaries", "follow_ups"],
  ...["people", "people_undos", "notification_devices", "mail_rules", "mail_rule_runs", "mail_rule_secrets"],
  ...["knowledge_pieces", "knowledge_sources", "webhook_deliveries", "webhooks"],
];

/** In the order of the foreign keys. Messages take their content and their search index along. */
const personalRows = ({ tenantId, userId }: Owner) => [
  ...ownTables.map((table) => batchOf(table, { tenantId, userId })),
  sql`delete from thread_links where tenant_id = ${tenantId} and user_id = ${userId} and message_id in (
    select message_id from thread_links where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from muted_threads where tenant_id = ${tenantId} and user_id = ${userId} and thread_id in (
    select thread_id from muted_threads where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from blocked_senders where tenant_id = ${tenantId} and user_id = ${userId} and address in (
    select address from blocked_senders where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from sender_priorities where tenant_id = ${tenantId} and user_id = ${userId} and address in (
    select address from sender_priorities where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from unsubscriptions where tenant_id = ${tenantId} and user_id = ${userId} and list in (
    select list from unsubscriptions where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from mail_rule_replies where tenant_id = ${tenantId} and user_id = ${userId} and (address, day) in (
    select address, day from mail_rule_replies where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from learned_mails where tenant_id = ${tenantId} and user_id = ${userId} and mail in (
    select mail from learned_mails where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from forgotten_addresses where tenant_id = ${tenantId} and user_id = ${userId} and address in (
    select address from forgotten_addresses where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from people_progress where tenant_id = ${tenantId} and user_id = ${userId} and source in (
    select source from people_progress where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from notifications where tenant_id = ${tenantId} and user_id = ${userId} and mail in (
    select mail from notifications where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
  sql`delete from briefing_mails where tenant_id = ${tenantId} and user_id = ${userId}`,
  sql`delete from voices where tenant_id = ${tenantId} and user_id = ${userId}`,
  sql`delete from notification_settings where tenant_id = ${tenantId} and user_id = ${userId}`,
  sql`delete from image_senders where tenant_id = ${tenantId} and user_id = ${userId} and address in (
    select address from image_senders where tenant_id = ${tenantId} and user_id = ${userId} limit ${batchSize})`,
];

/** Dashboards keep their counts, which name nobody once the account is gone. */
export const deleteAs = (world: World, reach: Owner | "platform", statement: ReturnType<typeof sql>): Promise<number> =>
  fencedTransaction(world.db, reach, async (tx) => (await tx.execute(statement)).rowCount ?? 0, { keepsCounts: true });

/**
 * Takes the leases of the mailboxes, so that no running sync can store more, and records their ids: after their rows are gone,
 * only the task knows which raw sources are left.
 */
async function stopMailboxes(world: World, task: RunningTask, user: ErasedUser) {
  const owner = { tenantId: user.tenantId, userId: user.id };
  const rows = await fencedTransaction(world.db, owner, async (tx) => {
    const found = await tx
      .update(mailboxes)
      .set({ leaseBy: task.row.id, leaseUntil: sql`now() + interval '1 hour'`, status: "attention" })
      .where(and(eq(mailboxes.tenantId, owner.tenantId), eq(mailboxes.userId, owner.userId)))
      .returning();
    await withdrawJobs(world, tx, user.id);
    return found;
  });
  const ids = rows.map(({ id }) => id);
  await fencedTransaction(world.db, "platform", async (tx) => {
    const all = sql`array(select distinct unnest(${dataTasks.mailboxIds} || ${sql.param(ids)}::uuid[]))`;
    await tx.update(dataTasks).set({ mailboxIds: all }).where(isTask(task.row));
  });
  task.row.mailboxIds = [...new Set([...task.row.mailboxIds, ...ids])];
  const scope = openScope(world, { user: personOf(user) });
  for (const row of rows)
    await endChannel(scope, row).catch((error: Error) =>
      world.log.info({ mailbox: row.id, error: error.message }, "a push channel was not closed"),
    );
  return rows;
}

async function withdrawJobs(world: World, tx: Tx, userId: string) {
  for (const job of [syncMailboxJob, keepChannelJob, fileSentCopyJob]) await world.queue.withdraw(tx, job, { userId });
}

/** Also called at the end, for a source that a sync was still writing. The nightly sweep removes any later one. */
export async function removeSources(world: World, { row }: RunningTask) {
  for (const id of row.mailboxIds) await world.outside.objects.removeFolder(id);
}

/** The local mailbox, and mail to other addresses that the demo keeps instead of sending it. */
async function eraseLocalFiles(world: World, { id, email }: ErasedUser) {
  await rm(localMailFolder(world.config.dataDir, id), { recursive: true, force: true });
  const folder = keptMailFolder(world.config.dataDir);
  const sender = `Return-Path: <${email}>\r\n`.toLowerCase();
  for (const name of await readdir(folder).catch(() => [] as string[])) {
    const head = (await readFile(join(folder, name))).toString("latin1", 0, sender.length).toLowerCase();
    if (head === sender) await rm(join(folder, name), { force: true });
  }
}

const personOf = ({ id, tenantId, name, email, roleCode }: ErasedUser): Person => ({
  ...{ id, tenantId, name, email, role: roleCode },
  mustChangePassword: false,
  tenantName: "",
  tenantIsOwner: false,
});
