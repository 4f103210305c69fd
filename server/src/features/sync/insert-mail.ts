// Inserts the rows of parsed mails, many with one statement.

import { newId } from "#lib/ids.ts";
import { runNamed, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { ArrivedMail } from "#outside/mailboxes/mailbox.ts";
import { calendarUidOf } from "#outside/mime/calendar-uid.ts";
import { hasFiles } from "#outside/mime/mail-words.ts";
import type { IndexedMail } from "#outside/mime/parsed-mail.ts";
import { baseSubject, peopleOf } from "#outside/mime/threading.ts";
import { settleAnswered } from "#features/follow-up-state/follow-up-state.ts";
import { queueForRules } from "#features/mail-rule-state/queue-mail.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { noteMergeAnswers } from "#features/merge-state/note-merge-answers.ts";
import { queueForDrafts } from "#features/prepared-draft-state/queue-mail.ts";
import { enqueueArrivals } from "#features/webhook-state/mail-events.ts";
import { assignThreads } from "./assign-threads.ts";
import { fileBlocked } from "./blocked-mail.ts";
import { archiveMuted } from "./muted-threads.ts";
import { placeOf } from "./places.ts";
import { wakeAnswered } from "./snooze-state.ts";
import type { StoredFolder } from "./store-folders.ts";

/** A parsed mail whose raw source is stored, and whose rows are not. */
export type PreparedMail = ArrivedMail & IndexedMail & { id: string; date: Date; sourceKey: string };

const maxParticipants = 100;

/** `folders` are those of the mailbox, by their keys. */
export async function insertMail(
  tx: Tx,
  key: MailboxKey,
  prepared: PreparedMail[],
  folders: Map<string, StoredFolder>,
): Promise<void> {
  if (prepared.length === 0) return;
  const threads = await assignThreads(tx, key, prepared);
  const rows = prepared.map((one, at) => rowOf(one, threads[at] ?? newId(), placesIn(folders, one)));
  for (const some of groupsOf(rows)) await insertRows(tx, key, some);
  const { tenantId, userId } = key;
  const inboxIds = [...folders.values()].filter(({ role }) => role === "inbox").map(({ id }) => id);
  const blocked = await fileBlocked(
    tx,
    key,
    rows.map((row) => ({ ...row, inboxIds })),
  );
  const isIncoming = (row: Row | undefined) => row?.folder === "inbox" && !blocked.has(row.id);
  const incoming = prepared.filter((_, at) => isIncoming(rows[at])).map(({ mail }) => mail);
  await settleAnswered(tx, { tenantId, userId }, incoming);
  await noteMergeAnswers(tx, { tenantId, userId }, incoming);
  const received = rows.filter(isIncoming);
  await wakeAnswered(tx, key, received);
  await archiveMuted(tx, key, received);
  await queueForRules(tx, key, received);
  await queueForDrafts(tx, key, received);
  const arrivals = prepared.flatMap(({ mail }, at) => (isIncoming(rows[at]) ? { row: rows[at] as Row, mail } : []));
  await enqueueArrivals(tx, key, arrivals);
}

function placesIn(folders: Map<string, StoredFolder>, { folders: keys }: PreparedMail): StoredFolder[] {
  const places = keys.flatMap((name) => folders.get(name) ?? []);
  if (places.length === 0) throw new Error("A mail arrived in a folder that is not listed");
  return places;
}

type Row = ReturnType<typeof rowOf>;

/** The size of one statement. Between two of them the event loop serves other requests. */
const groupLength = 1 << 20;

export function groupsOf<One extends Pick<Row, "text" | "html" | "words">>(rows: One[]): One[][] {
  const groups: One[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const own = row.text.length + (row.html?.length ?? 0) + row.words.length;
    length += own;
    if (length <= groupLength) groups.at(-1)?.push(row);
    else {
      groups.push([row]);
      length = own;
    }
  }
  return groups;
}

async function insertRows(tx: Tx, { tenantId, userId, id: mailboxId }: MailboxKey, some: Row[]): Promise<void> {
  const { bytes, rows } = withLongTextsApart(some);
  const values = [JSON.stringify(rows, storableValue), bytes, tenantId, userId, mailboxId];
  // Sent together. The foreign-key checks of each row would be planned each time.
  await Promise.all([
    tx.execute(
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
    ),
    runNamed(tx, { name: "insert_mail", text: insertStatement, values }),
    tx.execute(
      sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true)`,
    ),
  ]);
}

const longTexts = ["text", "html", "html_text", "words"] as const;

/**
 * The long texts of all rows as bytes, one after the other, and in their places how long each is. As JSON they would be written,
 * sent and read with an escape for each line, which costs more than to store them.
 */
function withLongTextsApart(some: Row[]) {
  const texts = some.flatMap((row) => longTexts.map((name) => storableText(row[name] ?? "")));
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let end = 0;
  const starts = texts.map((text) => {
    const start = end;
    end += bytes.write(text, start);
    return start;
  });
  const rows = some.map(({ text: _text, html, html_text: _htmlText, words: _words, ...rest }, at) => {
    const first = at * longTexts.length;
    const lengths = sizes.slice(first, first + longTexts.length);
    return { ...rest, starts: starts[first], lengths, has_html: html !== null };
  });
  return { bytes, rows };
}

// One JSON parameter: thousands of parameters would cost more than the rows.
const insertStatement = `
  with given as materialized (
    select * from json_to_recordset($1::json) as m (
      id uuid, remote_id text, folder text, folder_ids uuid[], starred boolean, answered boolean, forwarded boolean, thread_id uuid, message_id text, subject text, base_subject text,
      from_name text, from_address text, participants text[], date timestamptz, received_at timestamptz, snippet text, unread boolean,
      has_attachment boolean, size bigint, left_bytes bigint, recipients jsonb, refs text[], attachments jsonb,
      calendar text, calendar_uid text, headers jsonb, truncated boolean, source_key text, starts int, lengths int[], has_html boolean)
  ), listed as (
    insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, message_id, subject,
      base_subject, from_name, from_address, participants, date, received_at, snippet, unread, starred, answered, forwarded, has_attachment, size, left_bytes)
    select $3::uuid, id, $4::uuid, $5::uuid, remote_id, folder, thread_id, message_id, subject,
      base_subject, from_name, from_address, participants, date, received_at, snippet, unread, starred, answered, forwarded, has_attachment, size, left_bytes from given
  ), placed as (
    insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread)
    select $3::uuid, $4::uuid, $5::uuid, unnest(folder_ids), id, remote_id, date, unread from given
  ), said as (
    insert into message_contents (tenant_id, id, user_id, recipients, "references", text, html, html_text, attachments, calendar, calendar_uid,
      headers, truncated, source_key)
    select $3::uuid, id, $4::uuid, recipients, refs,
      convert_from(substring($2::bytea from starts + 1 for lengths[1]), 'UTF8'),
      case when has_html then convert_from(substring($2::bytea from starts + lengths[1] + 1 for lengths[2]), 'UTF8') end,
      convert_from(substring($2::bytea from starts + lengths[1] + lengths[2] + 1 for lengths[3]), 'UTF8'),
      attachments, calendar, calendar_uid, headers, truncated, source_key
    from given
  )
  insert into message_search (tenant_id, id, user_id, mailbox_id, folder, date, unread, has_attachment, words)
  select $3::uuid, id, $4::uuid, $5::uuid, folder, date, unread, has_attachment,
    convert_from(substring($2::bytea from starts + lengths[1] + lengths[2] + lengths[3] + 1 for lengths[4]), 'UTF8')::tsvector
      || array_to_tsvector(search_eras($4::uuid, date))
  from given`;

/** PostgreSQL refuses NUL and lone surrogates, which would block the mailbox's sync. */
export const storableValue = (_key: string, value: unknown) =>
  typeof value === "string" ? storableText(value) : value;

const storableText = (text: string) => text.replaceAll("\0", "").toWellFormed();

function rowOf(
  {
    id,
    remoteId,
    unread,
    starred,
    mail,
    words,
    date,
    receivedAt,
    raw,
    sourceKey,
    isPartial,
    left,
    ...rest
  }: PreparedMail,
  threadId: string,
  places: StoredFolder[],
) {
  const { answered = false, forwarded = false, size = raw.length } = rest;
  const { to, cc, bcc, replyTo, subject, snippet, text, html, attachments, calendar, headers } = mail;
  return {
    ...{ id, date, unread, starred, answered, forwarded, subject, snippet, text, html, attachments, calendar, headers },
    html_text: mail.htmlText,
    calendar_uid: calendarUidOf(calendar),
    folder: placeOf(places),
    folder_ids: places.map((place) => place.id),
    remote_id: remoteId,
    received_at: receivedAt,
    thread_id: threadId,
    message_id: mail.messageId,
    base_subject: baseSubject(subject),
    from_name: mail.from.name,
    from_address: mail.from.address,
    participants: [...new Set(peopleOf(mail))].slice(0, maxParticipants),
    has_attachment: hasFiles(mail),
    size,
    // At least one byte, by which such a message is found.
    left_bytes: left ? Math.max(1, size - raw.length) : 0,
    recipients: { to, cc, bcc, replyTo },
    refs: mail.references,
    truncated: mail.truncated || isPartial,
    source_key: sourceKey,
    words,
  };
}
