import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict, outsideFailed } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import { and, eq } from "#db/orm.ts";
import { outbox } from "#db/tables/outbox.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { findByKeys } from "./batch-acceptance.ts";
import { composeRequest, tooLongOr } from "./compose.ts";
import { refuseForeignDraft } from "./foreign-draft.ts";
import { hashRequest } from "./hash-request.ts";
import type { OutboundSender } from "./outbound-sender.ts";
import type { Outcome } from "./outcome.ts";
import { isDecided } from "./remote-sender.ts";
import type { SendRequest } from "./request.ts";
import { senderOf } from "./sender.ts";

type Row = typeof outbox.$inferSelect;

/** How long a call waits for the mail server before it answers that the mail is queued. */
export const patienceMs = 8_000;
/** How often it reads the row, which another process or call may have changed. */
const lookAgainMs = 300;

/** Accepts a mail. If it is sent at once, waits for its outcome. */
export async function sendMail(scope: Scope, outbound: OutboundSender, request: SendRequest): Promise<SendAnswer> {
  const requestHash = await hashOf(scope, request);
  const { earlier, facts } = await outbound.acceptance.lookUp(scope, request.key);
  if (earlier) return answerAgain(scope, outbound, { earlier, requestHash });

  if (request.draft) await refuseForeignDraft(scope, request.draft);
  const sender = senderOf(scope, facts, request);
  const mail = await composeRequest(scope, request, sender);
  countHourly(scope, outbound, mail.envelope.to.length);
  const isLater = request.undoSeconds > 0 || (request.sendAt !== undefined && request.sendAt > scope.now());
  const holder = !isLater && outbound.takeSlot(scope.tenantId, mail.raw.length) ? outbound.holder : undefined;
  const undo = () => {
    if (holder) outbound.releaseSlot(scope.tenantId, mail.raw.length);
    outbound.hourly.giveBack(scope.user.id, mail.envelope.to.length, scope.now());
  };
  const accepted = await outbound.acceptance
    .accept(scope, { request, requestHash, mail, sender, holder })
    .catch((error) => {
      undo();
      throw error;
    });
  if (!accepted) {
    undo();
    const first = await findByKey(scope, request.key);
    // The mail that used the key first was rolled back, for example over its quota.
    if (!first) throw new AppError("unavailable", t("Please try again"), { retryAfter: 1 });
    return answerAgain(scope, outbound, { earlier: first, requestHash });
  }
  const { messageId } = mail;
  if (isLater) {
    const { nextAt, undoUntil } = accepted;
    return { id: mail.id, messageId, status: "queued", sendAt: nextAt, ...(undoUntil && { undoUntil }) };
  }
  const outcome = outbound.settled({ tenantId: scope.tenantId, id: mail.id }, patienceMs);
  const { id, raw, envelope } = mail;
  if (holder)
    outbound.dispatch({
      tenantId: scope.tenantId,
      userId: scope.user.id,
      mailboxId: sender.mailboxId,
      id,
      messageId,
      raw,
      envelope,
      attempts: 1,
      route: sender.route,
      server: sender.server,
    });
  else await outbound.drain(scope.tenantId);
  return { id, ...answerOf(messageId, await outcome) };
}

const inThread = threaded<typeof import("./hash-request.ts")>(new URL("./hash-request.ts", import.meta.url));

/** A mail up to this size is hashed here: a worker thread would cost more. */
const smallBytes = 256 * 1024;

async function hashOf(scope: Scope, request: SendRequest): Promise<string> {
  if (request.html.length + request.body.length <= smallBytes) return hashRequest(request);
  const files = request.files.map(({ bytes: _, ...file }) => file);
  return inThread("hashRequest", [{ ...request, files }], { owner: ownerOf(scope) }).catch((error) => {
    throw tooLongOr(error);
  });
}

/** The hourly limit bounds what a stolen account can send, beyond the rate limit per minute. */
function countHourly({ user, now }: Scope, { hourly }: OutboundSender, recipients: number) {
  const refusal = hourly.take(user.id, recipients, now());
  if (!refusal) return;
  const { left, waitSeconds } = refusal;
  const minutes = Math.ceil(waitSeconds / 60);
  throw new AppError(
    "rate_limited",
    t(
      "You may send to {most} recipients an hour, and {left} are left. This mail has {recipients}. Try again in {minutes, plural, one {# minute} other {# minutes}}.",
      { most: String(hourly.most), left: String(left), recipients: String(recipients), minutes },
    ),
    { retryAfter: waitSeconds },
  );
}

/** `undefined` means that the mail is under way and has no outcome yet. */
export function answerOf(messageId: string, outcome: Outcome | undefined): SendAnswer {
  if (!outcome) return { messageId, status: "queued", detail: "The server has not answered yet." };
  if (outcome.phase === "failed") throw outsideFailed(outcome.error, undefined);
  if (outcome.phase === "sent") return { messageId, status: "sent", ...(outcome.note && { detail: outcome.note }) };
  return {
    messageId,
    status: "queued",
    detail: outcome.error,
    sendAt: new Date(Date.now() + outcome.delaySeconds * 1000),
  };
}

/**
 * Sends a mail that waited, and returns its outcome, also if another process sends it or its user cancels it while this call
 * waits.
 */
export async function sendAndTell(
  scope: Scope,
  outbound: OutboundSender,
  mail: Pick<Row, "tenantId" | "id" | "messageId">,
) {
  const { tenantId, id, messageId } = mail;
  const one = and(eq(outbox.tenantId, tenantId), eq(outbox.id, id));
  const giveUpAt = Date.now() + patienceMs;
  let told = outbound.settled(mail, lookAgainMs);
  await outbound.drain(tenantId);
  for (;;) {
    const outcome = await told;
    if (outcome) return answerOf(messageId, outcome);
    const [row] = await scope.tx((tx) => tx.select().from(outbox).where(one));
    if (row && isDecided(row)) return answerOfRow(row);
    if (Date.now() >= giveUpAt) return answerOf(messageId, undefined);
    told = outbound.settled(mail, lookAgainMs);
  }
}

type Repeated = { earlier: Row; requestHash: string };

/** The answer to a repeated key: the outcome of the mail that it was first used for. */
async function answerAgain(
  scope: Scope,
  outbound: OutboundSender,
  { earlier, requestHash }: Repeated,
): Promise<SendAnswer> {
  if (earlier.requestHash !== requestHash) throw conflict(t("This Idempotency-Key was used for another mail."));
  const { messageId, id } = earlier;
  const isOpen = (row: Row) =>
    row.phase === "connecting" ||
    row.phase === "data_sent" ||
    (row.phase === "queued" && row.attempts === 0 && row.nextAt <= scope.now());
  let row = earlier;
  const giveUpAt = Date.now() + patienceMs;
  // Another process may be sending it, so the row is read as well.
  while (isOpen(row) && Date.now() < giveUpAt) {
    const outcome = await outbound.settled(earlier, lookAgainMs);
    if (outcome) return { id, ...answerOf(messageId, outcome) };
    row = (await findByKey(scope, earlier.idempotencyKey ?? undefined)) ?? row;
  }
  return answerOfRow(row);
}

export function answerOfRow(row: Row): SendAnswer {
  const { id, messageId, phase, error, nextAt, undoUntil, attempts } = row;
  if (phase === "cancelled") throw conflict(t("This mail was taken back."));
  if (phase === "failed") throw outsideFailed(error ?? t("Failed to send"), undefined);
  if (phase === "sent") return { id, messageId, status: "sent" };
  return {
    id,
    messageId,
    status: "queued",
    ...(phase === "queued" && { sendAt: nextAt }),
    ...(undoUntil && attempts === 0 && { undoUntil }),
    ...(error && { detail: error }),
  };
}

async function findByKey(scope: Scope, key: string | undefined): Promise<Row | undefined> {
  const [row] = key ? await scope.tx((tx) => findByKeys(tx, scope, [key])) : [];
  return row;
}
