// Queues new mail for the rules of its owner, in the transaction that stores it. Apart from the rules, because they use the sync.
import { z } from "zod";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import { job } from "#db/queue.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";

/** Runs the rules of one user, or what is due for anybody. */
export const runRulesJob = job(
  "mail-rules.run",
  z.object({ tenantId: z.uuid(), userId: z.uuid() }).partial(),
  // At most one job waits for a user. The rows say what is due.
  { policy: "short", retryLimit: 0, expireInSeconds: 3600 },
);

type Arrived = { id: string; from_address: string; date: Date; received_at: Date | null };

/** Clocks of mail servers differ from ours, and IMAP tells the time of receipt in whole seconds. */
const clockMinutes = 5;
/** Mail that was received longer ago, before a long outage, is not new. */
const newDays = 30;

/**
 * Only mail that was received after its mailbox was connected and after one of the rules was switched on: not that of a first sync
 * and not older mail. POP3 does not tell when mail was received, so there the Date header counts too. Mail that its owner wrote is left.
 */
export async function queueForRules(tx: Tx, { tenantId, userId, id }: MailboxKey, arrived: Arrived[]): Promise<void> {
  if (arrived.length === 0) return;
  const given = arrived.map(({ id: message, from_address, date, received_at }) => ({
    ...{ id: message, date, from_address: from_address.replaceAll("\0", "").toWellFormed() },
    received_at: received_at ?? date,
  }));
  await tx.execute(sql`
    insert into mail_rule_queue (tenant_id, id, user_id, received_at)
    select m.tenant_id, g.id, m.user_id, n.at
    from mailboxes m
    join (
      select min(active_since) as since from mail_rules
      where tenant_id = ${tenantId} and (user_id is null or user_id = ${userId}) and state in ('on', 'watch') and removed_at is null
      having count(*) > 0
    ) r on true
    cross join jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (id uuid, from_address text, date timestamptz, received_at timestamptz)
    cross join lateral (select case m.kind when 'pop3' then least(g.received_at, g.date) else g.received_at end as at) n
    where m.tenant_id = ${tenantId} and m.id = ${id}
      and n.at >= greatest(m.created_at, r.since) - make_interval(mins => ${clockMinutes})
      and n.at >= now() - make_interval(days => ${newDays})
      and lower(g.from_address) not in (${ownAddressesQuery({ tenantId, userId })})
    on conflict do nothing`);
}

/** Whether a rule acts on mail that was received then. */
export const isNewFor = (activeSince: Date, receivedAt: Date) =>
  receivedAt.getTime() >= activeSince.getTime() - clockMinutes * 60_000;

/** Enqueues a run if mail waits. If that fails, the look for due mail finds it seconds later. */
export const wakeRules = (world: World, { tenantId, userId }: { tenantId: string; userId: string }) =>
  fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    const { rows } = await tx.execute(
      sql`select from mail_rule_queue where tenant_id = ${tenantId} and user_id = ${userId} limit 1`,
    );
    if (rows.length > 0) await world.queue.enqueue(tx, runRulesJob, { tenantId, userId }, { singletonKey: userId });
  }).catch((error) => world.log.debug({ err: error, user: userId }, "the rules were not started after a sync"));
