import type { KeptSummary } from "@intellibox/contract/endpoints/summaries";
import { looksBinary } from "@intellibox/contract/rules/looks-binary";
import { t } from "@intellibox/contract/text/t";
import type { PlannedAction } from "#api/summaries.ts";

/** The content of the result pane: a new or saved summary, or a plan from another screen. */
export type SummaryResult = Pick<
  KeptSummary,
  "title" | "thread" | "summary" | "summarySources" | "actions" | "written"
>;
export type SummaryMessage = SummaryResult["thread"][number];

export const emptyAction: PlannedAction = { action: "", owner: "", due: "", source: "", sourceIndex: null };

/** The sender's name: "Priya Nair <priya@x.org>" → "Priya Nair". */
export const senderOf = (from: string) =>
  from
    .replace(/\s*<[^>]*>\s*$/, "")
    .replace(/^["'](.*)["']$/, "$1")
    .trim() ||
  from.replaceAll(/[<>]/g, "").trim() ||
  t("Unknown sender");

/** The thread as a timeline: dated messages, oldest first, then undated ones in the order of the text. */
export function timelineOf(thread: readonly SummaryMessage[]) {
  const entries = thread.map((message, index) => ({ message, index, time: Date.parse(message.at ?? "") }));
  const dated = entries.filter(({ time }) => !Number.isNaN(time));
  const undated = entries.filter(({ time }) => Number.isNaN(time));
  // Of two messages in the same minute, the lower one in the text is older: mail programs put the quote below.
  return [...dated.sort((a, b) => a.time - b.time || b.index - a.index), ...undated];
}

/** The body to show. Binary text is replaced by a note. */
export const shownBody = ({ body }: SummaryMessage) =>
  looksBinary(body) ? t("(Not readable as text. The AI still uses it.)") : body;
