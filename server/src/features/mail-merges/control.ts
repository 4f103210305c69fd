// Starts, pauses, resumes and cancels a run. Each locks the row of the mail merge, as a batch does when it is accepted.
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { mailMergeRecipients, mailMerges } from "#db/tables/mail-merges.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";
import { discardWithin } from "#features/outbox/discard-mail.ts";
import { suppressedAmong } from "#features/suppressions/suppressions.ts";
import { checkDraft, waitingOf } from "./gaps.ts";
import { sendMergesJob } from "./merge-job.ts";
import {
  areRecipientsOf,
  contentOf,
  getMerge,
  isMerge,
  lockDraft,
  lockOwn,
  type MergeRow,
  publishMerge,
} from "./merges.ts";

type Changes = Partial<typeof mailMerges.$inferInsert> | Record<string, unknown>;

async function change(tx: Tx, scope: Scope, merge: MergeRow, changes: Changes) {
  await tx
    .update(mailMerges)
    .set({ ...changes, updatedAt: scope.now() })
    .where(isMerge(merge));
  await publishMerge(tx, scope, merge);
  return getMerge(tx, scope, merge.id);
}

/** Refuses if another number of people would get the mail than the sender confirmed. */
export const startMerge = (scope: Scope, id: string, count: number) =>
  scope.tx(async (tx) => {
    const merge = await lockDraft(tx, scope, id);
    const { problems, ready, quotaLeft } = await checkDraft(tx, scope, { merge, content: await contentOf(tx, merge) });
    const [problem] = problems;
    if (problem !== undefined)
      throw new AppError(quotaLeft !== null && ready > quotaLeft ? "quota_exceeded" : "conflict", problem);
    if (ready !== count)
      throw conflict(
        t("{ready, plural, one {# person} other {# people}} would get this mail now, not {count}. Check it again.", {
          ready,
          count: String(count),
        }),
      );
    await leaveOutSuppressed(tx, merge);
    const isLater = merge.startAt !== null && merge.startAt > scope.now();
    const nextAt = isLater ? merge.startAt : sql`now()`;
    if (!isLater) await scope.enqueue(tx, sendMergesJob, {});
    const state = isLater ? "scheduled" : "running";
    return change(tx, scope, merge, { state, nextAt, startedAt: isLater ? null : scope.now() });
  });

async function leaveOutSuppressed(tx: Tx, merge: MergeRow) {
  const recipients = await waitingOf(tx, merge);
  const suppressed = await suppressedAmong(
    tx,
    merge.tenantId,
    recipients.map(({ address }) => address),
  );
  if (suppressed.size === 0) return;
  await tx
    .update(mailMergeRecipients)
    .set({ state: "left_out", leftOut: "suppressed" })
    .where(
      and(
        areRecipientsOf(merge),
        eq(mailMergeRecipients.state, "waiting"),
        sql`${mailMergeRecipients.address} = any (${sql.param([...suppressed])}::text[])`,
      ),
    );
}

const stopped = { nextAt: null, waitsForHourly: null, leaseBy: null, leaseUntil: null };

export const pauseMerge = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const merge = await lockOwn(tx, scope, id);
    if (merge.state === "paused") return getMerge(tx, scope, id);
    if (merge.state !== "running" && merge.state !== "scheduled") throw conflict(notRunning());
    return change(tx, scope, merge, { ...stopped, state: "paused", pausedReason: null });
  });

/** A run that was scheduled and paused before its time goes on at its time. */
export const resumeMerge = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const merge = await lockOwn(tx, scope, id);
    if (merge.state === "running" || merge.state === "scheduled") return getMerge(tx, scope, id);
    if (merge.state !== "paused") throw conflict(notRunning());
    const isLater = merge.startAt !== null && merge.startAt > scope.now();
    const [next] = await waitingOf(tx, merge);
    if (!isLater) await scope.enqueue(tx, sendMergesJob, {});
    return change(tx, scope, merge, {
      state: isLater ? "scheduled" : "running",
      nextAt: isLater ? merge.startAt : sql`now()`,
      startedAt: merge.startedAt ?? (isLater ? null : scope.now()),
      pausedReason: null,
      watchedFrom: next?.position ?? merge.watchedFrom,
    });
  });

/** Mails that wait in the outbox for another attempt are cancelled too. */
export const cancelMerge = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const merge = await lockOwn(tx, scope, id);
    if (merge.state === "cancelled") return getMerge(tx, scope, id);
    if (!["running", "scheduled", "paused"].includes(merge.state)) throw conflict(notRunning());
    await discardQueued(tx, scope, merge);
    await tx
      .update(mailMergeRecipients)
      .set({ state: "left_out", leftOut: "cancelled" })
      .where(and(areRecipientsOf(merge), eq(mailMergeRecipients.state, "waiting")));
    return change(tx, scope, merge, { ...stopped, state: "cancelled", finishedAt: scope.now(), pausedReason: null });
  });

async function discardQueued(tx: Tx, scope: Scope, merge: MergeRow) {
  const queued = await tx
    .select({ recipientId: mailMergeRecipients.id, mailId: outbox.id })
    .from(mailMergeRecipients)
    .innerJoin(outbox, and(eq(outbox.tenantId, mailMergeRecipients.tenantId), eq(outbox.id, mailMergeRecipients.logId)))
    .where(and(areRecipientsOf(merge), eq(mailMergeRecipients.state, "accepted"), eq(outbox.phase, "queued")))
    .for("update", { of: outbox, skipLocked: true });
  for (const { recipientId, mailId } of queued) {
    await discardWithin(tx, scope, mailId);
    await tx
      .update(mailMergeRecipients)
      .set({ state: "left_out", leftOut: "cancelled", logId: null, messageId: null })
      .where(and(areRecipientsOf(merge), eq(mailMergeRecipients.id, recipientId)));
  }
}

const notRunning = () => t("This mail merge is not running.");
