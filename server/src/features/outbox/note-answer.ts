import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, type SQL } from "#db/orm.ts";
import type { Queue } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import { abilitiesOf } from "#features/folders/abilities.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";

type Owner = { tenantId: string; userId: string };
/** `inReplyTo` is a Message-ID, `forwardId` the id of a stored message. */
type SentAnswer = { inReplyTo: string | null; forwardId: string | null };

/**
 * Marks the message that a sent mail answers or forwards, in every mailbox of the sender that has it. If the mailbox's server keeps
 * such marks, the next sync, which is requested, uploads it.
 */
export async function noteAnswer(tx: Tx, queue: Pick<Queue, "enqueue">, owner: Owner, sent: SentAnswer): Promise<void> {
  const { inReplyTo, forwardId } = sent;
  if (forwardId) await mark(tx, queue, owner, eq(messages.id, forwardId), "forwarded");
  else if (inReplyTo) await mark(tx, queue, owner, eq(messages.messageId, inReplyTo), "answered");
}

async function mark(
  tx: Tx,
  queue: Pick<Queue, "enqueue">,
  { tenantId, userId }: Owner,
  isMeant: SQL,
  done: "answered" | "forwarded",
) {
  const found = await tx
    .selectDistinct({ id: mailboxes.id, kind: mailboxes.kind })
    .from(mailboxes)
    .innerJoin(messages, and(eq(messages.tenantId, mailboxes.tenantId), eq(messages.mailboxId, mailboxes.id), isMeant))
    .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, userId)));
  const isUploaded = (kind: (typeof found)[number]["kind"]) => abilitiesOf(kind).answerMarks;
  const uploaded = found.filter(({ kind }) => isUploaded(kind)).map(({ id }) => id);
  const others = found.filter(({ kind }) => !isUploaded(kind)).map(({ id }) => id);
  // Locks the mailboxes before their messages, as a sync does.
  await requestSync(queue, tx, { tenantId, userId }, uploaded);
  const isOf = (ids: string[]) => and(eq(messages.tenantId, tenantId), inArray(messages.mailboxId, ids), isMeant);
  const pending = done === "answered" ? { pendingAnswered: true } : { pendingForwarded: true };
  if (uploaded.length > 0)
    await tx
      .update(messages)
      .set({ [done]: true, ...pending })
      .where(isOf(uploaded));
  if (others.length > 0)
    await tx
      .update(messages)
      .set({ [done]: true })
      .where(isOf(others));
}
