import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { and, eq } from "drizzle-orm";
import { AppError, conflict, outsideFailed } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import { outbox } from "#db/tables/outbox.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { findByKeys } from "./batch-acceptance.ts";
import { composeRequest, tooLongOr } from "./compose.ts";
import { hashRequest } from "./hash-request.ts";
import type { OutboundSender } from "./outbound-sender.ts";
import type { Outcome } from "./outcome.ts";
import type { SendRequest } from "./request.ts";
import { senderOf } from "./sender.ts";

type Row = typeof outbox.$inferSelect;

/** How long a call waits for the server's word before it says that the mail is queued. */
export const patienceMs = 8_000;
/** How often it looks for what other processes and other calls did to the mail. */
const lookAgainMs = 300;

/** Accepts a mail, and where it goes out at once waits for what becomes of it. */
export async function sendMail(scope: Scope, post: OutboundSender, request: SendRequest): Promise<SendAnswer> {
  const requestHash = await hashOf(scope, request);
  const { earlier, facts } = await post.reception.lookUp(scope, request.key);
  if (earlier) return answerAgain(scope, post, { earlier, requestHash });

  const sender = senderOf(scope, facts, request);
  const mail = await composeRequest(scope, request, sender);
  takeFromHour(scope, post, mail.envelope.to.length);
  const isLater = request.undoSeconds > 0 || (request.sendAt !== undefined && request.sendAt > scope.now());
  const holder = !isLater && post.admit(scope.tenantId, mail.raw.length) ? post.holder : undefined;
  const takeBack = () => {
    if (holder) post.dismiss(scope.tenantId, mail.raw.length);
    post.hourly.giveBack(scope.user.id, mail.envelope.to.length, scope.now());
  };
  const accepted = await post.reception.accept(scope, { request, requestHash, mail, sender, holder }).catch((error) => {
    takeBack();
    throw error;
  });
  if (!accepted) {
    takeBack();
    const first = await findByKey(scope, request.key);
    // The one that came first was refused after all, by the quota for one.
    if (!first) throw new AppError("unavailable", "Please try again", { retryAfter: 1 });
    return answerAgain(scope, post, { earlier: first, requestHash });
  }
  const { messageId } = mail;
  if (isLater) {
    const { nextAt, undoUntil } = accepted;
    return { id: mail.id, messageId, status: "queued", sendAt: nextAt, ...(undoUntil && { undoUntil }) };
  }
  const outcome = post.settled(mail.id, patienceMs);
  const { id, raw, envelope } = mail;
  if (holder)
    post.dispatch({
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
  else await post.drain(scope.tenantId);
  return { id, ...answerOf(messageId, await outcome) };
}

const inThread = threaded<typeof import("./hash-request.ts")>(new URL("./hash-request.ts", import.meta.url));

/** A mail up to this size is hashed at once: a thread would cost more than that. */
const smallBytes = 256 * 1024;

async function hashOf(scope: Scope, request: SendRequest): Promise<string> {
  if (request.html.length + request.body.length <= smallBytes) return hashRequest(request);
  const files = request.files.map(({ bytes: _, ...file }) => file);
  return inThread("hashRequest", [{ ...request, files }], { owner: ownerOf(scope) }).catch((error) => {
    throw tooLongOr(error);
  });
}

/** However fast the minutes allow: who signs in as somebody else must not write to the whole world in one night. */
function takeFromHour({ user, now }: Scope, { hourly }: OutboundSender, recipients: number) {
  const refusal = hourly.take(user.id, recipients, now());
  if (!refusal) return;
  const { left, waitSeconds } = refusal;
  const minutes = Math.ceil(waitSeconds / 60);
  throw new AppError(
    "rate_limited",
    `You may send to ${hourly.most} recipients an hour, and ${left} are left. This mail has ${recipients}. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfter: waitSeconds },
  );
}

/** Undefined: it is on its way, and nobody knows yet. */
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
 * Starts the sending of a mail that waited, and says what became of it: also where another process sends it, or its user takes
 * it back while this call waits.
 */
export async function sendAndTell(
  scope: Scope,
  post: OutboundSender,
  mail: Pick<Row, "tenantId" | "id" | "messageId">,
) {
  const { tenantId, id, messageId } = mail;
  const one = and(eq(outbox.tenantId, tenantId), eq(outbox.id, id));
  const giveUpAt = Date.now() + patienceMs;
  let told = post.settled(id, lookAgainMs);
  await post.drain(tenantId);
  for (;;) {
    const outcome = await told;
    if (outcome) return answerOf(messageId, outcome);
    const [row] = await scope.tx((tx) => tx.select().from(outbox).where(one));
    if (row && isDecided(row)) return answerOfRow(row);
    if (Date.now() >= giveUpAt) return answerOf(messageId, undefined);
    told = post.settled(id, lookAgainMs);
  }
}

const isDecided = ({ phase, attempts }: Row) =>
  phase === "sent" || phase === "failed" || phase === "cancelled" || (phase === "queued" && attempts > 0);

type Again = { earlier: Row; requestHash: string };

/** The same key again: what became of its mail. */
async function answerAgain(scope: Scope, post: OutboundSender, { earlier, requestHash }: Again): Promise<SendAnswer> {
  if (earlier.requestHash !== requestHash) throw conflict("This Idempotency-Key was used for another mail.");
  const { messageId, id } = earlier;
  const isOpen = (row: Row) =>
    row.phase === "connecting" ||
    row.phase === "data_sent" ||
    (row.phase === "queued" && row.attempts === 0 && row.nextAt <= scope.now());
  let row = earlier;
  const giveUpAt = Date.now() + patienceMs;
  // It may be under way in another process, so the row is asked as well.
  while (isOpen(row) && Date.now() < giveUpAt) {
    const outcome = await post.settled(id, lookAgainMs);
    if (outcome) return { id, ...answerOf(messageId, outcome) };
    row = (await findByKey(scope, earlier.idempotencyKey ?? undefined)) ?? row;
  }
  return answerOfRow(row);
}

export function answerOfRow(row: Row): SendAnswer {
  const { id, messageId, phase, error, nextAt, undoUntil, attempts } = row;
  if (phase === "cancelled") throw conflict("This mail was taken back.");
  if (phase === "failed") throw outsideFailed(error ?? "Failed to send", undefined);
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
