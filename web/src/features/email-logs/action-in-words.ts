import type { AuditRecord } from "@intellibox/contract/endpoints/audit";
import { t } from "@intellibox/contract/text/t";

const actions: Record<string, string> = {
  "user.created": t("Created user"),
  "user.updated": t("Updated user"),
  "user.deleted": t("Deleted user"),
  "user.erased": t("Erased user"),
  "tenant.created": t("Created company"),
  "tenant.updated": t("Updated company"),
  "tenant.deleted": t("Deleted company"),
  "tenant.erased": t("Erased company"),
  "plan.created": t("Created plan"),
  "plan.updated": t("Updated plan"),
  "plan.deleted": t("Deleted plan"),
  "mail-server.created": t("Created mail server"),
  "mail-server.updated": t("Updated mail server"),
  "mail-server.deleted": t("Deleted mail server"),
  "ai-settings.updated": t("Updated AI settings"),
  "company-ai.updated": t("Updated own choice of AI model"),
  "template.created": t("Created company template"),
  "template.updated": t("Updated company template"),
  "template.deleted": t("Deleted company template"),
  "template.restored": t("Restored company template"),
  "knowledge.created": t("Added company knowledge"),
  "knowledge.updated": t("Updated company knowledge"),
  "knowledge.deleted": t("Deleted company knowledge"),
  "knowledge.restored": t("Restored company knowledge"),
  "request.created": t("Created request"),
  "request.updated": t("Updated request"),
  "mail.retried": t("Retried mail"),
  "suppression.added": t("Added suppressed addresses"),
  "suppression.removed": t("Removed suppressed address"),
  "acting.started": t("Started acting"),
  "user.password-changed": t("Changed own password"),
  "user.password-set": t("Set password of user"),
  "user.link-sent": t("Mailed password link to user"),
  "user.mail-released": t("Opened mail of user"),
  "user.exported": t("Exported data of user"),
  "tenant.exported": t("Exported data of company"),
  "user.erasure-started": t("Started erasure of user"),
  "tenant.erasure-started": t("Started erasure of company"),
  "sso.updated": t("Set up single sign-on"),
  "sso.removed": t("Removed single sign-on"),
  "sso.domain-added": t("Added domain"),
  "sso.domain-proven": t("Proved domain"),
  "sso.domain-removed": t("Removed domain"),
  "sso.account-changed": t("Linked account to single sign-on"),
  "user.signed-in-by-sso": t("Signed in by single sign-on"),
  "scim.token-made": t("Made SCIM token"),
  "scim.token-removed": t("Removed SCIM token"),
  "retention.updated": t("Updated data retention"),
  "session-limits.updated": t("Updated session settings"),
  "user.signed-in": t("Signed in"),
  "user.sign-in-refused": t("Sign-in refused"),
  "user.signed-out": t("Signed out"),
  "user.sessions-ended": t("Ended sessions"),
  "webhook.created": t("Added webhook"),
  "webhook.updated": t("Changed webhook"),
  "webhook.deleted": t("Deleted webhook"),
  "webhook.secret-replaced": t("Replaced secret of webhook"),
  "webhook.redelivered": t("Sent event to webhook again"),
  "mailRule.created": t("Added rule"),
  "mailRule.updated": t("Changed rule"),
  "mailRule.ordered": t("Sorted rules"),
  "mailRule.deleted": t("Deleted rule"),
  "mailRule.restored": t("Restored rule"),
  "mailRule.paused": t("Rule was paused"),
  "mailRules.settings": t("Changed what rules may do"),
  "email-logs.exported": t("Exported email logs"),
  "audit.exported": t("Exported audit trail"),
};

/** "apiKey" and "api-key" → "api key" */
const spaced = (name: string) => name.replaceAll(/[-_]|(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();

/** "user.updated" → "Updated user", "acting.started" → "Started acting". */
export function actionInWords({ action }: Pick<AuditRecord, "action">) {
  const whole = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (whole) return whole;
  const [noun = "", verb = ""] = action.split(".").map(spaced);
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${noun}`.trim();
}
