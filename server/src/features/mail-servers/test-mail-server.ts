import type { BodyOf } from "@intellibox/contract/endpoint";
import type { mailServers as calls } from "@intellibox/contract/endpoints/mail-servers";
import type { MailProtocol } from "@intellibox/contract/rules/choices";
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import { t } from "@intellibox/contract/text/t";
import { reasonOf } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, lt } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import type { Scope } from "#scope.ts";
import { countOneMail } from "#features/plans/quota.ts";
import { loginOfForm, mailServerLogin, notConfigured } from "./mail-servers.ts";
import { outsideRefusal } from "./trust.ts";

const defaultMessage = () => t("This is a test email from Intellibox. If you can read it, the SMTP settings work.");

/** Logs the mail before sending and its outcome afterwards, like every mail, without an open transaction in between. */
export async function testSmtpSettings(scope: Scope, { to, message, settings }: BodyOf<typeof calls.testSmtp>) {
  const { fromName, ...login } = await loginOf(scope, "smtp", settings);
  const from = emailPattern.test(login.username) ? login.username : scope.user.email;
  const log = { tenantId: scope.tenantId, id: newId() };
  const messageId = `<${log.id}@${from.split("@")[1]}>`;
  await scope.tx(async (tx) => {
    await countOneMail(tx, { tenantId: scope.tenantId, now: scope.now() });
    const entry = { sender: from, recipients: [to], subject: "Intellibox test email", provider: "smtp" as const };
    await tx.insert(emailLogs).values({ ...log, ...entry, kind: "test", userId: scope.user.id, messageId });
    await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "email-logs", data: {} });
  });
  const close = (outcome: Partial<typeof emailLogs.$inferInsert>) =>
    scope.tx(async (tx) => {
      await tx
        .update(emailLogs)
        .set(outcome)
        .where(and(eq(emailLogs.tenantId, log.tenantId), eq(emailLogs.id, log.id)));
      await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "email-logs", data: {} });
    });

  const mail = { to, message: message || defaultMessage(), from, fromName, messageId };
  const sent = await scope.outside.testSmtp(login, mail).catch(async (error: unknown) => {
    await close({ status: "failed", error: reasonOf(error) });
    throw await outsideRefusal(scope, "smtp", login, error);
  });
  await close({ status: "sent", sentAt: scope.now() });
  return { message: sent.message };
}

export async function testMailboxSettings(scope: Scope, protocol: "imap" | "pop3", settings: MailboxSettings) {
  const { fromName: _, ...login } = await loginOf(scope, protocol, settings);
  const { outside } = scope;
  try {
    return await (protocol === "imap" ? outside.testImap(login) : outside.testPop3(login));
  } catch (error) {
    throw await outsideRefusal(scope, protocol, login, error);
  }
}

/** A test takes seconds. One without an outcome after minutes was interrupted, and its delivery is unknown. */
export async function closeAbandonedTests(tx: Tx, now: Date) {
  const abandoned = and(
    eq(emailLogs.kind, "test"),
    eq(emailLogs.status, "queued"),
    lt(emailLogs.createdAt, new Date(now.getTime() - 5 * 60_000)),
  );
  await tx.update(emailLogs).set({ status: "failed", error: "Delivery unconfirmed" }).where(abandoned);
}

type MailboxSettings = BodyOf<typeof calls.testImap>["settings"];

/** The login of the form, or the saved one if there is no form. */
async function loginOf(scope: Scope, protocol: MailProtocol, settings: Parameters<typeof loginOfForm>[2] | undefined) {
  if (settings) return loginOfForm(scope, protocol, settings);
  const login = await scope.tx((tx) => mailServerLogin(tx, scope, protocol));
  if (!login) throw notConfigured(protocol);
  return login;
}
