import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { senders as calls } from "@intellibox/contract/endpoints/senders";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";
import { isAutomatic } from "#features/inbox/automatic.ts";
import { isAfter } from "#features/inbox/left-lists.ts";
import { listOf, unsubscribeWay } from "#features/inbox/list-unsubscribe.ts";

const listed = 100;

type Row = {
  address: string;
  name: string;
  messages: number;
  read: number;
  last_at: string;
  last_id: string;
  headers: Record<string, string>;
  blocked: boolean;
};

/** Counts received mail of the period, without the user's own addresses. */
export const listSenders = (scope: Scope, { days }: { days: number }): Promise<ResponseOf<typeof calls.list>> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const since = new Date(scope.now().getTime() - days * 24 * 3600 * 1000).toISOString();
    const { rows } = await tx.execute<Row>(sql`
      with counted as materialized (
        select lower(from_address) as address, count(*)::int as messages, (count(*) filter (where not unread))::int as read
        from messages
        where tenant_id = ${tenantId} and user_id = ${user.id} and folder in ('inbox', 'archive', 'other', 'snoozed')
          and date >= ${since}::timestamptz and remove_at is null and from_address <> ''
        group by 1
      ), most as materialized (
        select * from counted
        where address <> lower(${user.email}) and address not in (
          select lower(email) from mailboxes where tenant_id = ${tenantId} and user_id = ${user.id})
        order by messages desc, address limit ${listed}
      )
      select most.*, last.from_name as name, last.date as last_at, last.id as last_id, c.headers,
        exists (select from blocked_senders b
          where b.tenant_id = ${tenantId} and b.user_id = ${user.id} and b.address = most.address) as blocked
      from most
      cross join lateral (
        select m.id, m.from_name, m.date from messages m
        where m.tenant_id = ${tenantId} and m.user_id = ${user.id} and lower(m.from_address) = most.address
          and m.folder in ('inbox', 'archive', 'other', 'snoozed') and m.remove_at is null
        order by m.date desc, m.id desc limit 1) last
      join message_contents c on c.tenant_id = ${tenantId} and c.id = last.id
      order by most.messages desc, most.address`);
    const left = await leftLists(tx, scope, rows);
    return {
      items: rows.map(({ headers, last_at, last_id, blocked, ...row }) => {
        const way = unsubscribeWay(headers);
        const leftAt = left.get(listOf(headers, row.address));
        const lastAt = new Date(last_at);
        return {
          ...row,
          lastAt,
          lastId: last_id,
          isList: isAutomatic(headers, row.address),
          unsubscribe: way?.method ?? null,
          unsubscribeTo: way?.to ?? null,
          unsubscribedAt: leftAt && isAfter(leftAt, lastAt) ? leftAt : null,
          isBlocked: blocked,
        };
      }),
    };
  });

async function leftLists(tx: Tx, { tenantId, user }: Scope, rows: Row[]): Promise<Map<string, Date>> {
  const lists = rows.map(({ headers, address }) => listOf(headers, address));
  const found = await tx.execute<{ list: string; created_at: string }>(sql`
    select list, created_at from unsubscriptions
    where tenant_id = ${tenantId} and user_id = ${user.id} and list = any (${sql.param(lists)}::text[])`);
  return new Map(found.rows.map((row) => [row.list, new Date(row.created_at)]));
}
