// The events of mail that arrives, in the transaction that stores it: mail received, answers, and reports that mail was not delivered.
import type { Tx } from "#db/fence.ts";
import { type ArrivedMessage, newMailIn } from "#db/new-mail.ts";
import { sql } from "#db/orm.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";
import { domainOf } from "./domain-of.ts";
import { type NewEvent, storeEvents, webhooksThatWant } from "./enqueue-event.ts";

type Mailbox = { tenantId: string; userId: string; id: string };
type Arrived = { row: ArrivedMessage & { subject: string; from_name: string; thread_id: string }; mail: ParsedMail };

const events = ["mail.received", "mail.replied", "mail.bounced"] as const;
const maxReferences = 100;

/** Of mail that came to the inbox. Nothing but one look at an index if no webhook wants it. */
export async function enqueueArrivals(tx: Tx, mailbox: Mailbox, arrived: Arrived[]): Promise<void> {
  if (arrived.length === 0) return;
  const wanting = await webhooksThatWant(tx, [mailbox], events);
  if (wanting.length === 0) return;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select g.id from ${newMailIn(
      mailbox,
      arrived.map(({ row }) => row),
    )}`,
  );
  const fresh = new Set(rows.map(({ id }) => id));
  const mails = arrived.filter(({ row }) => fresh.has(row.id));
  await storeEvents(tx, wanting, [
    ...mails.map((one) => receivedEvent(mailbox, one)),
    ...(await answerEvents(tx, mailbox, mails)),
  ]);
}

/** Administrators do not see whom their colleagues get mail from. */
const receivedEvent = ({ tenantId, userId, id: mailboxId }: Mailbox, { row, mail }: Arrived): NewEvent => ({
  ...{ tenantId, userId, event: "mail.received" },
  shared: { messageId: row.id, mailboxId },
  own: {
    threadId: row.thread_id,
    from: { name: row.from_name.slice(0, 200), address: row.from_address.slice(0, 320) },
    subject: row.subject.slice(0, 500),
    date: row.date.toISOString(),
    hasAttachment: mail.attachments.some(({ inline }) => !inline),
  },
});

/** The sent mails that the arrived ones answer or report on, found by their Message-ID. */
async function answerEvents(tx: Tx, { tenantId, userId }: Mailbox, mails: Arrived[]): Promise<NewEvent[]> {
  const named = mails.flatMap((one) => {
    const event = isReport(one.mail) ? "mail.bounced" : isAutomatic(one.mail) ? undefined : "mail.replied";
    return event ? [{ ...one, event, names: namesIn(one.mail, event === "mail.bounced") } as const] : [];
  });
  const all = [...new Set(named.flatMap(({ names }) => names))];
  if (all.length === 0) return [];
  const { rows } = await tx.execute<{ id: string; message_id: string; recipients: string[]; subject: string }>(sql`
    select id, message_id, recipients, subject from email_logs
    where tenant_id = ${tenantId} and user_id = ${userId} and message_id = any (${sql.param(all)}::text[])`);
  const sent = new Map(rows.map((row) => [row.message_id, row]));
  return named.flatMap(({ row, event, names }): NewEvent[] => {
    // The last one that it names is the one that it answers.
    const log = names.map((name) => sent.get(name)).findLast((one) => one !== undefined);
    if (!log) return [];
    return [
      {
        ...{ tenantId, userId, event },
        shared: {
          mailId: log.id,
          recipientDomains: [...new Set(log.recipients.map(domainOf))].slice(0, 20),
          ...(event === "mail.bounced" && { reason: "report" }),
        },
        own: {
          ...{ messageId: row.id, from: row.from_address.slice(0, 320) },
          ...{ recipients: log.recipients.slice(0, 20), subject: log.subject.slice(0, 500) },
        },
      },
    ];
  });
}

/** An out-of-office note is no answer. */
const isAutomatic = ({ headers }: ParsedMail) =>
  headers.autoSubmitted !== undefined && !/^no\b/i.test(headers.autoSubmitted);

/** Anybody can send such a report. It concerns only mail that this user sent, whose Message-ID it must name. */
const isReport = (mail: ParsedMail) =>
  /^(?:mailer-daemon|postmaster)@/i.test(mail.from.address) && /^Action: *failed/im.test(mail.text.slice(0, 200_000));

/** A report has the header of the mail in its text. */
function namesIn(mail: ParsedMail, isOfReport: boolean): string[] {
  const quoted = isOfReport
    ? [...mail.text.slice(0, 200_000).matchAll(/^Message-ID: {0,8}(<[^<>\s]{1,900}>)/gim)].map(([, name]) => name ?? "")
    : [];
  return [...mail.references, ...(mail.inReplyTo ? [mail.inReplyTo] : []), ...quoted].slice(-maxReferences);
}
