// Reads messages as rules see them.
import { createHash } from "node:crypto";
import type { Tx } from "#db/fence.ts";
import { type SQL, sql } from "#db/orm.ts";
import type { StoredAddress, StoredAttachment } from "#db/tables/messages.ts";
import type { MailHeaders } from "#outside/mime/parsed-mail.ts";
import type { Scope } from "#scope.ts";
import { maxBody, type RuleMail } from "./rule-mail.ts";

/** A message with its facts, and what the history shows of it. */
export type StoredRuleMail = RuleMail & {
  id: string;
  threadId: string;
  mailKey: string;
  messageId: string | null;
  references: string[];
  replyTo: StoredAddress[];
  date: Date;
  folder: string;
};

type Row = {
  id: string;
  mailbox_id: string;
  thread_id: string;
  message_id: string | null;
  folder: string;
  from_name: string;
  from_address: string;
  subject: string;
  date: string;
  received_at: string | null;
  unread: boolean;
  important: boolean;
  size: string;
  recipients: Record<"to" | "cc" | "bcc" | "replyTo", StoredAddress[]>;
  refs: string[];
  text: string;
  html_text: string;
  headers: MailHeaders;
  attachments: StoredAttachment[];
  calendar: string | null;
  is_known: boolean;
};

/** In the order of the ids. Messages that are gone or foreign are left out. */
export async function readRuleMails(tx: Tx, scope: Scope, ids: string[]): Promise<StoredRuleMail[]> {
  if (ids.length === 0) return [];
  const { tenantId, user } = scope;
  const { rows } = await tx.execute<Row>(sql`
    select m.id, m.mailbox_id, m.thread_id, m.message_id, m.folder, m.from_name, m.from_address, m.subject, m.date, m.received_at,
      m.unread, m.important, m.size, c.recipients, c."references" as refs, left(c.text, ${maxBody}) as text,
      left(c.html_text, ${maxBody}) as html_text, c.headers, c.attachments, left(c.calendar, 20000) as calendar,
      ${isKnown(tenantId, user.id)} as is_known
    from messages m join message_contents c on c.tenant_id = m.tenant_id and c.id = m.id
    where m.tenant_id = ${tenantId} and m.user_id = ${user.id} and m.id = any (${sql.param(ids)}::uuid[])
      and m.gone_at is null and m.remove_at is null`);
  const found = new Map(rows.map((row) => [row.id, mailOf(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** A person who only wrote to the user is learned from that very mail, so such a person is not known yet. */
const isKnown = (tenantId: string, userId: string): SQL => sql`(
  exists (select from users u where u.tenant_id = ${tenantId} and lower(u.email) = lower(m.from_address))
  or exists (select from person_addresses a join people p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where a.tenant_id = ${tenantId} and a.user_id = ${userId} and a.address = lower(m.from_address)
      and (p.is_saved or a.sent_count > 0)))`;

/** The newest mail that the user received: neither sent nor drafted, and not in Spam or Trash. */
export async function newestIds(tx: Tx, { tenantId, user }: Scope, most: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from messages
    where tenant_id = ${tenantId} and user_id = ${user.id} and folder in ('inbox', 'snoozed', 'archive', 'other')
      and gone_at is null and remove_at is null
    order by date desc, id desc limit ${most}`);
  return rows.map(({ id }) => id);
}

function mailOf(row: Row): StoredRuleMail {
  const { recipients, from_name: name, from_address: address } = row;
  const date = new Date(row.date);
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    threadId: row.thread_id,
    messageId: row.message_id,
    mailKey: mailKeyOf(row),
    folder: row.folder,
    from: { name, address },
    to: recipients.to,
    cc: recipients.cc,
    replyTo: recipients.replyTo,
    references: row.refs,
    subject: row.subject,
    text: row.text,
    htmlText: row.html_text,
    headers: row.headers,
    attachments: row.attachments,
    calendar: row.calendar,
    size: Number(row.size),
    unread: row.unread,
    important: row.important,
    date,
    receivedAt: row.received_at ? new Date(row.received_at) : date,
    isKnownSender: row.is_known,
    answers: new Map(),
  };
}

/** Equal if the mail comes again to the same mailbox with another id. */
function mailKeyOf(row: Row): string {
  const named = row.message_id ?? `${row.from_address} ${new Date(row.date).toISOString()} ${row.size} ${row.subject}`;
  return createHash("sha256").update(`${row.mailbox_id} ${named}`).digest("base64url");
}
