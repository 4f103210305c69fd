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
  "retention.updated": t("Updated data retention"),
};

/** "user.updated" → "Updated user", "acting.started" → "Started acting". */
export function actionInWords({ action }: Pick<AuditRecord, "action">) {
  const whole = actions[action];
  if (whole) return whole;
  const [noun = "", verb = ""] = action.split(".");
  const words = verb.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${noun.replaceAll("-", " ")}`.trim();
}
