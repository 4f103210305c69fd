// The events of mail that was sent. As platform, which writes the outcomes of mail and the visits of its readers.
import type { WebhookEvent } from "@intellibox/contract/rules/webhooks";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { domainOf } from "./domain-of.ts";
import { type EventOwner, enqueueEvents, type NewEvent } from "./enqueue-event.ts";

/** `id` is that of the log. */
type SentMail = EventOwner & { id: string };
type SentEvent = Extract<WebhookEvent, "mail.sent" | "mail.opened" | "mail.clicked" | "mail.bounced">;
type LogRow = {
  tenant_id: string;
  id: string;
  sender: string;
  recipients: string[];
  subject: string;
  message_id: string;
};

/** `extra` is in webhooks of the company too. */
export async function enqueueSentMail(
  tx: Tx,
  event: SentEvent,
  mails: readonly SentMail[],
  extra: Record<string, unknown> = {},
): Promise<void> {
  await enqueueEvents(tx, mails, [event], async () => {
    const given = JSON.stringify(mails.map(({ tenantId, id }) => ({ tenant_id: tenantId, id })));
    const { rows } = await tx.execute<LogRow>(sql`
      select l.tenant_id, l.id, l.sender, l.recipients, l.subject, l.message_id
      from email_logs l join jsonb_to_recordset(${given}::jsonb) as g (tenant_id uuid, id uuid)
        on l.tenant_id = g.tenant_id and l.id = g.id
      where l.kind <> 'test'`);
    const owners = new Map(mails.map(({ id, userId }) => [id, userId]));
    return rows.flatMap((row) => eventOf(row, owners.get(row.id), event, extra));
  });
}

function eventOf(row: LogRow, userId: string | undefined, event: SentEvent, extra: object): NewEvent[] {
  if (!userId) return [];
  return [
    {
      ...{ tenantId: row.tenant_id, userId, event },
      shared: {
        mailId: row.id,
        senderDomain: domainOf(row.sender),
        recipientDomains: [...new Set(row.recipients.map(domainOf))].slice(0, 20),
        ...extra,
      },
      own: {
        ...{ from: row.sender, recipients: row.recipients.slice(0, 20) },
        ...{ subject: row.subject.slice(0, 500), messageIdHeader: row.message_id },
      },
    },
  ];
}
