import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { job } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { outbox, outboxContents } from "#db/tables/outbox.ts";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { loginOf, type MailboxRow } from "#features/mailboxes/mailbox-login.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { storeSentCopy } from "#features/sync/store-sent.ts";
import { readRaw } from "./read-raw.ts";

const ofMail = z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() });

/** Puts a copy of a mail that was sent into its mailbox's Sent folder. */
export const keepSentCopy = job("outbox.keep-copy", ofMail, { retryLimit: 8, retryDelay: 30, retryBackoff: true });

/**
 * Once: a server that keeps copies by itself has it already, and so has a mailbox that we filed it in before we died. Then the
 * mailbox is synced, so that its owner sees the mail now and not at the next poll.
 */
export async function keepCopy(world: World, { tenantId, userId, id }: z.output<typeof ofMail>) {
  const reach = { tenantId, userId };
  const content = and(eq(outboxContents.tenantId, tenantId), eq(outboxContents.id, id));
  const mail = await fencedTransaction(world.db, reach, async (tx) => {
    const [sent] = await tx
      .select({ messageId: outbox.messageId, mailboxId: outbox.mailboxId })
      .from(outbox)
      .where(and(eq(outbox.tenantId, tenantId), eq(outbox.id, id), eq(outbox.phase, "sent")));
    const raw = sent && (await readRaw(tx, { tenantId, id }));
    return raw && { ...sent, raw };
  });
  if (!mail?.mailboxId) return;
  const key = { ...reach, id: mail.mailboxId };
  await withMailbox(world, { ...reach, mailboxId: mail.mailboxId }, async (mailbox, kind) => {
    if (kind === "pop3") await storeSentCopy(world, key, mail);
    else if (await mailbox.hasSent(mail.messageId)) return;
    // Graph takes foreign mail in as a draft only, so the copy of what left by SMTP stays with us.
    else if (kind === "outlook") await storeSentCopy(world, key, mail);
    else await mailbox.keepSent(mail.raw);
  });
  await fencedTransaction(world.db, reach, async (tx) => {
    await tx.delete(outboxContents).where(content);
    await wakeMailbox(world.queue, tx, key);
  });
}

type Place = { tenantId: string; userId: string; mailboxId: string };

/** Whether the mailbox shows that a mail went out. No answer is no proof, and neither is a mailbox that cannot be opened. */
export async function wasSent(world: World, place: Place, messageId: string): Promise<boolean> {
  try {
    return (await withMailbox(world, place, (mailbox) => mailbox.hasSent(messageId))) ?? false;
  } catch (error) {
    world.log.warn({ err: error }, "a mail could not be looked up");
    return false;
  }
}

/** Undefined where the mailbox is no longer there. */
async function withMailbox<T>(
  world: World,
  { tenantId, userId, mailboxId }: Place,
  work: (mailbox: Mailbox, kind: MailboxRow["kind"]) => Promise<T>,
) {
  const [row] = await fencedTransaction(world.db, { tenantId, userId }, (tx) =>
    tx
      .select()
      .from(mailboxes)
      .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.id, mailboxId))),
  );
  if (!row) return undefined;
  const mailbox = await world.outside.openMailbox(loginOf(world, row));
  try {
    return await work(mailbox, row.kind);
  } finally {
    await mailbox.close().catch(() => undefined);
  }
}
