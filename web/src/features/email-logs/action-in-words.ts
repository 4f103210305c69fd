import type { AuditRecord } from "@intellibox/contract/endpoints/audit";

const nouns: Record<string, string> = {
  user: "user",
  tenant: "company",
  plan: "plan",
  "mail-server": "mail server",
  "ai-settings": "AI settings",
  "company-ai": "own choice of AI model",
  mail: "mail",
  profile: "profile",
};

const wholeActions: Record<string, string> = {
  "acting.started": "Started acting",
  "user.password-changed": "Changed own password",
  "user.password-set": "Set password of user",
  "user.link-sent": "Mailed password link to user",
  "user.mail-released": "Opened mail of user",
  "user.exported": "Exported data of user",
  "tenant.exported": "Exported data of company",
  "user.erasure-started": "Started erasure of user",
  "tenant.erasure-started": "Started erasure of company",
  "retention.updated": "Updated data retention",
};

/** "user.updated" → "Updated user", "acting.started" → "Started acting". */
export function actionInWords({ action }: Pick<AuditRecord, "action">) {
  const whole = wholeActions[action];
  if (whole) return whole;
  const [noun = "", verb = ""] = action.split(".");
  const words = verb.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${nouns[noun] ?? noun.replaceAll("-", " ")}`.trim();
}
