import type { KnownPerson } from "@intellibox/contract/endpoints/senders";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";

const maxColleagues = 200;
const maxPeople = 500;
/** Messages that are read per folder, newest first. The index `messages_listed` yields them in this order. */
const readPerFolder = 300;
/** Folders with mail that the user received and kept. Spam, trash and drafts say nothing about whom they know. */
const received = ["inbox", "archive", "other", "snoozed"] as const;

type Row = { name: string; address: string };

/** Colleagues, then people that the user wrote to, then those that wrote; each with the latest first, without the user. */
export const listPeople = (scope: Scope): Promise<{ items: KnownPerson[] }> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const newest = (folder: string) => sql`
      select id, date, from_name, from_address, participants from messages
      where tenant_id = ${tenantId} and user_id = ${user.id} and folder = ${folder} and remove_at is null
      order by date desc, id desc limit ${readPerFolder}`;
    const heard = sql.join(
      received.map((folder) => sql`(${newest(folder)})`),
      sql` union all `,
    );
    const { rows } = await tx.execute<Row>(sql`
      with own as materialized (
        select lower(${user.email}) as address
        union select lower(email) from mailboxes where tenant_id = ${tenantId} and user_id = ${user.id}
      ), colleagues as materialized (
        select 1 as rank, now() as last_at, name, email as address from users
        where tenant_id = ${tenantId} and id <> ${user.id} order by name, email limit ${maxColleagues}
      ), written as materialized (
        select 2 as rank, max(sent.date) as last_at, '' as name, lower(person) as address
        from (${newest("sent")}) sent, unnest(sent.participants) person group by 4
      ), heard as materialized (
        select distinct on (lower(from_address)) 3 as rank, date as last_at, from_name as name, lower(from_address) as address
        from (${heard}) received order by lower(from_address), date desc
      ), everyone as (
        select * from colleagues union all select * from written union all select * from heard
      )
      select address, coalesce((array_agg(name order by rank, last_at desc) filter (where name <> ''))[1], '') as name
      from everyone where address <> '' and address not in (select address from own)
      group by address order by min(rank), max(last_at) desc, address limit ${maxPeople}`);
    return { items: rows.filter(({ address }) => parseRecipients(address).addresses[0] === address).map(personOf) };
  });

const personOf = ({ name, address }: Row): KnownPerson => ({ name: name.slice(0, 200), address });
