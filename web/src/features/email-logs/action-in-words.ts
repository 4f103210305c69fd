import type { AuditRecord } from "@intellibox/contract/endpoints/audit";
import { t } from "@intellibox/contract/text/t";

const nouns: Record<string, string> = {
  user: "user",
  tenant: "company",
  plan: "plan",
  "mail-server": "mail server",
  "ai-settings": "AI settings",
  "company-ai": t("own choice of AI model"),
  mail: "mail",
  profile: "profile",
};

const wholeActions: Record<string, string> = {
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
  const whole = wholeActions[action];
  if (whole) return whole;
  const [noun = "", verb = ""] = action.split(".");
  const words = verb.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${nouns[noun] ?? noun.replaceAll("-", " ")}`.trim();
}
