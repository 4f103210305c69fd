import { type SQL, sql } from "./orm.ts";
import { ownAddressesQuery } from "./own-addresses.ts";

type Mailbox = { tenantId: string; userId: string; id: string };
export type ArrivedMessage = {
  id: string;
  message_id: string | null;
  from_address: string;
  date: Date;
  received_at: Date | null;
};

/** Clocks of mail servers differ from ours, and IMAP tells the time of receipt in whole seconds. */
export const clockMinutes = 5;
/** Mail that was received longer ago, before a long outage, is not new. */
export const newMailDays = 30;

/**
 * The end of a FROM clause: `m` is the mailbox, `g` a message that a sync stored in it, and `n.at` when it was received. Only mail that
 * was received after its mailbox was connected: not that of a first sync. POP3 does not tell when mail was received, so there the Date
 * header counts too. Mail that its owner wrote is left out. More conditions can follow.
 */
export function newMailIn({ tenantId, userId, id }: Mailbox, arrived: ArrivedMessage[]): SQL {
  const storable = (text: string) => text.replaceAll("\0", "").toWellFormed();
  const given = arrived.map(({ id: message, message_id, from_address, date, received_at }) => ({
    ...{ id: message, date, from_address: storable(from_address), received_at: received_at ?? date },
    message_id: message_id === null ? null : storable(message_id),
  }));
  return sql`mailboxes m
    cross join jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (id uuid, message_id text, from_address text, date timestamptz, received_at timestamptz)
    cross join lateral (select case m.kind when 'pop3' then least(g.received_at, g.date) else g.received_at end as at) n
    where m.tenant_id = ${tenantId} and m.id = ${id}
      and n.at >= m.created_at - make_interval(mins => ${clockMinutes})
      and n.at >= now() - make_interval(days => ${newMailDays})
      and lower(g.from_address) not in (${ownAddressesQuery({ tenantId, userId })})`;
}
