import type { SendOutcome } from "@intellibox/contract/endpoints/outbox";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";

const statuses = {
  queued: "queued",
  connecting: "queued",
  data_sent: "queued",
  sent: "sent",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** The outcome of a mail whose call did not wait for it. */
export async function getOutcome(tx: Tx, { tenantId, user }: Scope, messageId: string): Promise<SendOutcome> {
  const isOwnMail = and(eq(outbox.tenantId, tenantId), eq(outbox.userId, user.id), eq(outbox.messageId, messageId));
  const found = await tx
    .select({ mail: outbox, note: emailLogs.note })
    .from(outbox)
    .leftJoin(emailLogs, and(eq(emailLogs.tenantId, outbox.tenantId), eq(emailLogs.id, outbox.id)))
    .where(isOwnMail);
  const { mail, note } = firstOr(found, notFound(t("Mail not found")));
  const { phase, error, nextAt, undoUntil, attempts } = mail;
  const detail = phase === "sent" ? note : error;
  return {
    id: mail.id,
    messageId: mail.messageId,
    status: statuses[phase],
    ...(phase === "queued" && { sendAt: nextAt }),
    ...(phase === "queued" && undoUntil && attempts === 0 && { undoUntil }),
    ...(detail && { detail }),
  };
}
