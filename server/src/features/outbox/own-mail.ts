import type { QueryOf } from "@intellibox/contract/endpoint";
import type { ownMail as calls, OutgoingMail, OutgoingState } from "@intellibox/contract/endpoints/own-mail";
import { isUnconfirmed } from "@intellibox/contract/rules/unconfirmed";
import type { Tx } from "#db/fence.ts";
import { and, asc, desc, eq, gt, inArray, ne, type SQL, sql } from "#db/orm.ts";
import { matchesAny, pageBounds } from "#db/paging.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";

type Asked = QueryOf<typeof calls.sent>;
type AskedOutbox = QueryOf<typeof calls.outbox>;
const defaultLimit = 20;
const mostFailures = 5;

/** Selects by the log, which has an index of unsent mail. The outbox is joined by its primary key. */
const unsentOf = ({ tenantId, user }: Scope, more?: SQL) =>
  and(
    eq(emailLogs.tenantId, tenantId),
    eq(emailLogs.userId, user.id),
    ne(emailLogs.status, "sent"),
    inArray(outbox.phase, ["queued", "connecting", "data_sent", "failed"]),
    more,
  );

const sameMail = and(eq(outbox.tenantId, emailLogs.tenantId), eq(outbox.id, emailLogs.id));

/** Restricted to one user by `unsentOf`, or by the caller of this. */
export const selectOutgoing = (tx: Tx) =>
  tx
    .select({
      id: outbox.id,
      messageId: outbox.messageId,
      to: outbox.recipients,
      subject: emailLogs.subject,
      createdAt: outbox.createdAt,
      phase: outbox.phase,
      attempts: outbox.attempts,
      nextAt: outbox.nextAt,
      error: outbox.error,
    })
    .from(emailLogs)
    .innerJoin(outbox, sameMail);

export async function listOutbox(tx: Tx, scope: Scope, { page, limit = defaultLimit, q, state }: AskedOutbox) {
  const where = unsentOf(scope, and(searched(q), state && isScheduled(scope.now())));
  const bounds = pageBounds({ page, limit });
  const rows = await selectOutgoing(tx)
    .where(where)
    // Failed mails first: they need their sender. Of the scheduled ones, the next to be sent.
    .orderBy(
      ...(state ? [asc(outbox.nextAt)] : [desc(eq(outbox.phase, "failed")), desc(outbox.createdAt)]),
      desc(outbox.id),
    )
    .limit(bounds.limit)
    .offset(bounds.offset);
  const [counted] = await countUnsent(tx, where, scope.now());
  return { items: rows.map((row) => presentOutgoing(row, scope.now())), total: counted?.open ?? 0 };
}

export async function summarizeOutbox(tx: Tx, scope: Scope) {
  const [counted] = await countUnsent(tx, unsentOf(scope), scope.now());
  const { open = 0, scheduled = 0, failed = 0 } = counted ?? {};
  const rows =
    failed > 0
      ? await selectOutgoing(tx)
          .where(unsentOf(scope, eq(outbox.phase, "failed")))
          .orderBy(desc(outbox.updatedAt), desc(outbox.id))
          .limit(mostFailures)
      : [];
  return { open: open - failed, scheduled, failed, failures: rows.map((row) => presentOutgoing(row, scope.now())) };
}

/** The same as `stateOf` says of a row. */
const isScheduled = (now: Date) => and(eq(outbox.phase, "queued"), eq(outbox.attempts, 0), gt(outbox.nextAt, now));

const countUnsent = (tx: Tx, where: SQL | undefined, now: Date) =>
  tx
    .select({
      open: sql<number>`count(*)::int`,
      scheduled: sql<number>`count(*) filter (where ${isScheduled(now)})::int`,
      failed: sql<number>`count(*) filter (where ${outbox.phase} = 'failed')::int`,
    })
    .from(emailLogs)
    .innerJoin(outbox, sameMail)
    .where(where);

export async function listSent(tx: Tx, { tenantId, user }: Scope, { page, limit = defaultLimit, q }: Asked) {
  const where = and(
    eq(emailLogs.tenantId, tenantId),
    eq(emailLogs.userId, user.id),
    eq(emailLogs.status, "sent"),
    // Not the test mails of mail servers.
    ne(emailLogs.kind, "test"),
    searched(q),
  );
  const bounds = pageBounds({ page, limit });
  const rows = await tx
    .select()
    .from(emailLogs)
    .where(where)
    .orderBy(desc(emailLogs.moment), desc(emailLogs.id))
    .limit(bounds.limit)
    .offset(bounds.offset);
  const copies = await copiesOf(
    tx,
    { tenantId, userId: user.id },
    rows.map(({ messageId }) => messageId),
  );
  const items = rows.map(({ recipients, moment, sentAt, ...log }) => ({
    ...log,
    copyId: copies.get(log.messageId) ?? null,
    to: recipients,
    sentAt: sentAt ?? moment,
  }));
  return { items, total: await tx.$count(emailLogs, where) };
}

/** The messages of the user's mailboxes that are copies of sent mail, by Message-ID. */
async function copiesOf(tx: Tx, { tenantId, userId }: { tenantId: string; userId: string }, messageIds: string[]) {
  if (messageIds.length === 0) return new Map<string | null, string>();
  const rows = await tx
    .select({ messageId: messages.messageId, id: messages.id })
    .from(mailboxes)
    .innerJoin(messages, and(eq(messages.tenantId, mailboxes.tenantId), eq(messages.mailboxId, mailboxes.id)))
    .where(
      and(
        eq(mailboxes.tenantId, tenantId),
        eq(mailboxes.userId, userId),
        inArray(messages.messageId, messageIds),
        eq(messages.folder, "sent"),
      ),
    );
  return new Map(rows.map(({ messageId, id }) => [messageId, id]));
}

const searched = (q: string | undefined) =>
  q ? sql`(${matchesAny([emailLogs.subject, sql`array_to_string(${emailLogs.recipients}, ' ')`], q)})` : undefined;

export type OutgoingRow = Awaited<ReturnType<typeof selectOutgoing>>[number];

export function presentOutgoing({ phase, attempts, nextAt, error, ...mail }: OutgoingRow, now: Date): OutgoingMail {
  const state = stateOf({ phase, attempts, nextAt, error }, now);
  return { ...mail, state, sendAt: phase === "queued" ? nextAt : null, detail: error };
}

function stateOf(
  { phase, attempts, nextAt, error }: Pick<OutgoingRow, "phase" | "attempts" | "nextAt" | "error">,
  now: Date,
): OutgoingState {
  if (phase === "failed") return isUnconfirmed(error) ? "unconfirmed" : "failed";
  if (phase !== "queued") return "sending";
  if (attempts > 0) return "waiting";
  return nextAt > now ? "scheduled" : "sending";
}
