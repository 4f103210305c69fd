import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { outbox, outboxContents } from "#db/tables/outbox.ts";
import { readMail } from "#outside/mime/read-mail.ts";
import type { World } from "#scope.ts";
import { findMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { withMailbox } from "#features/mailboxes/open-mailboxes.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { storeSentCopy } from "#features/sync/store-sent.ts";
import { noteAnswer } from "./note-answer.ts";
import { readRaw } from "./read-raw.ts";
import { removeSentDraft } from "./remove-sent-draft.ts";

const ofMail = z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() });

/**
 * Puts a sent mail into Sent of its mailbox, here and on the mailbox's server, marks the message that it answers or forwards, and
 * deletes the draft that it finished.
 */
export const fileSentCopyJob = job("outbox.keep-copy", ofMail, { retryLimit: 11, retryDelay: 4, retryBackoff: true });

/** Longer than the header of a mail that is written here. */
const headerBytes = 65_536;

/** Exchange files a mail that Graph sent after a few seconds. */
const lateCopyMs = 10_000;

/**
 * Stores the mail here first, also if its server cannot be reached. Before it is appended there, checks whether the copy is there:
 * some servers file sent mail themselves, and an earlier run may have been killed after the append. Then syncs the mailbox, which
 * recognizes the copy.
 */
export async function fileSentCopy(world: World, { tenantId, userId, id }: z.output<typeof ofMail>) {
  const reach = { tenantId, userId };
  const content = and(eq(outboxContents.tenantId, tenantId), eq(outboxContents.id, id));
  const mail = await fencedTransaction(world.db, reach, async (tx) => {
    const [sent] = await tx
      .select({
        messageId: outbox.messageId,
        mailboxId: outbox.mailboxId,
        draftId: outbox.draftId,
        forwardId: outbox.forwardId,
        route: outbox.route,
      })
      .from(outbox)
      .where(and(eq(outbox.tenantId, tenantId), eq(outbox.id, id), eq(outbox.phase, "sent")));
    if (sent?.draftId) await removeSentDraft(tx, world, reach, sent.draftId);
    const raw = sent && (await readRaw(tx, { tenantId, id }));
    if (!raw) return undefined;
    const { inReplyTo } = readMail(raw.subarray(0, headerBytes));
    await noteAnswer(tx, world.queue, reach, { inReplyTo, forwardId: sent.forwardId });
    return { ...sent, raw };
  });
  if (!mail?.mailboxId) return;
  const key = { ...reach, id: mail.mailboxId };
  const row = await fencedTransaction(world.db, key, (tx) => findMailbox(tx, key));
  // Gmail and Exchange file what they send. Graph imports foreign mail as a draft only, and POP3 has no folders.
  const isFiledThere = mail.route !== "smtp" || (row?.kind !== "pop3" && row?.kind !== "outlook");
  if (row) await storeSentCopy(world, key, { ...mail, isFiledThere });
  if (row && isFiledThere && mail.route === "smtp")
    await withMailbox(world, row, async (mailbox) => {
      if (!(await mailbox.hasSent(mail.messageId))) await mailbox.keepSent(mail.raw);
    });
  await fencedTransaction(world.db, reach, async (tx) => {
    await tx.delete(outboxContents).where(content);
    await wakeMailbox(world.queue, tx, key);
    if (mail.route === "outlook")
      await wakeMailbox(world.queue, tx, key, new Date(world.outside.now().getTime() + lateCopyMs));
  });
}

/** Whether the mailbox's Sent folder has the mail. False if it is not there, or the mailbox cannot be opened. */
export async function wasSent(world: World, key: MailboxKey, messageId: string): Promise<boolean> {
  try {
    const row = await fencedTransaction(world.db, key, (tx) => findMailbox(tx, key));
    return row ? await withMailbox(world, row, (mailbox) => mailbox.hasSent(messageId)) : false;
  } catch (error) {
    world.log.warn({ err: error }, "a Sent folder could not be searched");
    return false;
  }
}
