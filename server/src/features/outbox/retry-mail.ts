import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox } from "#db/tables/outbox.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { publishMail } from "./announce.ts";
import type { OutboundSender } from "./outbound-sender.ts";
import { sendAndTell } from "./send-mail.ts";

/** Sends a failed mail again at a person's request: the same mail, with the same Message-ID. */
export async function retryMail(scope: Scope, outbound: OutboundSender, id: string) {
  const row = await scope.tx((tx) => requeue(tx, scope, id));
  return sendAndTell(scope, outbound, row);
}

async function requeue(tx: Tx, scope: Scope, id: string) {
  // Administrators may retry any mail that the fence shows them, also of other tenants if they reach all.
  const theirs = may(scope.user.role, "admin")
    ? eq(outbox.id, id)
    : and(eq(outbox.id, id), eq(outbox.userId, scope.user.id));
  const found = await tx.select().from(outbox).where(theirs).for("update");
  const mail = firstOr(found, notFound(t("Mail not found")));
  if (mail.phase !== "failed") throw conflict(t("Only mail that failed can be sent again."));
  const [sender] = await tx
    .select({ status: users.status })
    .from(users)
    .where(and(eq(users.tenantId, mail.tenantId), eq(users.id, mail.userId)));
  if (sender?.status !== "Active") throw conflict(t("The account of its sender is not active, so it cannot be sent."));
  const oneLog = and(eq(emailLogs.tenantId, mail.tenantId), eq(emailLogs.id, id));
  const logged = await tx.update(emailLogs).set({ status: "queued", error: null }).where(oneLog).returning();
  const { subject } = firstOr(logged, notFound(t("Mail not found")));
  await tx
    .update(outbox)
    .set({ phase: "queued", attempts: 0, error: null, nextAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(outbox.tenantId, mail.tenantId), eq(outbox.id, id)));
  if (mail.userId !== scope.user.id)
    await audit(tx, scope, { action: "mail.retried", targetId: id, targetName: subject, tenantId: mail.tenantId });
  await publishMail(tx, mail, id);
  return mail;
}
