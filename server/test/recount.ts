// The stored counts, and the same figures counted from the rows.
type Peek = (text: string, values?: unknown[]) => Promise<object[]>;

export const recount = (peek: Peek) =>
  peek(`
    with happened as (
      select tenant_id, user_id, 'sent' as kind, coalesce(sent_at, created_at) as at from email_logs
        where status = 'sent' and kind <> 'test' and user_id is not null
      union all select tenant_id, user_id, kind, at from ai_usage where succeeded and kind <> 'test'
      union all select tenant_id, user_id, 'received', date from messages where folder <> 'sent'
    )
    select tenant_id, user_id, kind, date_bin('15 minutes', at, '2000-01-01 00:00+00') as quarter, count(*)::int as amount
    from happened group by 1, 2, 3, 4 order by 1, 2, 3, 4`);

/** Folded and not yet folded activity together. */
export const rolledUp = (peek: Peek, span: "quarter" | "day") =>
  peek(
    `select tenant_id, user_id, kind, at as quarter, sum(amount)::int as amount from (
       select tenant_id, user_id, kind, at, amount from activity_counts where span = $1
       union all select tenant_id, user_id, kind, at, amount from activity) a
     group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4`,
    [span],
  );
