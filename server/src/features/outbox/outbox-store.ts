import { setTimeout as sleep } from "node:timers/promises";
import { groupCommit } from "#lib/group-commit.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { type FenceOptions, fencedTransaction, runNamed, type Tx } from "#db/fence.ts";
import { LeaseLost, outboxLease } from "#db/lease.ts";
import { and, eq, inArray, type SQL, sql } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox, type outboxContents } from "#db/tables/outbox.ts";
import type { World } from "#scope.ts";
import { noteRefusedAddress } from "#features/merge-state/note-merge-answers.ts";
import { enqueueSentMail } from "#features/webhook-state/sent-events.ts";
import { type MailOwner, openAnnouncer } from "./announce.ts";
import { drainOutboxJob } from "./drain-job.ts";
import { type Outcome, unconfirmed } from "./outcome.ts";
import { fileSentCopyJob } from "./sent-copies.ts";

/** Which outbox entry. */
export type OutboxKey = { tenantId: string; id: string };

/** Group-commit delay: one commit serves the whole batch. */
export const groupCommitDelay = { lingerMs: 2 };

export type OutboxStore = ReturnType<typeof openOutboxStore>;

/**
 * Stores what becomes of the mails that this process sends, with group commit. As platform: a batch has mails of several
 * tenants, and each statement names its rows.
 */
export function openOutboxStore(world: World, holder: string, announce = openAnnouncer(world)) {
  const asPlatform = <T>(work: (tx: Tx) => Promise<T>, options?: FenceOptions) =>
    fencedTransaction(world.db, "platform", work, options);
  const markDataSent = groupCommit<OutboxKey, boolean>(async (keys) => {
    // One round trip without a fence, by a function that does nothing else: the SMTP dialogue waits for it.
    const { rows } = await world.db.urgent.query<{ id: string }>({
      name: "hand_over_mail",
      text: "select hand_over_mail($1, $2, $3, $4) as id",
      values: [holder, keys.map(({ tenantId }) => tenantId), keys.map(({ id }) => id), outboxLease.seconds],
    });
    const known = new Set(rows.map(({ id }) => id));
    return keys.map(({ id }) => known.has(id));
  }, groupCommitDelay);
  const settle = groupCommit<SettledMail, void>(async (settled) => {
    const keepsPlans = settled.every(({ outcome }) => outcome.phase === "sent");
    const owners = await asPlatform((tx) => writeOutcomes(tx, world, holder, settled), { keepsPlans });
    for (const owner of owners) announce(owner);
    return settled.map(() => undefined);
  }, groupCommitDelay);

  return {
    /** Resolves when `data_sent` is committed. Throws `LeaseLost` if the mail must not be sent here. */
    async noteDataSent(key: OutboxKey) {
      if (!(await markDataSent(key))) throw new LeaseLost();
    },
    /** Retries while the database is unreachable: without the outcome, a sent mail would end as unconfirmed. */
    async settle(key: OutboxKey, outcome: Outcome, patienceMs = 120_000) {
      const giveUpAt = Date.now() + patienceMs;
      for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
        try {
          return await settle({ key, outcome });
        } catch (error) {
          if (Date.now() + wait > giveUpAt) throw error;
          await sleep(wait);
        }
      }
    },
    /** Renews the leases of these mails only. One whose commit was cut off, so that we do not know of it, expires. */
    async renew(keys: OutboxKey[]) {
      if (keys.length === 0) return;
      const held = and(rowsOf(keys), outboxLease.isHeldBy(holder), inArray(outbox.phase, ["connecting", "data_sent"]));
      await asPlatform((tx) => tx.update(outbox).set(outboxLease.renewal).where(held));
    },
    /** Claims the tenant's next due mail. */
    claim: (tenantId: string) => asPlatform((tx) => claimNext(tx, tenantId, holder)),
  };
}

export type ClaimedRow = NonNullable<Awaited<ReturnType<typeof claimNext>>>;

async function claimNext(tx: Tx, tenantId: string, holder: string) {
  const next = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.tenantId, tenantId),
        outbox.isOpen,
        eq(outbox.phase, "queued"),
        isOwnerActive(tx, outbox),
        // The job queue starts jobs at whole seconds, up to one second early.
        sql`${outbox.nextAt} <= now() + interval '1 second'`,
      ),
    )
    .orderBy(outbox.nextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await tx
    .update(outbox)
    .set({
      phase: "connecting",
      ...outboxLease.claim(holder),
      attempts: sql`${outbox.attempts} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(outbox.tenantId, tenantId), eq(outbox.id, next)))
    .returning();
  return claimed;
}

type SettledMail = { key: OutboxKey; outcome: Outcome };

/** `sent` is certain, so it also replaces `failed` of a mail that recovery gave up as unconfirmed. Any other outcome needs the lease. */
async function writeOutcomes(tx: Tx, world: World, holder: string, settled: SettledMail[]): Promise<MailOwner[]> {
  const sent = settled.filter(({ outcome }) => outcome.phase === "sent");
  const owners = sent.length > 0 ? await writeSent(tx, world, sent) : [];
  for (const { key, outcome } of settled)
    if (outcome.phase !== "sent") owners.push(...(await writeUnsent(tx, world, { key, outcome, holder })));
  return owners;
}

type SentRow = { tenant_id: string; id: string; user_id: string; mailbox_id: string | null; draft_id: string | null };

/** One round trip for all mails of a batch, because every mail passes here. */
async function writeSent(tx: Tx, world: World, sent: SettledMail[]): Promise<MailOwner[]> {
  const given = sent.map(({ key, outcome }) => ({
    tenant_id: key.tenantId,
    id: key.id,
    note: outcome.phase === "sent" ? outcome.note?.toWellFormed() : null,
  }));
  const rows = await runNamed<SentRow>(tx, {
    name: "note_sent",
    text: sentStatement,
    values: [JSON.stringify(given)],
  });
  // The content is kept until it is in Sent.
  for (const { tenant_id: tenantId, id, user_id: userId, mailbox_id: mailboxId, draft_id: draftId } of rows)
    if (mailboxId || draftId) await world.queue.enqueue(tx, fileSentCopyJob, { tenantId, id, userId });
  const mails = rows.map(({ tenant_id: tenantId, id, user_id: userId }) => ({ tenantId, id, userId }));
  await enqueueSentMail(tx, "mail.sent", mails);
  return mails.map(({ tenantId, userId }) => ({ tenantId, userId }));
}

const sentStatement = `
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g (tenant_id uuid, id uuid, note text)
  ), settled as (
    update outbox o set phase = 'sent', error = null, lease_by = null, lease_until = null, updated_at = now()
    from given g where o.tenant_id = g.tenant_id and o.id = g.id and o.phase in ('data_sent', 'failed')
    returning o.tenant_id, o.id, o.user_id, o.mailbox_id, o.draft_id
  ), logged as (
    update email_logs l set status = 'sent', error = null, sent_at = now(), note = coalesce(g.note, l.note)
    from given g where l.tenant_id = g.tenant_id and l.id = g.id
  ), emptied as (
    delete from outbox_contents c using settled s
    where c.tenant_id = s.tenant_id and c.id = s.id and s.mailbox_id is null
  )
  select tenant_id, id, user_id, mailbox_id, draft_id from settled`;

type UnsentMail = { key: OutboxKey; outcome: Exclude<Outcome, { phase: "sent" }>; holder: string };

async function writeUnsent(tx: Tx, world: World, { key, outcome, holder }: UnsentMail): Promise<MailOwner[]> {
  const { phase, error } = outcome;
  const nextAt = phase === "queued" ? sql<Date>`now() + make_interval(secs => ${outcome.delaySeconds})` : undefined;
  const [row] = await tx
    .update(outbox)
    .set({ phase, error, ...(nextAt && { nextAt }), ...outboxLease.release, updatedAt: sql`now()` })
    .where(and(rowsOf([key]), outboxLease.isHeldBy(holder)))
    .returning({ nextAt: outbox.nextAt, userId: outbox.userId });
  if (!row) return [];
  await tx
    .update(emailLogs)
    .set({ status: phase, error })
    .where(rowsOf([key], emailLogs));
  if (phase === "failed") {
    await noteRefusedAddress(tx, key, error);
    if (error !== unconfirmed)
      await enqueueSentMail(tx, "mail.bounced", [{ ...key, userId: row.userId }], { reason: "not_sent" });
  }
  if (phase === "queued")
    await world.queue.enqueue(tx, drainOutboxJob, { tenantId: key.tenantId }, { startAfter: row.nextAt });
  return [{ tenantId: key.tenantId, userId: row.userId }];
}

type Owned = typeof outbox | typeof emailLogs | typeof outboxContents;

export const rowsOf = (keys: OutboxKey[], table: Owned = outbox): SQL =>
  sql`(${table.tenantId}, ${table.id}) in (${sql.join(
    keys.map(({ tenantId, id }) => sql`(${tenantId}::uuid, ${id}::uuid)`),
    sql`, `,
  )})`;
