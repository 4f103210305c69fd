// Queues new mail for the rules of its owner, in the transaction that stores it. Apart from the rules, because they use the sync.
import { z } from "zod";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { type ArrivedMessage, clockMinutes, newMailIn } from "#db/new-mail.ts";
import { sql } from "#db/orm.ts";
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

/** Only mail that was received after one of the rules was switched on. */
export async function queueForRules(tx: Tx, key: MailboxKey, arrived: ArrivedMessage[]): Promise<void> {
  if (arrived.length === 0) return;
  const { tenantId, userId } = key;
  await tx.execute(sql`
    insert into mail_rule_queue (tenant_id, id, user_id, received_at)
    select m.tenant_id, g.id, m.user_id, n.at
    from (
      select min(active_since) as since from mail_rules
      where tenant_id = ${tenantId} and (user_id is null or user_id = ${userId}) and state in ('on', 'watch') and removed_at is null
      having count(*) > 0
    ) r cross join ${newMailIn(key, arrived)} and n.at >= r.since - make_interval(mins => ${clockMinutes})
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
