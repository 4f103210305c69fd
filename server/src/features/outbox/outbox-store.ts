import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { groupCommit } from "#lib/group-commit.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, runNamed, type Tx } from "#db/fence.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { type OutboxRoute, outbox, type outboxContents } from "#db/tables/outbox.ts";
import type { World } from "#scope.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { type MailOwner, openAnnouncer } from "./announce.ts";
import { wakeOutbox } from "./drain-job.ts";
import type { Outcome } from "./outcome.ts";
import { keepSentCopy } from "./sent-copies.ts";

/** A mail in the outbox. */
export type OutboxKey = { tenantId: string; id: string };

/** Believed by the database's clock, so that machines whose clocks differ agree. */
export const leaseSeconds = 30;
export const heartbeatMs = 10_000;
export const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

/** A commit costs as much for one mail as for several: so mails that come together wait this long for each other. */
export const inCompany = { lingerMs: 2 };

/** Somebody else has the mail now: it must not be handed over here. */
export class LeaseLost extends Error {
  constructor() {
    super("The mail is no longer ours to send");
    this.name = "LeaseLost";
  }
}

export type Ledger = ReturnType<typeof openOutboxStore>;

/**
 * What becomes of the mails this process sends, written down in groups. As platform: mails of all tenants end at once, and
 * each statement names its rows.
 */
export function openOutboxStore(world: World, holder: string, announce = openAnnouncer(world)) {
  const asPlatform = <T>(work: (tx: Tx) => Promise<T>) => fencedTransaction(world.db, "platform", work);
  const markDataSent = groupCommit<OutboxKey, boolean>(async (slips) => {
    // Outside a fence, by a function that does nothing else: the SMTP dialogue stands still meanwhile.
    const { rows } = await world.db.urgent.query<{ id: string }>({
      name: "hand_over_mail",
      text: "select hand_over_mail($1, $2, $3, $4) as id",
      values: [holder, slips.map(({ tenantId }) => tenantId), slips.map(({ id }) => id), leaseSeconds],
    });
    const known = new Set(rows.map(({ id }) => id));
    return slips.map(({ id }) => known.has(id));
  }, inCompany);
  const settle = groupCommit<{ slip: OutboxKey; outcome: Outcome }, void>(async (settled) => {
    const owners = await asPlatform((tx) => writeOutcomes(tx, world, holder, settled));
    for (const owner of owners) announce(owner);
    return settled.map(() => undefined);
  }, inCompany);

  return {
    /** Returns once it is written that the server may have the mail; throws where it must not get it. */
    async noteDataSent(slip: OutboxKey) {
      if (!(await markDataSent(slip))) throw new LeaseLost();
    },
    /** Keeps trying while the database is away: what is known must not be lost. */
    async settle(slip: OutboxKey, outcome: Outcome, patienceMs = 120_000) {
      const giveUpAt = Date.now() + patienceMs;
      for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
        try {
          return await settle({ slip, outcome });
        } catch (error) {
          if (Date.now() + wait > giveUpAt) throw error;
          await sleep(wait);
        }
      }
    },
    /** Tells the others that we are still at these; what we hold without knowing, a commit that was cut off say, goes free. */
    async prolong(slips: OutboxKey[]) {
      const held = and(rowsOf(slips), eq(outbox.leaseBy, holder), inArray(outbox.phase, ["connecting", "data_sent"]));
      await asPlatform((tx) => tx.update(outbox).set({ leaseUntil: leaseEnd }).where(held));
    },
    /** The tenant's next mail whose time has come, now ours to send. */
    claim: (tenantId: string) => asPlatform((tx) => claimNext(tx, tenantId, holder)),
  };
}

export type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>;

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
        // The queue that wakes us keeps whole seconds.
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
      leaseBy: holder,
      leaseUntil: leaseEnd,
      attempts: sql`${outbox.attempts} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(outbox.tenantId, tenantId), eq(outbox.id, next)))
    .returning();
  return claimed;
}

type Settled = { slip: OutboxKey; outcome: Outcome };

/** Sent is certain, so it also stands over what was given up as unconfirmed meanwhile; the rest only over what we hold. */
async function writeOutcomes(tx: Tx, world: World, holder: string, settled: Settled[]): Promise<MailOwner[]> {
  const sent = settled.filter(({ outcome }) => outcome.phase === "sent");
  const owners = sent.length > 0 ? await writeSent(tx, world, sent) : [];
  for (const { slip, outcome } of settled)
    if (outcome.phase !== "sent") owners.push(...(await writeUnsent(tx, world, { slip, outcome, holder })));
  return owners;
}

type SentRow = { tenant_id: string; id: string; user_id: string; mailbox_id: string | null; route: OutboxRoute };

/** Exchange files what Graph has sent a little later. */
const lateCopyMs = 10_000;

/** One round trip for as many mails as have been sent: it is on the way of every mail. */
async function writeSent(tx: Tx, world: World, sent: Settled[]): Promise<MailOwner[]> {
  const given = sent.map(({ slip, outcome }) => ({
    tenant_id: slip.tenantId,
    id: slip.id,
    note: outcome.phase === "sent" ? outcome.note?.toWellFormed() : null,
  }));
  const rows = await runNamed<SentRow>(tx, {
    name: "note_sent",
    text: sentStatement,
    values: [JSON.stringify(given)],
  });
  for (const { tenant_id: tenantId, id, user_id: userId, mailbox_id: mailboxId, route } of rows) {
    if (!mailboxId) continue;
    const key = { tenantId, userId, id: mailboxId };
    // What has a Sent folder to go to is still needed; a provider whose API took it has put it there itself.
    if (route === "smtp") await world.queue.enqueue(tx, keepSentCopy, { tenantId, id, userId });
    else await wakeMailbox(world.queue, tx, key);
    if (route === "outlook") await wakeMailbox(world.queue, tx, key, new Date(Date.now() + lateCopyMs));
  }
  return rows.map(({ tenant_id: tenantId, user_id: userId }) => ({ tenantId, userId }));
}

const sentStatement = `
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g (tenant_id uuid, id uuid, note text)
  ), settled as (
    update outbox o set phase = 'sent', error = null, lease_by = null, lease_until = null, updated_at = now()
    from given g where o.tenant_id = g.tenant_id and o.id = g.id and o.phase in ('data_sent', 'failed')
    returning o.tenant_id, o.id, o.user_id, o.mailbox_id, o.route
  ), logged as (
    update email_logs l set status = 'sent', error = null, sent_at = now(), note = coalesce(g.note, l.note)
    from given g where l.tenant_id = g.tenant_id and l.id = g.id
  ), emptied as (
    delete from outbox_contents c using settled s
    where c.tenant_id = s.tenant_id and c.id = s.id and (s.mailbox_id is null or s.route <> 'smtp')
  )
  select tenant_id, id, user_id, mailbox_id, route from settled`;

export const released = { leaseBy: null, leaseUntil: null };

type Unsent = { slip: OutboxKey; outcome: Exclude<Outcome, { phase: "sent" }>; holder: string };

async function writeUnsent(tx: Tx, world: World, { slip, outcome, holder }: Unsent): Promise<MailOwner[]> {
  const { phase, error } = outcome;
  const nextAt = phase === "queued" ? sql<Date>`now() + make_interval(secs => ${outcome.delaySeconds})` : undefined;
  const [row] = await tx
    .update(outbox)
    .set({ phase, error, ...(nextAt && { nextAt }), ...released, updatedAt: sql`now()` })
    .where(and(rowsOf([slip]), eq(outbox.leaseBy, holder)))
    .returning({ nextAt: outbox.nextAt, userId: outbox.userId });
  if (!row) return [];
  await tx
    .update(emailLogs)
    .set({ status: phase, error })
    .where(rowsOf([slip], emailLogs));
  if (phase === "queued")
    await world.queue.enqueue(tx, wakeOutbox, { tenantId: slip.tenantId }, { startAfter: row.nextAt });
  return [{ tenantId: slip.tenantId, userId: row.userId }];
}

type Owned = typeof outbox | typeof emailLogs | typeof outboxContents;

export const rowsOf = (slips: OutboxKey[], table: Owned = outbox): SQL =>
  sql`(${table.tenantId}, ${table.id}) in (${sql.join(
    slips.map(({ tenantId, id }) => sql`(${tenantId}::uuid, ${id}::uuid)`),
    sql`, `,
  )})`;
