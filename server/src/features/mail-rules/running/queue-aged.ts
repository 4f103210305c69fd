// Queues mail that has stayed unread for as long as a rule asks. Runs every hour.
import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import type { World } from "#scope.ts";
import { runRulesOf } from "./run-queue.ts";

export const queueAgedJob = job("mail-rules.aged", z.object({}), { retryLimit: 0, policy: "short" });

/** Mail that reached the age within this time: longer than a day without a process is not made up for. */
const windowHours = 25;
const maxPerUser = 1_000;

/** As platform, which sees that a user has such a rule, but not what it says. */
export async function queueAged(world: World): Promise<void> {
  const { rows: owners } = await fencedTransaction(world.db, "platform", (tx) =>
    tx.execute<{ tenantId: string; userId: string }>(sql`
      select distinct u.tenant_id as "tenantId", u.id as "userId" from mail_rules r
      join users u on u.tenant_id = r.tenant_id and (r.user_id is null or r.user_id = u.id)
      join tenants t on t.id = u.tenant_id
      where r.unread_days is not null and r.state in ('on', 'watch') and r.removed_at is null
        and u.status = 'Active' and t.status = 'Active'`),
  );
  for (const owner of owners) {
    if (world.stopping.aborted) return;
    const count = await queueOf(world, owner);
    if (count > 0) await runRulesOf(world, owner);
  }
}

/** Mail that reached the age before the rule was switched on is left, and so is mail that such a rule acted on. */
const queueOf = (world: World, { tenantId, userId }: { tenantId: string; userId: string }) =>
  fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    const now = sql`${world.outside.now().toISOString()}::timestamptz`;
    const { rowCount } = await tx.execute(sql`
      insert into mail_rule_queue (tenant_id, id, user_id, is_aged, received_at)
      select m.tenant_id, m.id, m.user_id, true, coalesce(m.received_at, m.date) from messages m
      where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.unread and m.folder = 'inbox'
        and m.gone_at is null and m.remove_at is null
        and exists (
          select from mail_rules r, jsonb_array_elements(r.conditions || r.exceptions) c
          where r.tenant_id = ${tenantId} and (r.user_id is null or r.user_id = ${userId}) and r.unread_days is not null
            and r.state in ('on', 'watch') and r.removed_at is null and c ->> 'field' = 'unreadDays'
            and coalesce(m.received_at, m.date) + make_interval(days => (c ->> 'days')::int)
              between greatest(${now} - make_interval(hours => ${windowHours}), r.active_since) and ${now}
            and not exists (
              select from mail_rule_runs u
              where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.message_id = m.id and u.rule_id = r.id))
      order by m.date desc limit ${maxPerUser}
      on conflict do nothing`);
    return rowCount ?? 0;
  });
