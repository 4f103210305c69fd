// A step of a sync made durable: raw source first, then rows and cursor in one transaction.
import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { newId } from "#lib/ids.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { messageSearch } from "#db/tables/message-search.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import type { ArrivedMail, Batch } from "#outside/mailboxes/mailbox.ts";
import { parseMail } from "#outside/mime/parse.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";
import { baseSubject, peopleOf } from "#outside/mime/threading.ts";
import type { World } from "#scope.ts";
import { noteIncoming } from "#features/outbox/await-answer.ts";
import type { MailboxKey } from "./account.ts";
import { assignThreads } from "./assign-threads.ts";
import { type Claim, holdLease } from "./lease.ts";
import { searchVector } from "./search-words.ts";

/** A mail that has been read and whose source is kept; not yet in the store. */
type Prepared = ArrivedMail & { id: string; mail: ParsedMail; date: Date; sourceKey: string };

const maxParticipants = 100;

/** The same for the same message, so that a step that is done again after a crash leaves no second copy. */
export const sourceKeyOf = (mailboxId: string, remoteId: string) =>
  `${mailboxId}/${createHash("sha256").update(remoteId).digest("hex").slice(0, 40)}`;

export async function storeBatch(world: World, claim: Claim, batch: Batch): Promise<void> {
  const { key } = claim;
  const prepared = await Promise.all(batch.arrived.map((arrived) => prepare(world, key, arrived)));
  const dropped = await fencedTransaction(
    world.db,
    key,
    async (tx) => {
      const { cursor, remaining, hasOlder } = batch;
      // What was asked for is on its way: from here on the cursor remembers it.
      await holdLease(tx, claim, { cursor, remaining, hasOlder, wantedOlder: null });
      // Two mailboxes of one person may bring mail of the same threads at the same moment.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key.userId}, 727003))`);
      const gone = await dropGone(tx, key, batch);
      await applyMarks(tx, key, batch.changed);
      await insertArrived(tx, key, prepared);
      const { id: mailbox } = key;
      await publish(tx, key, { kind: "sync", data: { mailbox, remaining, arrived: prepared.length } });
      if (gone.length + batch.changed.length + prepared.length > 0)
        await publish(tx, key, { kind: "messages", data: { mailbox } });
      return gone;
    },
    { statementSeconds: 60 },
  );
  const kept = new Set(prepared.map(({ sourceKey }) => sourceKey));
  await world.outside.objects
    .remove(dropped.map((remoteId) => sourceKeyOf(key.id, remoteId)).filter((source) => !kept.has(source)))
    // The mail is gone from the store; its source goes with the mailbox at the latest.
    .catch((error: Error) => world.log.warn({ error: error.message }, "raw source was not removed"));
}

async function prepare(world: World, { id: mailboxId }: MailboxKey, arrived: ArrivedMail): Promise<Prepared> {
  const sourceKey = sourceKeyOf(mailboxId, arrived.remoteId);
  const [mail] = await Promise.all([parseMail(arrived.raw), world.outside.objects.put(sourceKey, arrived.raw)]);
  const date = dateOf(mail, arrived.receivedAt ?? world.outside.now());
  return { ...arrived, id: newId(), mail, date, sourceKey };
}

/** The sender's date, unless it lies in the future: such a mail would sit on top for ever. */
function dateOf({ date }: ParsedMail, received: Date): Date {
  return date && date.getTime() < received.getTime() + 24 * 3600 * 1000 ? date : received;
}

/** Returns the names of what is gone. */
async function dropGone(tx: Tx, key: MailboxKey, { reset, removed, arrived }: Batch): Promise<string[]> {
  const replaced = arrived.map(({ remoteId }) => remoteId);
  const names = [...removed, ...replaced];
  const gone: { remoteId: string }[] = [];
  if (reset.length > 0)
    gone.push(
      ...(await tx
        .delete(messages)
        .where(and(ofMailbox(key), inArray(messages.folder, reset)))
        .returning({ remoteId: messages.remoteId })),
    );
  if (names.length > 0)
    gone.push(
      ...(await tx
        .delete(messages)
        .where(and(ofMailbox(key), sql`${messages.remoteId} = any (${sql.param(names)}::text[])`))
        .returning({ remoteId: messages.remoteId })),
    );
  return gone.map(({ remoteId }) => remoteId);
}

/** What its owner marked here and the server does not know yet stands. */
async function applyMarks(tx: Tx, key: MailboxKey, changed: Batch["changed"]) {
  for (const unread of [true, false]) {
    const names = changed.filter((change) => change.unread === unread).map(({ remoteId }) => remoteId);
    if (names.length === 0) continue;
    const marked = await tx
      .update(messages)
      .set({ unread })
      .where(
        and(
          ofMailbox(key),
          sql`${messages.remoteId} = any (${sql.param(names)}::text[])`,
          isNull(messages.pendingUnread),
        ),
      )
      .returning({ id: messages.id });
    await markInSearch(
      tx,
      key.tenantId,
      marked.map(({ id }) => id),
      { unread },
    );
  }
}

export async function markInSearch(
  tx: Tx,
  tenantId: string,
  ids: string[],
  changes: Partial<Pick<typeof messageSearch.$inferInsert, "unread" | "isHidden" | "folder">>,
) {
  if (ids.length === 0) return;
  await tx
    .update(messageSearch)
    .set(changes)
    .where(and(eq(messageSearch.tenantId, tenantId), sql`${messageSearch.id} = any (${sql.param(ids)}::uuid[])`));
}

async function insertArrived(tx: Tx, key: MailboxKey, prepared: Prepared[]) {
  if (prepared.length === 0) return;
  const { tenantId, userId } = key;
  const threads = await assignThreads(tx, key, prepared);
  await tx.insert(messages).values(prepared.map((one, at) => messageRow(key, one, threads[at] ?? newId())));
  await tx.insert(messageContents).values(prepared.map((one) => ({ tenantId, userId, ...contentRow(one) })));
  await tx.insert(messageSearch).values(
    prepared.map(({ id, folder, date, unread, mail }) => ({
      ...{ tenantId, userId, id, mailboxId: key.id, folder, date, unread },
      hasAttachment: hasAttachment(mail),
      words: searchVector(mail),
    })),
  );
  for (const { mail, folder } of prepared) {
    if (folder !== "inbox") continue;
    await noteIncoming(tx, {
      tenantId,
      userId,
      references: [...mail.references, ...(mail.inReplyTo ? [mail.inReplyTo] : [])],
      from: mail.from.address,
      autoSubmitted: mail.headers.autoSubmitted,
    });
  }
}

function messageRow({ tenantId, userId, id: mailboxId }: MailboxKey, one: Prepared, threadId: string) {
  const { id, remoteId, folder, unread, mail, date, raw } = one;
  return {
    ...{ tenantId, userId, id, mailboxId, remoteId, folder, threadId, unread, date },
    messageId: mail.messageId,
    subject: mail.subject,
    baseSubject: baseSubject(mail.subject),
    fromName: mail.from.name,
    fromAddress: mail.from.address,
    participants: [...new Set(peopleOf(mail))].slice(0, maxParticipants),
    snippet: mail.snippet,
    hasAttachment: hasAttachment(mail),
    size: raw.length,
  };
}

function contentRow({ id, mail, sourceKey, isPartial }: Prepared) {
  const { to, cc, bcc, replyTo, references, text, html, attachments, calendar, headers, truncated } = mail;
  return {
    ...{ id, references, text, html, attachments, calendar, sourceKey },
    recipients: { to, cc, bcc, replyTo },
    headers: headers as Record<string, string>,
    truncated: truncated || isPartial,
  };
}

/** Pictures within the text are no attachments to look for. */
const hasAttachment = (mail: ParsedMail) => mail.attachments.some(({ inline }) => !inline);

const ofMailbox = ({ tenantId, id }: MailboxKey) => and(eq(messages.tenantId, tenantId), eq(messages.mailboxId, id));
