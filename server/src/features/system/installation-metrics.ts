// Metrics of the whole installation, from its database and its disk. Every process reports the same values: take their maximum, not
// their sum. Labels never hold names, addresses or content.
import { X509Certificate } from "node:crypto";
import { statfs } from "node:fs/promises";
import { Gauge, Registry } from "prom-client";
import { isOwnerActive } from "#db/active-owner.ts";
import { asQueue, fencedTransaction } from "#db/fence.ts";
import { syncLease } from "#db/lease.ts";
import { and, eq, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { World } from "#scope.ts";

/** Several scrapers, or an impatient one, do not make the database count again. */
const freshMs = 10_000;

/** Returns the metrics in Prometheus' text format. If the database does not answer, its gauges are left out. */
export function openInstallationMetrics(world: World): () => Promise<string> {
  let shared: { at: number; text: Promise<string> } | undefined;
  return () => {
    if (!shared || performance.now() - shared.at > freshMs)
      shared = { at: performance.now(), text: measureInstallation(world) };
    return shared.text;
  };
}

async function measureInstallation(world: World): Promise<string> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const work = await readWork(world).catch((error: Error & { code?: string }) => {
    world.log.warn({ code: error.code }, "the database could not be measured");
    return undefined;
  });
  gauge("database_up", "1 if the database answered this measurement").set(work ? 1 : 0);
  if (work) {
    const entries = gauge("outbox_mails", "Accepted mails without a final outcome", ["phase"]);
    for (const phase of openPhases) entries.set({ phase }, work.outbox.find((row) => row.phase === phase)?.count ?? 0);
    gauge("outbox_oldest_due_seconds", "How long the oldest mail has waited since it was due").set(
      Math.max(0, ...work.outbox.map(({ oldest }) => oldest)),
    );
    const states = gauge("mailboxes", "Mailboxes of active people, by state", ["state"]);
    for (const state of mailboxStates)
      states.set({ state }, work.mailboxes.find(({ status }) => status === state)?.count ?? 0);
    gauge("mailbox_sync_lag_seconds", "How long the most overdue mailbox has waited for its sync").set(
      Math.max(0, ...work.mailboxes.map(({ lag }) => lag)),
    );
    const waiting = gauge("jobs_waiting", "Jobs that are due and have not begun", ["job"]);
    const oldest = gauge("jobs_oldest_due_seconds", "How long the oldest job of a kind has waited since it was due", [
      "job",
    ]);
    for (const { name, count, age } of work.jobs) {
      waiting.set({ job: name }, count);
      oldest.set({ job: name }, age);
    }
    gauge("database_size_bytes", "Size of the database, without its WAL").set(work.size);
  }
  const disk = await statfs(world.config.dataDir).catch(() => undefined);
  if (disk) {
    gauge("data_folder_free_bytes", "Free bytes on the disk of the data folder").set(disk.bavail * disk.bsize);
    gauge("data_folder_size_bytes", "Size of the disk of the data folder").set(disk.blocks * disk.bsize);
  }
  const { tls } = world.config;
  if (tls) {
    const end = Date.parse(new X509Certificate(tls.cert).validTo) / 1000;
    gauge("tls_certificate_end_seconds", "When the certificate in TLS_CERT expires, in Unix time").set(end);
  }
  return registry.metrics();
}

const openPhases = ["queued", "connecting", "data_sent"] as const;
const mailboxStates = mailboxes.status.enumValues;

/** As platform, because it counts rows of all tenants. It reads no mail. */
const readWork = ({ db, presence }: World) =>
  fencedTransaction(
    db,
    "platform",
    async (tx) => {
      const seconds = (from: unknown) => sql<number>`coalesce(extract(epoch from now() - ${from}), 0)::float8`;
      const outboxRows = await tx
        .select({
          phase: outbox.phase,
          count: sql<number>`count(*)::int`,
          // Mails of suspended people wait on purpose, and scheduled mails are not due yet.
          oldest: seconds(
            sql`min(${outbox.nextAt}) filter (where ${outbox.nextAt} < now() and ${isOwnerActive(tx, outbox)})`,
          ),
        })
        .from(outbox)
        .where(eq(outbox.isOpen, true))
        .groupBy(outbox.phase);
      const isWaiting = syncLease.isFree(presence);
      const mailboxRows = await tx
        .select({
          status: mailboxes.status,
          count: sql<number>`count(*)::int`,
          lag: seconds(
            sql`min(${mailboxes.nextSyncAt}) filter (where ${and(isWaiting, sql`${mailboxes.nextSyncAt} < now() and not ${mailboxes.isPaused}`)})`,
          ),
        })
        .from(mailboxes)
        .where(isOwnerActive(tx, mailboxes))
        .groupBy(mailboxes.status);
      const jobs = await asQueue(tx, (query) =>
        query<{ name: string; count: number; age: number }>(
          `select q.name, count(j.id)::int as count, coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as age
           from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active' and j.start_after <= now()
           group by q.name`,
        ),
      );
      const size = await tx.execute<{ size: string }>(sql`select pg_database_size(current_database()) as size`);
      return { outbox: outboxRows, mailboxes: mailboxRows, jobs: jobs.rows, size: Number(size.rows[0]?.size) };
    },
    { statementSeconds: 5 },
  );
