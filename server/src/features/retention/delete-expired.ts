// Deletes data that a company no longer keeps: in small batches, each a short transaction, and a bounded number of them in a run.
import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { eq, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { effectiveDays, oldestKept, type RetentionDays } from "#db/retention-days.ts";
import { retentionSettings } from "#db/tables/retention-settings.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { World } from "#scope.ts";

export const deleteExpiredJob = job("retention.delete", z.object({}), {
  retryLimit: 0,
  policy: "short",
  expireInSeconds: 3600,
});

/** Few enough for a transaction of well under a second. */
const batchSize = 500;
/** Of one kind for one company in a run, so that the first company with much old data does not hold up the others. */
const maxBatches = 100;

export async function deleteExpired(world: World, _data: object, _platform: unknown, signal: AbortSignal) {
  const companies = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ id: tenants.id, own: retentionSettings })
      .from(tenants)
      .leftJoin(retentionSettings, eq(retentionSettings.tenantId, tenants.id)),
  );
  for (const { id, own } of companies) {
    const days = effectiveDays(world.config.retention, own);
    for (const kind of ["emailLogs", "mailMerges", "audit", "activity"] as const) {
      // Their results are in the log.
      const before = oldestKept(days[kind === "mailMerges" ? "emailLogs" : kind], world.outside.now());
      if (before) await inBatches(signal, () => deleteOfCompany(world, { kind, tenantId: id, before }));
    }
    if (days.messages > 0 || days.summaries > 0) await deletePersonal(world, id, days, signal);
  }
}

async function inBatches(signal: AbortSignal, deleteBatch: () => Promise<number>) {
  for (let at = 0; at < maxBatches && !signal.aborted; at++) if ((await deleteBatch()) < batchSize) return;
}

type Expired = { kind: "emailLogs" | "mailMerges" | "audit" | "activity"; tenantId: string; before: Date };

/** As platform. Counts stay when the logs that they count are deleted: they have a limit of their own. */
function deleteOfCompany(world: World, { kind, tenantId, before }: Expired): Promise<number> {
  const statements = {
    // A mail without an outcome keeps its log.
    emailLogs: sql`delete from email_logs where tenant_id = ${tenantId} and id in (
      select id from email_logs where tenant_id = ${tenantId} and moment < ${before} and status <> 'queued' order by moment limit ${batchSize})`,
    mailMerges: sql`delete from mail_merges where tenant_id = ${tenantId} and id in (
      select id from mail_merges where tenant_id = ${tenantId} and finished_at < ${before} order by finished_at limit ${batchSize})`,
    audit: sql`select delete_audit(${tenantId}, ${before}, ${batchSize}) as deleted`,
    activity: sql`delete from activity_counts where ctid = any (array(
      select ctid from activity_counts where tenant_id = ${tenantId} and at < ${before} limit ${batchSize})) and tenant_id = ${tenantId}`,
  };
  return fencedTransaction(
    world.db,
    "platform",
    async (tx) => {
      const { rows, rowCount } = await tx.execute<{ deleted?: number }>(statements[kind]);
      return rows[0]?.deleted ?? rowCount ?? 0;
    },
    // The company's chain is locked until the commit, and its actions wait 4 s for it.
    { keepsCounts: true, ...(kind === "audit" && { idleSeconds: 2 }) },
  );
}

/** Mail and summaries, which only their owner's transaction can reach. */
async function deletePersonal(world: World, tenantId: string, days: RetentionDays, signal: AbortSignal) {
  const people = await fencedTransaction(world.db, "platform", (tx) =>
    tx.execute<{ id: string }>(sql`select id from users where tenant_id = ${tenantId} order by id`),
  );
  const now = world.outside.now();
  const [mailBefore, summariesBefore] = [oldestKept(days.messages, now), oldestKept(days.summaries, now)];
  for (const { id: userId } of people.rows) {
    if (signal.aborted) return;
    const owner = { tenantId, userId };
    if (mailBefore) {
      let deleted = 0;
      await inBatches(signal, async () => {
        const count = await deleteMail(world, owner, mailBefore);
        deleted += count;
        return count;
      });
      if (deleted > 0) await inBatches(signal, () => deleteThreadLinks(world, owner));
      await inBatches(signal, () => deleteRuleRuns(world, owner, mailBefore));
    }
    if (summariesBefore) await inBatches(signal, () => deleteSummaries(world, owner, summariesBefore));
  }
}

type Owner = { tenantId: string; userId: string };

const isUploaded = sql`remove_at is null and pending_unread is null`;

/**
 * Only here: the mail stays on its server. Mail whose change is not uploaded yet waits. The Date header is at most a day after the
 * time of receipt, so the index on it finds the candidates. Mailboxes are locked before messages, as a sync does. The nightly sweep
 * removes the raw sources.
 */
const deleteMail = (world: World, { tenantId, userId }: Owner, before: Date) =>
  fencedTransaction(
    world.db,
    { tenantId, userId },
    async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select id from messages
        where tenant_id = ${tenantId} and user_id = ${userId} and date < ${before}::timestamptz + interval '1 day'
          and coalesce(received_at, date) < ${before} and ${isUploaded}
        limit ${batchSize}`);
      if (rows.length === 0) return 0;
      await tx.execute(
        sql`select id from mailboxes where tenant_id = ${tenantId} and user_id = ${userId} order by id for update`,
      );
      const ids = sql.param(rows.map(({ id }) => id));
      const { rowCount } = await tx.execute(
        sql`delete from messages where tenant_id = ${tenantId} and id = any (${ids}::uuid[]) and ${isUploaded}`,
      );
      return rowCount ?? 0;
    },
    { keepsCounts: true },
  );

/** Message-IDs and mutes of threads without any message. Locks mailboxes, so that no sync uses such a thread meanwhile. */
const deleteThreadLinks = (world: World, { tenantId, userId }: Owner) =>
  fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    await tx.execute(
      sql`select id from mailboxes where tenant_id = ${tenantId} and user_id = ${userId} order by id for update`,
    );
    await tx.execute(sql`
      delete from muted_threads t where t.tenant_id = ${tenantId} and t.user_id = ${userId} and not exists (
        select from messages m where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.thread_id = t.thread_id)`);
    const { rowCount } = await tx.execute(sql`
      delete from thread_links where tenant_id = ${tenantId} and user_id = ${userId} and message_id in (
        select l.message_id from thread_links l where l.tenant_id = ${tenantId} and l.user_id = ${userId} and not exists (
          select from messages m where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.thread_id = l.thread_id)
        limit ${batchSize})`);
    return rowCount ?? 0;
  });

/** The history of rules names sender and subject, so it is kept no longer than the mail. */
const deleteRuleRuns = (world: World, { tenantId, userId }: Owner, before: Date) =>
  fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from mail_rule_runs where tenant_id = ${tenantId} and id in (
        select id from mail_rule_runs where tenant_id = ${tenantId} and user_id = ${userId} and at < ${before}
        limit ${batchSize})`);
    return rowCount ?? 0;
  });

const deleteSummaries = (world: World, { tenantId, userId }: Owner, before: Date) =>
  fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from summaries where tenant_id = ${tenantId} and id in (
        select id from summaries where tenant_id = ${tenantId} and user_id = ${userId} and created_at < ${before}
        limit ${batchSize})`);
    return rowCount ?? 0;
  });
