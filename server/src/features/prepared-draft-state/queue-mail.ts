// Queues new mail for prepared drafts, in the transaction that stores it. Apart from the writing, because that uses the sync.
import { z } from "zod";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { type ArrivedMessage, clockMinutes, newMailIn } from "#db/new-mail.ts";
import { sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import type { World } from "#scope.ts";

type Owner = { tenantId: string; userId: string };

/** Prepares the drafts of one user, or those that are due for anybody. */
export const prepareDraftsJob = job(
  "prepared-drafts.write",
  z.object({ tenantId: z.uuid(), userId: z.uuid() }).partial(),
  // At most one job waits for a user. The rows say what is due.
  { policy: "short", retryLimit: 0, expireInSeconds: 3600 },
);

/** Only mail that was received after its owner switched prepared drafts on for the mailbox. What else it takes is judged later. */
export async function queueForDrafts(tx: Tx, key: Owner & { id: string }, arrived: ArrivedMessage[]): Promise<void> {
  if (arrived.length === 0) return;
  await tx.execute(sql`
    insert into prepared_drafts (tenant_id, id, user_id, mailbox_id, mail)
    select m.tenant_id, g.id, m.user_id, m.id, md5(coalesce(g.message_id, g.id::text))::uuid
    from ${newMailIn(key, arrived)} and n.at >= m.prepares_since - make_interval(mins => ${clockMinutes})
    on conflict do nothing`);
}

/** Enqueues the job if mail waits. If that fails, the look for due mail finds it seconds later. */
export const wakeDrafts = (world: World, { tenantId, userId }: Owner) =>
  fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    const { rows } = await tx.execute(
      sql`select from prepared_drafts where tenant_id = ${tenantId} and user_id = ${userId} and next_at is not null limit 1`,
    );
    if (rows.length > 0)
      await world.queue.enqueue(tx, prepareDraftsJob, { tenantId, userId }, { singletonKey: userId });
  }).catch((error) => world.log.debug({ err: error, user: userId }, "drafts were not started after a sync"));
