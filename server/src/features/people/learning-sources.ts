// Reads the next mail of a source: the messages of a mailbox, or the log of mail that was sent from here.
import { timeOfId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { StoredAddress } from "#db/tables/messages.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { LearnedMail } from "./learn-mails.ts";
import type { PeopleOwner } from "./people-rows.ts";

/** A mailbox, or the user for mail that was sent from here. */
export type PeopleSource = PeopleOwner & { source: string };

/** The last mail that was read: by its id in a mailbox, by time and id in the log. */
export type LearnedUpTo = { id: string; at: string | null };
export type SourceBatch = { mails: LearnedMail[]; last: LearnedUpTo | undefined; isFull: boolean };

export const batchSize = 200;
const noId = "00000000-0000-0000-0000-000000000000";
/**
 * Ids and times are made before their rows are committed, so some rows become visible late. They are read again. Longer than a
 * transaction that stores mail may take.
 */
const lateMs = 2 * 60_000;
/** Mail may be sent long after it was accepted. */
const longestSchedule = "60 days";

/** Spam, trash and drafts say nothing about whom the user knows. */
const learnedFolders = ["inbox", "archive", "other", "snoozed", "sent"];

/** The start of the next run, a little before the last mail. Mail that is read twice is counted once. */
export const startAgain = ({ id, at }: LearnedUpTo): LearnedUpTo =>
  at === null ? { id: earlierId(id), at } : { id: noId, at: new Date(Date.parse(at) - lateMs).toISOString() };

/** Ids begin with their time in milliseconds. */
function earlierId(id: string): string {
  const earlier = Math.max(0, timeOfId(id) - lateMs)
    .toString(16)
    .padStart(12, "0");
  return `${earlier.slice(0, 8)}-${earlier.slice(8)}${noId.slice(13)}`;
}

type MailRow = {
  id: string;
  message_id: string | null;
  folder: string;
  from_name: string;
  from_address: string;
  date: string;
  recipients: Partial<Record<"to" | "cc" | "bcc", StoredAddress[] | null>>;
  headers: Record<string, string>;
  is_kept: boolean;
};

export async function readMailbox(
  tx: Tx,
  { tenantId, userId, source }: PeopleSource,
  own: Set<string>,
  after: LearnedUpTo | undefined,
): Promise<SourceBatch> {
  const { rows } = await tx.execute<MailRow>(sql`
    select m.id, m.message_id, m.folder, m.from_name, m.from_address, m.date, c.headers,
      jsonb_build_object('to', c.recipients -> 'to', 'cc', c.recipients -> 'cc', 'bcc', c.recipients -> 'bcc') as recipients,
      m.remove_at is null and m.folder = any (${sql.param(learnedFolders)}::text[]) as is_kept
    from messages m join message_contents c on c.tenant_id = m.tenant_id and c.id = m.id
    where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.mailbox_id = ${source} and m.id > ${after?.id ?? noId}::uuid
    order by m.id limit ${batchSize}`);
  const id = rows.at(-1)?.id;
  return {
    mails: rows.filter((row) => row.is_kept).map((row) => learnedMail(row, own)),
    last: id === undefined ? undefined : { id, at: null },
    isFull: rows.length === batchSize,
  };
}

function learnedMail({ recipients: { to, cc, bcc }, headers, ...row }: MailRow, own: Set<string>): LearnedMail {
  // Some servers keep sent mail in other folders, too.
  const isSent = row.folder === "sent" || own.has(row.from_address.toLowerCase());
  return {
    key: row.message_id ?? row.id,
    direction: isSent ? "sent" : "received",
    at: new Date(row.date),
    people: isSent
      ? [...(to ?? []), ...(cc ?? []), ...(bcc ?? [])]
      : [{ name: row.from_name, address: row.from_address }],
    // A mail merge has the header of a list: a run to thousands must not fill the address book.
    isAutomatic: isAutomatic(headers, isSent ? "" : row.from_address),
  };
}

type SentRow = { id: string; message_id: string; recipients: string[]; sent_at: string; is_merged: boolean };

/** Mail that the company's server sent may have no copy in a mailbox. */
export async function readSentLog(
  tx: Tx,
  { tenantId, userId }: PeopleSource,
  _own: Set<string>,
  after: LearnedUpTo | undefined,
): Promise<SourceBatch> {
  const from = after?.at ?? "2000-01-01T00:00:00Z";
  const { rows } = await tx.execute<SentRow>(sql`
    select id, message_id, recipients, moment::text as sent_at, exists (
      select from mail_merge_recipients r where r.tenant_id = ${tenantId} and r.log_id = email_logs.id) as is_merged
    from email_logs
    where tenant_id = ${tenantId} and user_id = ${userId} and status = 'sent' and kind <> 'test'
      and created_at > ${from}::timestamptz - ${longestSchedule}::interval
      and (moment, id) > (${from}::timestamptz, ${after?.id ?? noId}::uuid)
    order by moment, id limit ${batchSize}`);
  const last = rows.at(-1);
  return {
    mails: rows.map(({ message_id, recipients, sent_at, is_merged }) => ({
      ...{ key: message_id, direction: "sent", at: new Date(sent_at), isAutomatic: is_merged },
      people: recipients.map((address) => ({ name: "", address })),
    })),
    last: last && { id: last.id, at: last.sent_at },
    isFull: rows.length === batchSize,
  };
}
