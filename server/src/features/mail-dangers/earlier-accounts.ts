import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";

/** Messages that are searched for mail of the sender, and those of the sender that are read. */
const searched = 3_000;
const maxRead = 40;
const maxText = 30_000;

type Mail = { from: string; date: Date };

/** The texts of the mails that the sender wrote before this one, the newest first. */
export async function earlierTexts(tx: Tx, { tenantId, user }: Scope, { from, date }: Mail): Promise<string[]> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select left(c.text, ${maxText}) || E'\n' || left(c.html_text, ${maxText}) as text from (
      select id, date from (
        select id, date, from_address from messages
        where tenant_id = ${tenantId} and user_id = ${user.id} and folder in ('inbox', 'archive', 'other', 'snoozed')
          and date < ${date.toISOString()}::timestamptz and remove_at is null
        order by date desc limit ${searched}
      ) newest where lower(from_address) = lower(${from}) order by date desc limit ${maxRead}
    ) m join message_contents c on c.tenant_id = ${tenantId} and c.id = m.id
    order by m.date desc`);
  return rows.map(({ text }) => text);
}
