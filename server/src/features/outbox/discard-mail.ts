import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { outbox, outboxContents } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";
import { dropFollowUp } from "#features/follow-up-state/follow-up-state.ts";
import { publishMail } from "./announce.ts";
import { forgetQueued } from "./cancel-mail.ts";
import { withdrawAnswer } from "./invitation-answers.ts";
import { unconfirmed } from "./outcome.ts";

type Row = typeof outbox.$inferSelect;

/** Cancels a queued mail. A failed one leaves the outbox, and stays in the company's log. */
export async function discard(scope: Scope, id: string) {
  await scope.tx((tx) => discardWithin(tx, scope, id));
  return { ok: true as const };
}

export async function discardWithin(tx: Tx, scope: Scope, id: string) {
  const mail = await lockUnsent(tx, scope, id);
  await tx.update(outbox).set({ phase: "cancelled", updatedAt: sql`now()` }).where(isMail(mail));
  if (mail.phase === "queued") await forgetQueued(tx, scope, mail);
  else {
    await tx.delete(outboxContents).where(isContentOf(mail));
    // An unconfirmed mail may have arrived, and may be answered.
    if (mail.error !== unconfirmed) {
      await dropFollowUp(tx, { ...mail, logId: id });
      await withdrawAnswer(tx, { tenantId: mail.tenantId, logId: id });
    }
  }
  await publishMail(tx, mail, id);
}

/** Locks the row. The sender claims it under the same lock, so that one of the two comes first. */
export const lockUnsent = async (tx: Tx, scope: Scope, id: string) =>
  unsentOr(await tx.select().from(outbox).where(isOwnMail(scope, id)).for("update"));

export const findUnsent = async (tx: Tx, scope: Scope, id: string) =>
  unsentOr(await tx.select().from(outbox).where(isOwnMail(scope, id)));

const isOwnMail = ({ tenantId, user }: Scope, id: string) =>
  and(eq(outbox.tenantId, tenantId), eq(outbox.id, id), eq(outbox.userId, user.id));

function unsentOr(found: Row[]): Row {
  const mail = firstOr(found, notFound(t("Mail not found")));
  if (mail.phase !== "queued" && mail.phase !== "failed") throw conflict(tooLate[mail.phase]);
  return mail;
}

const beingSent = t("This mail is being sent right now.");
const tooLate = {
  connecting: beingSent,
  data_sent: beingSent,
  sent: t("This mail has been sent already."),
  cancelled: t("This mail was cancelled, or an edited one replaced it."),
} as const;

export const isMail = ({ tenantId, id }: Row) => and(eq(outbox.tenantId, tenantId), eq(outbox.id, id));
export const isContentOf = ({ tenantId, id }: Row) =>
  and(eq(outboxContents.tenantId, tenantId), eq(outboxContents.id, id));
