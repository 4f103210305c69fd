// Decides which of the waiting messages notify, by the settings and by what has happened to the messages meanwhile.
import type { NotificationSettings } from "@intellibox/contract/endpoints/notifications";
import { isQuiet } from "@intellibox/contract/rules/notifications";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import type { notificationKinds } from "#db/tables/notifications.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { NotificationOwner } from "./enqueue.ts";

export type NotificationKind = (typeof notificationKinds)[number];
export type WaitingMessage = { messageId: string; kind: NotificationKind };

type Facts = {
  id: string;
  mailbox_id: string;
  from_address: string;
  headers: Record<string, string>;
  is_known: boolean;
  is_to_me: boolean;
};

/** Newest last. */
export async function chooseMessages(
  tx: Tx,
  owner: NotificationOwner,
  { waiting, settings, now }: { waiting: WaitingMessage[]; settings: NotificationSettings; now: Date },
): Promise<WaitingMessage[]> {
  const { isOn, quietHours, timeZone, silentMailboxes, onlyPeople, onlyImportant } = settings;
  if (!isOn || waiting.length === 0) return [];
  // Mail of quiet hours does not notify later either, so that the user does not get all of it at once in the morning.
  if (quietHours && isQuiet(quietHours, timeZone, now)) return [];
  const facts = await factsOf(tx, owner, waiting);
  const kinds = new Map(waiting.map(({ messageId, kind }) => [messageId, kind]));
  return facts.flatMap((found) => {
    const kind = kinds.get(found.id) ?? "new";
    // A rule says about each mail whether it notifies, and a snooze was the person's own wish.
    const isFiltered =
      kind === "new" &&
      ((onlyPeople && !found.is_known) ||
        (onlyImportant && (!found.is_to_me || isAutomatic(found.headers, found.from_address))));
    const isSilent = kind !== "rule" && silentMailboxes.includes(found.mailbox_id);
    return isFiltered || isSilent ? [] : [{ messageId: found.id, kind }];
  });
}

/** Of messages that are still unread, and where they were: nobody is told about mail that was read or deleted meanwhile. */
async function factsOf(tx: Tx, { tenantId, userId }: NotificationOwner, waiting: WaitingMessage[]): Promise<Facts[]> {
  const ids = sql.param(waiting.map(({ messageId }) => messageId));
  const byRule = sql.param(waiting.flatMap(({ messageId, kind }) => (kind === "rule" ? messageId : [])));
  const { rows } = await tx.execute<Facts>(sql`
    with own as (${ownAddressesQuery({ tenantId, userId })})
    select m.id, m.mailbox_id, m.from_address, c.headers,
      exists (
        select from person_addresses a join people p on p.tenant_id = a.tenant_id and p.id = a.person_id
        where a.tenant_id = ${tenantId} and a.user_id = ${userId} and a.address = lower(m.from_address)
          and (a.sent_count > 0 or p.is_saved)
      ) or exists (
        select from users u where u.tenant_id = ${tenantId} and u.email = lower(m.from_address)
      ) as is_known,
      exists (
        select from jsonb_array_elements(coalesce(c.recipients -> 'to', '[]') || coalesce(c.recipients -> 'cc', '[]')) as r
        join own on own.email = lower(r ->> 'address')
      ) as is_to_me
    from messages m join message_contents c on c.tenant_id = m.tenant_id and c.id = m.id
    where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.id = any (${ids}::uuid[])
      and ${isStillNew(byRule)}
    order by m.date, m.id`);
  return rows;
}

/** `m` is the message. One that a rule tells of may be in any folder but these. */
const isStillNew = (byRule: unknown) => sql`m.unread and m.remove_at is null
  and (m.folder = 'inbox' or m.id = any (${byRule}::uuid[]) and m.folder not in ('trash', 'junk', 'gone', 'sent', 'drafts', 'snoozed'))`;
