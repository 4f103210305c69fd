import { t } from "@intellibox/contract/text/t";
// The states of a follow-up, and the events that change them: a mail is sent, rescheduled, cancelled or answered.

import { conflict } from "#lib/errors.ts";
import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";

const excerptLength = 4_000;
const days = 86_400_000;
const maxReferences = 100;

type Owner = { tenantId: string; userId: string };

type AwaitedMail = Owner & {
  logId: string;
  messageId: string;
  sender: string;
  text: string;
  sentAt: Date;
};

type FollowUpRequest = {
  followUpDays?: number | undefined;
  references: string[];
  to: string[];
  subject: string;
  mailboxId?: string | undefined;
};

/** Creates the follow-up of a sent mail, if its writer asked for one. */
export async function createFollowUp(tx: Tx, request: FollowUpRequest, mail: AwaitedMail) {
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

/** Counts the days from the time to which the mail was rescheduled. */
export async function moveFollowUp(tx: Tx, { tenantId, logId }: { tenantId: string; logId: string }, sentAt: Date) {
  await tx
    .update(followUps)
    .set({ sentAt, dueAt: sql`${sentAt.toISOString()}::timestamptz + make_interval(days => ${followUps.days})` })
    .where(and(eq(followUps.tenantId, tenantId), eq(followUps.logId, logId), eq(followUps.state, "waiting")));
}

/**
 * The states that an answer settles. `sent` is one of them: the mail may still be in its undo time, and if it is cancelled
 * there must be nothing left to follow up.
 */
const answerable = ["waiting", "ready", "sent"] as const;

/** Settles the follow-ups that the mails answer. Runs in the transaction that stores the mails. */
export async function settleAnswered(
  tx: Tx,
  owner: Owner,
  arrived: Pick<ParsedMail, "from" | "references" | "inReplyTo" | "headers">[],
) {
  const replies = arrived
    // An out-of-office note is no answer.
    .filter(({ headers }) => !headers.autoSubmitted || /^no\b/i.test(headers.autoSubmitted))
    .map(({ references, inReplyTo, from }) => ({
      references: [...references, ...(inReplyTo ? [inReplyTo] : [])].slice(-maxReferences),
      from: from.address.toLowerCase(),
    }));
  const named = [...new Set(replies.flatMap(({ references }) => references))];
  if (named.length === 0) return;
  const isOpen = and(
    eq(followUps.tenantId, owner.tenantId),
    eq(followUps.userId, owner.userId),
    inArray(followUps.state, answerable),
  );
  // Few mails answer a follow-up: one query for the whole batch finds those.
  const awaited = await tx
    .select({ id: followUps.id, messageId: followUps.messageId, sender: followUps.sender })
    .from(followUps)
    .where(and(isOpen, sql`${followUps.messageId} = any (${sql.param(named)}::text[])`));
  const answered = awaited.filter(({ messageId, sender }) =>
    // The sender's own mail in the thread is no answer.
    replies.some((reply) => reply.references.includes(messageId) && reply.from !== sender.toLowerCase()),
  );
  if (answered.length === 0) return;
  const ids = answered.map(({ id }) => id);
  const settled = await tx
    .update(followUps)
    .set({ state: "answered" })
    .where(and(isOpen, inArray(followUps.id, ids)))
    .returning({ id: followUps.id });
  if (settled.length > 0) await publish(tx, owner, { kind: "follow-ups", data: {} });
}

/** Settles the follow-up that a mail was sent for. A drafted follow-up is sent once: not after an edited one or an answer. */
export async function settleFollowUp(
  tx: Tx,
  { logId, ...owner }: Owner & { logId: string },
  { followUpId: id, kind }: { followUpId?: string | undefined; kind?: string | undefined },
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
  if (settled.length === 0 && kind === "follow-up") throw conflict(t("This follow-up is settled already."));
  await publish(tx, owner, { kind: "follow-ups", data: {} });
}

/** The state before it was settled: ready if its draft is written and due, else waiting. */
const earlierState = sql<
  "ready" | "waiting"
>`case when ${followUps.draft} = '' or ${followUps.dueAt} > now() then 'waiting' else 'ready' end`;

/** Drops the follow-up of a cancelled mail, and reopens the one that the mail had settled. */
export async function dropFollowUp(tx: Tx, owner: Owner & { logId: string }) {
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
