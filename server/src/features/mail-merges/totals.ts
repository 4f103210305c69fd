import type { MergeTotals } from "@intellibox/contract/endpoints/mail-merges";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";

/** The outcome of a recipient's mail. `r` is its row and `l` the log of its mail, which is joined by its primary key. */
export const outcomeOf = sql`case
  when r.state = 'accepted' and l.status = 'failed' then 'failed'
  when r.state = 'accepted' and l.status = 'queued' then 'sending'
  when r.state = 'accepted' then 'sent'
  else r.state end`;
export const logOf = sql`left join email_logs l on l.tenant_id = r.tenant_id and l.id = r.log_id`;

type Counted = { merge_id: string } & Record<keyof MergeTotals, number>;

/** Counts in one pass over the recipients. In the fence of their sender, or as platform, which may not read their values. */
export async function totalsOf(tx: Tx, tenantId: string, ids: string[]): Promise<(id: string) => MergeTotals> {
  const { rows } = await tx.execute<Counted>(sql`
    select r.merge_id, count(*)::int as recipients,
      count(*) filter (where r.state = 'waiting')::int as waiting,
      count(*) filter (where ${outcomeOf} = 'sending')::int as sending,
      count(*) filter (where ${outcomeOf} = 'sent')::int as sent,
      count(*) filter (where ${outcomeOf} = 'failed')::int as failed,
      count(*) filter (where r.state = 'left_out')::int as "leftOut",
      count(*) filter (where l.opens > 0 or l.clicks > 0)::int as opened,
      count(*) filter (where l.clicks > 0)::int as clicked,
      count(*) filter (where r.replied_at is not null)::int as replied,
      count(*) filter (where r.unsubscribed_at is not null)::int as unsubscribed
    from mail_merge_recipients r ${logOf}
    where r.tenant_id = ${tenantId} and r.merge_id = any (${sql.param(ids)}::uuid[])
    group by r.merge_id`);
  const known = new Map(rows.map(({ merge_id, ...totals }) => [merge_id, totals]));
  return (id) => known.get(id) ?? nothing;
}

const nothing: MergeTotals = {
  ...{ recipients: 0, waiting: 0, sending: 0, sent: 0, failed: 0, leftOut: 0 },
  ...{ opened: 0, clicked: 0, replied: 0, unsubscribed: 0 },
};
