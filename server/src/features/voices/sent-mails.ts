// Reads the mail that a user sent, without what a program sent for them.
import { maxVoiceMails } from "@intellibox/contract/rules/voice";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { StoredAddress } from "#db/tables/messages.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { World } from "#scope.ts";
import type { StoredMail } from "./analyse-mails.ts";
import { hasOwnWords } from "./own-words.ts";

type Owner = { tenantId: string; userId: string };

const batchSize = 100;
/** The beginning of a mail shows its style; the rest is mostly quoted. */
const longestText = 20_000;
const longestHtml = 60_000;

/** The ids of the newest sent mails, each once, also if it is in two mailboxes. */
export async function findSentMails(tx: Tx, { tenantId, userId }: Owner, addresses: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; message_id: string | null }>(sql`
    select id, message_id from messages
    where tenant_id = ${tenantId} and user_id = ${userId} and folder = 'sent' and remove_at is null
      and lower(from_address) = any (${sql.param(addresses)}::text[]) and ${hasOwnWords}
    order by date desc, id desc limit ${maxVoiceMails * 2}`);
  const merged = await mergedMails(
    tx,
    { tenantId, userId },
    rows.flatMap(({ message_id }) => message_id ?? []),
  );
  const seen = new Set<string>(merged);
  const found = rows.filter(({ message_id: name }) => !name || (!seen.has(name) && seen.add(name)));
  return found.slice(0, maxVoiceMails).map(({ id }) => id);
}

/** Mail to many has one text for all, and is no letter to anybody. */
async function mergedMails(tx: Tx, { tenantId, userId }: Owner, messageIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ message_id: string }>(sql`
    select message_id from mail_merge_recipients
    where tenant_id = ${tenantId} and user_id = ${userId} and message_id = any (${sql.param(messageIds)}::text[])`);
  return rows.map(({ message_id }) => message_id);
}

type Row = {
  thread_id: string;
  text: string;
  html: string | null;
  to: StoredAddress[] | null;
  headers: Record<string, string>;
};

/** Undefined if the process stops meanwhile. */
export async function readSentMails(
  world: World,
  owner: Owner,
  ids: string[],
  signal?: AbortSignal,
): Promise<StoredMail[] | undefined> {
  const mails: StoredMail[] = [];
  for (let done = 0; done < ids.length; done += batchSize) {
    if (signal?.aborted || world.stopping.aborted) return undefined;
    const batch = ids.slice(done, done + batchSize);
    const rows = await fencedTransaction(world.db, owner, async (tx) => {
      const read = await readBatch(tx, owner, batch);
      await publish(tx, owner, { kind: "voice", data: { done: done + batch.length, total: ids.length } });
      return read;
    });
    for (const { thread_id: thread, text, html, to, headers } of rows)
      if (!isAutomatic(headers, "")) mails.push({ thread, text, html: html ?? undefined, to: to ?? [] });
  }
  return mails;
}

/** Answers to invitations have a calendar and no words of the user. */
async function readBatch(tx: Tx, { tenantId, userId }: Owner, ids: string[]): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    select m.thread_id, left(c.text, ${longestText}) as text,
      case when btrim(c.text) = '' then left(c.html, ${longestHtml}) end as html, c.recipients -> 'to' as "to", c.headers
    from messages m join message_contents c on c.tenant_id = m.tenant_id and c.id = m.id
    where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.id = any (${sql.param(ids)}::uuid[]) and c.calendar is null
    order by m.date desc, m.id desc`);
  return rows;
}
