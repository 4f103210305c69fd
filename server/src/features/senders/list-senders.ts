import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { senders as calls } from "@intellibox/contract/endpoints/senders";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { Scope } from "#scope.ts";
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
      with received as materialized (
        select lower(from_address) as address, id, date, unread, from_name from messages
        where tenant_id = ${tenantId} and user_id = ${user.id} and folder in ('inbox', 'archive', 'other', 'snoozed')
          and date >= ${since}::timestamptz and remove_at is null and from_address <> ''
      ), most as materialized (
        select address, count(*)::int as messages, (count(*) filter (where not unread))::int as read, max(date) as last_at
        from received
        where address not in (${ownAddressesQuery({ tenantId, userId: user.id })})
        group by address order by 2 desc, address limit ${listed}
      ), last as materialized (
        -- Joined, not looked up by sender: under row-level security an index of lower(from_address) is not used.
        select distinct on (r.address) most.*, r.id as last_id, r.from_name as name
        from most join received r on r.address = most.address and r.date = most.last_at
        order by r.address, r.id
      )
      select last.*, c.headers,
        exists (select from blocked_senders b
          where b.tenant_id = ${tenantId} and b.user_id = ${user.id} and b.address = last.address) as blocked
      from last join message_contents c on c.tenant_id = ${tenantId} and c.id = last.last_id
      order by last.messages desc, last.address`);
    const left = await leftLists(tx, scope, rows);
    return {
      items: rows.map(({ headers, last_at, last_id, blocked, ...row }) => {
        const way = unsubscribeWay(headers, { allowPrivate: scope.config.allowPrivateLinks });
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
