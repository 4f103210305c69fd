// Mail whose attachments stayed on the mailbox's server: fetches its whole raw source when it is needed, and keeps it.
import { t } from "@intellibox/contract/text/t";
import { AppError, notFound } from "#lib/errors.ts";
import { tagOf } from "#lib/tokenize.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, gt, isNull, sql } from "#db/orm.ts";
import { localPrefix } from "#db/tables/folders.ts";
import { messageContents, messages, type StoredAttachment } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError, maxMessageBytes } from "#outside/mailboxes/mailbox.ts";
import { parseMails } from "#outside/mime/parse.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";
import type { Scope, World } from "#scope.ts";
import { findMailbox } from "#features/mailboxes/mailbox-key.ts";
import { withMailbox } from "#features/mailboxes/open-mailboxes.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";
import { forgetStorage } from "#features/mailboxes/storage-sums.ts";
import { storeSources } from "#features/sync/raw-sources.ts";
import { fetchTurns } from "./fetch-turns.ts";
import { renameParts } from "./rename-parts.ts";

/** A request, or a job in the fence of the mail's owner. */
export type MailReader = World | Scope;
export type MailOwner = { tenantId: string; userId: string };
export type WholeMail = { sourceKey: string; attachments: StoredAttachment[] };
export type LeftMail = WholeMail & { id: string; mailboxId: string; messageId: string | null; leftBytes: number };

export const inFence = <T>(reader: MailReader, owner: MailOwner, work: (tx: Tx) => Promise<T>): Promise<T> =>
  "tx" in reader ? reader.tx(work) : fencedTransaction(reader.db, owner, work);

/** The fetches of this process that are under way, by tenant and message: two readers of a message share one. */
const fetchesUnderWay = () => new Map<string, Promise<void>>();

/**
 * Returns the places of a message's whole raw source and its attachments. Fetches the source first if attachments are still on the
 * mail server. Throws if that server cannot be reached or no longer has the message.
 */
export async function wholeMail(reader: MailReader, owner: MailOwner, id: string): Promise<WholeMail> {
  const mail = await readLeft(reader, owner, id);
  if (mail.leftBytes === 0) return mail;
  const underWay = reader.once(fetchesUnderWay);
  const key = `${owner.tenantId}/${id}`;
  const running = underWay.get(key) ?? fetchMail(reader, owner, mail).finally(() => underWay.delete(key));
  underWay.set(key, running);
  await running;
  return readLeft(reader, owner, id);
}

async function readLeft(reader: MailReader, owner: MailOwner, id: string): Promise<LeftMail> {
  const [found] = await inFence(reader, owner, (tx) =>
    leftMail(tx).where(
      and(
        eq(messages.tenantId, owner.tenantId),
        eq(messages.userId, owner.userId),
        eq(messages.id, id),
        isNull(messages.goneAt),
        isNull(messages.removeAt),
      ),
    ),
  );
  if (!found) throw notFound(t("Message not found"));
  return found;
}

export const leftMail = (tx: Tx) =>
  tx
    .select({
      id: messages.id,
      mailboxId: messages.mailboxId,
      messageId: messages.messageId,
      leftBytes: messages.leftBytes,
      sourceKey: messageContents.sourceKey,
      attachments: messageContents.attachments,
    })
    .from(messages)
    .innerJoin(
      messageContents,
      and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
    );

async function fetchMail(reader: MailReader, owner: MailOwner, mail: LeftMail): Promise<void> {
  const key = { ...owner, id: mail.mailboxId };
  const row = await inFence(reader, owner, (tx) => findMailbox(tx, key));
  if (!row) throw notFound(t("Mailbox not found"));
  try {
    // A connection of its own: the one that watches the mailbox may end at any moment.
    await reader.once(fetchTurns)(row.id, () =>
      withMailbox(reader, row, (mailbox) => keepWhole(reader, owner, mailbox, mail)),
    );
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    // The sync finds out where the message is now.
    if (error.fault === "gone" || error.fault === "stale")
      await inFence(reader, owner, (tx) => requestSync(queueOf(reader), tx, owner, [mail.mailboxId]));
    if (error.fault === "gone")
      throw notFound(
        t(
          "This message is no longer on the mailbox’s server, or not in its folder, so its attachments cannot be loaded. If it was moved, try again in a minute.",
        ),
      );
    if (error.fault === "stale")
      throw new AppError("unavailable", t("The mailbox’s server has renumbered this folder. Try again in a minute."));
    if (error.fault === "too_large")
      throw new AppError("too_large", t("This message is too large to be loaded from the mailbox’s server."));
    throw new AppError(
      "outside_failed",
      t("The attachments are still on the mailbox’s server, and could not be loaded from it. {reason} {next}", {
        reason: error.message,
        next: error.fault === "auth" ? t("Connect the mailbox again under Connections.") : t("Try again later."),
      }),
      { cause: error },
    );
  }
}

const queueOf = (reader: MailReader) => ("queue" in reader ? reader.queue : reader);

/** Fetches the raw source, and stores it in place of the one without attachments. Throws `gone` if the server has another message there. */
export async function keepWhole(reader: MailReader, owner: MailOwner, mailbox: Mailbox, mail: LeftMail): Promise<void> {
  const raw = await fetchFrom(mailbox, await inFence(reader, owner, (tx) => placesOf(tx, owner, mail.id)));
  if (raw.length > maxMessageBytes) throw new MailboxError("too_large", t("The message is too large."));
  const stored = await reader.outside.objects.get(mail.sourceKey);
  const [read, known] = await parseMails(stored ? [raw, stored] : [raw], tagOf(owner.userId), owner);
  if (!read || !isSameMail(read.mail, known?.mail ?? mail))
    throw new MailboxError("gone", t("The message is no longer there."));
  const [sourceKey] = await storeSources(reader.outside.objects, mail.mailboxId, [raw]);
  if (!sourceKey) throw new Error("A raw source was not stored");
  const attachments = renameParts(mail.attachments, read.mail.attachments);
  await inFence(reader, owner, async (tx) => {
    // First, as a sync does: otherwise the two deadlock.
    if (!(await findMailbox(tx, { ...owner, id: mail.mailboxId }, { lock: true }))) return;
    const isIt = and(eq(messages.tenantId, owner.tenantId), eq(messages.id, mail.id));
    const kept = await tx
      .update(messages)
      .set({ leftBytes: 0, size: raw.length })
      // Another process may have fetched it meanwhile; then the sweep deletes this copy.
      .where(and(isIt, gt(messages.leftBytes, 0)))
      .returning({ id: messages.id });
    // In place of any key: the sweep may have moved the source without attachments.
    if (kept.length > 0)
      await tx
        .update(messageContents)
        .set({ sourceKey, attachments })
        .where(and(eq(messageContents.tenantId, owner.tenantId), eq(messageContents.id, mail.id)));
  });
  forgetStorage(reader, mail.mailboxId);
}

type Identity = Pick<ParsedMail, "messageId"> & Partial<Pick<ParsedMail, "subject" | "from" | "date">>;

/** By its Message-ID, and without one by what else its header says. */
const isSameMail = (one: Identity, other: Identity): boolean =>
  one.messageId === other.messageId &&
  (one.messageId !== null ||
    (one.subject === other.subject &&
      one.from?.address === other.from?.address &&
      one.date?.getTime() === other.date?.getTime()));

/** More folders than one message is in. */
const maxPlaces = 5;

/** The remote ids of a message, in the folders that its server has told. */
async function placesOf(tx: Tx, { tenantId }: MailOwner, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ remote_id: string }>(sql`
    select remote_id from message_folders
    where tenant_id = ${tenantId} and message_id = ${id} and not starts_with(remote_id, ${localPrefix})
    order by pending nulls first, folder_id limit ${maxPlaces}`);
  return [...new Set(rows.map((row) => row.remote_id))];
}

async function fetchFrom(mailbox: Mailbox, remoteIds: string[]): Promise<Uint8Array> {
  let missing = new MailboxError("gone", t("The message is no longer there."));
  for (const remoteId of remoteIds) {
    try {
      if (mailbox.fetchWhole) return await mailbox.fetchWhole(remoteId);
    } catch (error) {
      if (!(error instanceof MailboxError) || !["gone", "stale"].includes(error.fault)) throw error;
      missing = error;
    }
  }
  throw missing;
}
