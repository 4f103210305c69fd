import type { AuditRecord } from "@intellibox/contract/endpoints/audit";

const nouns: Record<string, string> = {
  user: "user",
  tenant: "company",
  plan: "plan",
  "mail-server": "mail server",
  "ai-settings": "AI settings",
  mail: "mail",
  profile: "profile",
};

/** "user.updated" → "Updated user", "acting.started" → "Started acting". */
export function deedInWords({ action }: Pick<AuditRecord, "action">) {
  if (action === "acting.started") return "Started acting";
  const [noun = "", verb = ""] = action.split(".");
  const words = verb.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${nouns[noun] ?? noun.replaceAll("-", " ")}`.trim();
}
