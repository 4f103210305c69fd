// Sends the briefings that are due. The row moves to its next time in the transaction that accepts the mail, so that each time
// brings one mail, whichever process sends it and wherever it is stopped.
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, lte } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { briefingMails } from "#db/tables/briefing-mails.ts";
import type { Scope, World } from "#scope.ts";
import { acceptMails } from "#features/outbox/accept.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { asUser } from "#features/users/open-user-scope.ts";
import { composeBriefing, isOfOwner } from "./briefing-mail.ts";
import { nextTime } from "./next-time.ts";

/** Runs every minute. */
export const sendBriefingsJob = job("briefings.send", z.object({}), { retryLimit: 0 });

const maxPerRun = 500;
/** After a longer outage the morning is over, and the next time counts. */
const latestMs = 3 * 3_600_000;

export async function sendDueBriefings(world: World): Promise<void> {
  const now = world.outside.now();
  // As platform: users of all companies, only with their times.
  const due = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId: briefingMails.tenantId, userId: briefingMails.userId })
      .from(briefingMails)
      .where(and(eq(briefingMails.isOn, true), lte(briefingMails.nextAt, now), isOwnerActive(tx, briefingMails)))
      .orderBy(briefingMails.nextAt)
      .limit(maxPerRun),
  );
  for (const owner of due) {
    if (world.stopping.aborted) return;
    try {
      const isSent = await asUser(world, owner, sendDue);
      if (isSent) await outboundSenderOf(world).drain(owner.tenantId);
    } catch (error) {
      // The others still get theirs; this one is tried again in a minute.
      world.log.error({ err: error, ...owner }, "a briefing was not sent");
    }
  }
}

async function sendDue(scope: Scope): Promise<boolean> {
  const [row] = await scope.tx((tx) => tx.select().from(briefingMails).where(isOfOwner(scope)));
  const now = scope.now();
  if (!row?.isOn || row.nextAt > now) return false;
  const isLate = now.getTime() - row.nextAt.getTime() > latestMs;
  /** False if another process sent it, or the user changed the time meanwhile. */
  const moveOn = async (tx: Tx, changes: { sentAt?: Date; problem: string }) => {
    const moved = await tx
      .update(briefingMails)
      .set({ nextAt: nextTime(row, now), ...changes })
      .where(and(isOfOwner(scope), eq(briefingMails.isOn, true), lte(briefingMails.nextAt, now)))
      .returning({ userId: briefingMails.userId });
    return moved.length > 0;
  };
  try {
    const mail = isLate ? undefined : await composeBriefing(scope, row.timeZone);
    return await scope.tx(async (tx) => {
      const isMine = await moveOn(tx, { problem: "", ...(mail && { sentAt: now }) });
      if (isMine && mail) await acceptMails(tx, scope, [mail]);
      return isMine && mail !== undefined;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A refused briefing waits for the next time, for instance if there is no mail server or the plan's quota is used up.
    await scope.tx((tx) => moveOn(tx, { problem: error.message }));
    return false;
  }
}
