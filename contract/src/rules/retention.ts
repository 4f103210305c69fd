import { t } from "../text/t.ts";
/** The kinds of data that a company may delete after a number of days. */
export const retentionKinds = ["messages", "emailLogs", "audit", "activity", "summaries"] as const;
export type RetentionKind = (typeof retentionKinds)[number];

const tenYears = 3650;

/** The shortest and longest time in days, and the name on screens. */
export const retentionLimits: Record<RetentionKind, { label: string; min: number; max: number }> = {
  messages: { label: t("Mail"), min: 30, max: tenYears },
  // An outbox entry can be retried for 30 days and needs its log until then.
  emailLogs: { label: t("Email logs"), min: 31, max: tenYears },
  audit: { label: t("Audit records"), min: 90, max: tenYears },
  // The longest period of a dashboard is six months.
  activity: { label: t("Activity counts"), min: 200, max: tenYears },
  summaries: { label: t("Summaries"), min: 1, max: tenYears },
};
