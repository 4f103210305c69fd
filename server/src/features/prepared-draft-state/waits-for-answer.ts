import { sql } from "#db/orm.ts";

/**
 * True of a message `m` that still waits for its reader's answer. It is judged whenever a prepared draft is stored or shown, so that
 * one is never seen after its reader answered, filed or deleted the mail, here or with another program, or after the thread went on.
 */
export const waitsForAnswer = sql`(
  m.folder in ('inbox', 'snoozed') and not m.answered and m.remove_at is null and m.gone_at is null
  and not exists (
    select from messages l
    where l.tenant_id = m.tenant_id and l.user_id = m.user_id and l.thread_id = m.thread_id and l.id <> m.id
      -- The same mail may be in another mailbox, too.
      and (l.message_id is null or l.message_id is distinct from m.message_id)
      and l.folder in ('inbox', 'snoozed', 'sent', 'drafts', 'archive', 'other') and l.remove_at is null
      -- The clock of the sender may be ahead of that of the answer.
      and case when l.folder in ('sent', 'drafts') then l.date >= least(m.date, m.received_at) else (l.date, l.id) > (m.date, m.id) end
  ))`;
