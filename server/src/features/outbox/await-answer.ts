import { and, eq, inArray, sql } from "drizzle-orm";
import { conflict } from "#lib/errors.ts";
import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import type { SendRequest } from "./request.ts";

const excerptLength = 4_000;
const days = 86_400_000;

type Awaited = {
  tenantId: string;
  userId: string;
  logId: string;
  messageId: string;
  sender: string;
  text: string;
  sentAt: Date;
};

/** From now on an answer to the mail is awaited. */
export async function awaitAnswer(tx: Tx, request: SendRequest, mail: Awaited) {
  if (!request.followUpDays) return;
  const { text, ...row } = mail;
  await tx.insert(followUps).values({
    ...row,
    references: request.references,
    recipients: request.to,
    subject: request.subject,
    excerpt: text.slice(0, excerptLength),
    mailboxId: request.mailboxId ?? null,
    days: request.followUpDays,
    dueAt: new Date(mail.sentAt.getTime() + request.followUpDays * days),
  });
}

/** The mail goes out at another time than it was asked for: its answer is awaited from then on. */
export async function moveFollowUp(tx: Tx, { tenantId, logId }: { tenantId: string; logId: string }, sentAt: Date) {
  await tx
    .update(followUps)
    .set({ sentAt, dueAt: sql`${sentAt.toISOString()}::timestamptz + make_interval(days => ${followUps.days})` })
    .where(and(eq(followUps.tenantId, tenantId), eq(followUps.logId, logId), eq(followUps.state, "waiting")));
}

/** What came in, as far as it matters here. */
export type Incoming = {
  tenantId: string;
  userId: string;
  /** Every Message-ID that the mail names in In-Reply-To and References. */
  references: string[];
  from: string;
  /** The Auto-Submitted header: an out-of-office note answers nothing. */
  autoSubmitted?: string | undefined;
};

/**
 * A mail arrived in a user's mailbox: the follow-ups it answers are settled. For whatever takes mail in, in the transaction of
 * the mailbox's owner that stores it.
 */
export async function noteIncoming(tx: Tx, { tenantId, userId, references, from, autoSubmitted }: Incoming) {
  if (references.length === 0 || (autoSubmitted && !/^no\b/i.test(autoSubmitted))) return;
  const answered = await tx
    .update(followUps)
    .set({ state: "answered" })
    .where(
      and(
        eq(followUps.tenantId, tenantId),
        eq(followUps.userId, userId),
        inArray(followUps.messageId, references.slice(-100)),
        // Also one whose mail has not gone out yet: were it taken back, nothing would be left to follow up.
        inArray(followUps.state, ["waiting", "ready", "sent"]),
        // One's own mail in the thread is no answer.
        sql`lower(${followUps.sender}) <> ${from.toLowerCase()}`,
      ),
    )
    .returning({ id: followUps.id });
  if (answered.length > 0) await publish(tx, { tenantId, userId }, { kind: "follow-ups", data: {} });
}

/** Settled by the mail it became. As it was drafted it goes out once: not after an edited one, nor after an answer. */
export async function settleFollowUp(
  tx: Tx,
  { logId, ...owner }: { tenantId: string; userId: string; logId: string },
  { followUpId: id, kind }: Pick<SendRequest, "followUpId" | "kind">,
) {
  if (!id) return;
  const settled = await tx
    .update(followUps)
    .set({ state: "sent", settledBy: logId })
    .where(
      and(
        eq(followUps.tenantId, owner.tenantId),
        eq(followUps.userId, owner.userId),
        eq(followUps.id, id),
        inArray(followUps.state, ["waiting", "ready"]),
      ),
    )
    .returning({ id: followUps.id });
  if (settled.length === 0 && kind === "follow-up") throw conflict("This follow-up is settled already.");
  await publish(tx, owner, { kind: "follow-ups", data: {} });
}

/** Before it was settled: written and due, or still to come. */
const earlierState = sql<
  "ready" | "waiting"
>`case when ${followUps.draft} = '' or ${followUps.dueAt} > now() then 'waiting' else 'ready' end`;

/** A mail that was taken back awaits nothing, and what it would have settled is open again. */
export async function dropFollowUp(tx: Tx, owner: { tenantId: string; userId: string; logId: string }) {
  const { tenantId, userId, logId } = owner;
  const reopened = await tx
    .update(followUps)
    .set({ state: earlierState, settledBy: null })
    .where(
      and(
        eq(followUps.tenantId, tenantId),
        eq(followUps.userId, userId),
        eq(followUps.settledBy, logId),
        eq(followUps.state, "sent"),
      ),
    )
    .returning({ id: followUps.id });
  if (reopened.length > 0) await publish(tx, { tenantId, userId }, { kind: "follow-ups", data: {} });
  await tx
    .update(followUps)
    .set({ state: "dropped" })
    .where(and(eq(followUps.tenantId, tenantId), eq(followUps.logId, logId)));
}
