// Prepares and accepts one batch of a mail merge.
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import { newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { LeaseLost, mergeLease } from "#db/lease.ts";
import { and, asc, eq, sql } from "#db/orm.ts";
import { mailMergeRecipients, mailMerges } from "#db/tables/mail-merges.ts";
import type { Scope } from "#scope.ts";
import { composeRequest } from "#features/outbox/compose.ts";
import { hashRequest } from "#features/outbox/hash-request.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { askForSender, type Sender, type SenderFacts, senderOf } from "#features/outbox/sender.ts";
import { unsubscribeUrl } from "#features/suppressions/unsubscribe-links.ts";
import { acceptBatch, type PreparedMail } from "./accept-batch.ts";
import { fillAll } from "./fill-all.ts";
import { accountOf, valuesOfAll, type WaitingRecipient } from "./gaps.ts";
import { areRecipientsOf, type ClaimedMerge, contentOf, isMerge, type MergeContent, publishMerge } from "./merges.ts";
import { refusalOfServer } from "./refusing-server.ts";
import { keyFor, requestFor } from "./request-for.ts";

/** A batch is accepted in one transaction, and holds its mails in memory. */
const maxBatch = 50;
/** As often as each worker looks for due batches (takeover.ts). */
const batchSeconds = 5;
/** Of the recipients per hour, this part is left to the sender's ordinary mail. */
const ordinaryPart = 0.1;

/** Never more than the recipients of an hour: a larger batch would never be sent. */
export const batchSizeOf = (ratePerMinute: number, perHour: number) =>
  Math.max(1, Math.min(maxBatch, perHour - reserveOf(perHour), Math.round((ratePerMinute * batchSeconds) / 60)));

const reserveOf = (perHour: number) => Math.floor(perHour * ordinaryPart);

type Batch = { recipients: WaitingRecipient[]; content: MergeContent; facts: SenderFacts; refusal: string | undefined };

export async function sendBatch(scope: Scope, outbound: OutboundSender, claimed: ClaimedMerge) {
  const { merge } = claimed;
  const size = batchSizeOf(merge.ratePerMinute, outbound.hourly.most);
  const { recipients, content, facts, refusal } = await scope.tx(
    async (tx): Promise<Batch> => ({
      recipients: await nextRecipients(tx, claimed, size),
      content: await contentOf(tx, merge),
      facts: await askForSender(tx, scope),
      refusal: await refusalOfServer(tx, merge),
    }),
  );
  if (recipients.length === 0)
    return settle(scope, claimed, { state: "done", nextAt: null, finishedAt: sql`now()`, pausedReason: null });
  if (refusal !== undefined) return pause(scope, claimed, refusal);
  let sender: Sender;
  try {
    sender = senderOf(scope, facts, accountOf(merge));
  } catch (error) {
    return pauseFor(scope, claimed, error);
  }
  const waitSeconds = takeHourly(scope, outbound, recipients.length);
  if (waitSeconds !== undefined)
    return settle(scope, claimed, {
      nextAt: sql`now() + make_interval(secs => ${waitSeconds})`,
      waitsForHourly: outbound.hourly.most,
    });
  const prepared = await prepare(scope, claimed, { recipients, content, sender });
  const accepted = await accept(scope, claimed, prepared).catch((error) => {
    outbound.hourly.giveBack(scope.user.id, recipients.length, scope.now());
    throw error;
  });
  outbound.hourly.giveBack(scope.user.id, recipients.length - accepted, scope.now());
}

const nextRecipients = (tx: Tx, { merge }: ClaimedMerge, size: number): Promise<WaitingRecipient[]> =>
  tx
    .select({
      id: mailMergeRecipients.id,
      position: mailMergeRecipients.position,
      line: mailMergeRecipients.line,
      address: mailMergeRecipients.address,
      values: mailMergeRecipients.values,
    })
    .from(mailMergeRecipients)
    .where(and(areRecipientsOf(merge), eq(mailMergeRecipients.state, "waiting")))
    .orderBy(asc(mailMergeRecipients.position))
    .limit(size);

/** Seconds to wait if the sender's recipients per hour are used up. The limit bounds what a stolen account can send. */
function takeHourly({ user, now }: Scope, { hourly }: OutboundSender, count: number): number | undefined {
  const reserve = reserveOf(hourly.most);
  const refused = hourly.take(user.id, count + reserve, now());
  if (refused) return refused.waitSeconds;
  hourly.giveBack(user.id, reserve, now());
  return undefined;
}

type Preparation = { recipients: WaitingRecipient[]; content: MergeContent; sender: Sender };

/** A recipient whose mail cannot be made does not stop the others. */
async function prepare(
  scope: Scope,
  { merge }: ClaimedMerge,
  { recipients, content, sender }: Preparation,
): Promise<PreparedMail[]> {
  const values = await scope.tx((tx) => valuesOfAll(tx, scope, content, recipients));
  const filled = await fillAll(scope, { subject: merge.subject, html: content.html }, values);
  const prepared: PreparedMail[] = [];
  for (const [at, recipient] of recipients.entries()) {
    const text = filled[at];
    if (!text) throw new Error("A recipient has no text");
    const token = newToken();
    const request = requestFor(merge, {
      ...text,
      to: recipient.address,
      key: keyFor(merge, recipient),
      unsubscribeUrl: unsubscribeUrl(scope, token),
    });
    try {
      const mail = await composeRequest(scope, request, sender);
      const acceptance = { request, requestHash: hashRequest(request), mail, sender, holder: undefined };
      prepared.push({ recipient, token, acceptance });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      prepared.push({ recipient, error: error.message });
    }
  }
  return prepared;
}

/** The number of accepted mails. If the quota is too small for the batch, the mails that fit are accepted before the pause. */
async function accept(scope: Scope, claimed: ClaimedMerge, prepared: PreparedMail[]): Promise<number> {
  try {
    return await acceptBatch(scope, claimed, prepared);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== "quota_exceeded" || prepared.length === 1) return pauseFor(scope, claimed, error).then(() => 0);
  }
  let accepted = 0;
  for (const [at, one] of prepared.entries()) {
    try {
      accepted += await acceptBatch(scope, claimed, [one], { keepsLease: at < prepared.length - 1 });
    } catch (error) {
      await pauseFor(scope, claimed, error);
      break;
    }
  }
  return accepted;
}

async function pauseFor(scope: Scope, claimed: ClaimedMerge, error: unknown) {
  if (!(error instanceof AppError)) throw error;
  const reason =
    error.code === "quota_exceeded"
      ? t("The plan of your company has no mail left this month. Resume when it has more, or with a larger plan.")
      : error.message;
  return pause(scope, claimed, reason);
}

const pause = (scope: Scope, claimed: ClaimedMerge, pausedReason: string) =>
  settle(scope, claimed, { state: "paused", nextAt: null, pausedReason });

/** Ends the lease with a change of the run. */
async function settle(scope: Scope, { merge, holder }: ClaimedMerge, changes: Record<string, unknown>) {
  await scope.tx(async (tx) => {
    const changed = await tx
      .update(mailMerges)
      .set({ ...changes, ...mergeLease.release, updatedAt: sql`now()` })
      .where(and(isMerge(merge), mergeLease.isHeldBy(holder), eq(mailMerges.state, "running")))
      .returning({ id: mailMerges.id });
    if (changed.length === 0) throw new LeaseLost();
    await publishMerge(tx, scope, merge);
  });
}
