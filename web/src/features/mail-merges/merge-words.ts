import type { MergeProblem, MergeRecipient, MergeSummary } from "@intellibox/contract/endpoints/mail-merges";
import type {
  MergeState,
  RecipientFilter,
  RecipientOutcome,
  SuppressionKind,
} from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { dateTime, shortMoment } from "#lib/format.ts";
import type { BadgeTone } from "#components/ui/badge.tsx";

/** The steps of a draft. */
export const steps = ["recipients", "mail", "check", "start"] as const;
export type Step = (typeof steps)[number];

export const stepNames: Record<Step, string> = {
  recipients: t("Recipients"),
  mail: t("Mail"),
  check: t("Check"),
  start: t("Start"),
};

export const stateLooks: Record<MergeState, { word: string; tone: BadgeTone }> = {
  draft: { word: t("Draft"), tone: "neutral" },
  scheduled: { word: t("Scheduled"), tone: "accent" },
  running: { word: t("Sending"), tone: "accent" },
  paused: { word: t("Paused"), tone: "warn" },
  done: { word: t("Done"), tone: "ok" },
  cancelled: { word: t("Cancelled"), tone: "neutral" },
};

export const outcomeLooks: Record<RecipientOutcome, { word: string; tone: BadgeTone }> = {
  waiting: { word: t("Waiting"), tone: "neutral" },
  sending: { word: t("Sending"), tone: "accent" },
  sent: { word: t("Sent"), tone: "ok" },
  failed: { word: t("Failed"), tone: "bad" },
  left_out: { word: t("Left out"), tone: "warn" },
};

export const filterWords: Record<RecipientFilter, string> = {
  waiting: t("Waiting"),
  sending: t("Sending"),
  sent: t("Sent"),
  failed: t("Failed"),
  left_out: t("Left out"),
  opened: t("Opened"),
  clicked: t("Clicked"),
  replied: t("Replied"),
  unsubscribed: t("Unsubscribed"),
};

const leftOutWords: Record<NonNullable<MergeRecipient["leftOut"]>, string> = {
  suppressed: t("Does not want such mail, or the address does not exist"),
  chosen: t("Left out by you"),
  cancelled: t("The mail merge was cancelled"),
};

export const reasonOf = ({ leftOut, error }: Pick<MergeRecipient, "leftOut" | "error">) =>
  leftOut ? leftOutWords[leftOut] : error;

export const problemWords: Record<MergeProblem["reason"], string> = {
  malformed: t("is not an email address"),
  doubled: t("is in the list already"),
  suppressed: t("does not want such mail, or does not exist"),
  wide: t("has more cells than the first line. Put quotes around a value that has a comma."),
};

export const kindWords: Record<SuppressionKind, string> = {
  unsubscribed: t("Unsubscribed"),
  bounced: t("Address does not exist"),
  added: t("Added by an administrator"),
};

export const titleOf = ({ subject }: Pick<MergeSummary, "subject">) => subject || t("(no subject)");

/** When it was or will be started. */
export function whenOf({ state, startAt, startedAt, updatedAt }: MergeSummary): string {
  if (state === "draft") return t("Changed {moment}", { moment: dateTime(updatedAt) });
  if (state === "scheduled" && startAt) return t("Starts {moment}", { moment: dateTime(startAt) });
  return startedAt ? t("Started {moment}", { moment: dateTime(startedAt) }) : "";
}

/** The time of day, with the date if it is not today. */
export const soon = (moment: Date) =>
  moment.toDateString() === new Date().toDateString() ? shortMoment(moment) : dateTime(moment);
