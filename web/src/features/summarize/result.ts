import type { KeptSummary } from "@intellibox/contract/endpoints/summaries";
import { looksBinary } from "@intellibox/contract/rules/looks-binary";
import type { PlannedAction } from "#api/summaries.ts";

/** What the right half shows: a summary that was just made, is kept, or came with a plan from another screen. */
export type Result = Pick<KeptSummary, "title" | "thread" | "summary" | "summarySources" | "actions" | "written">;
export type Message = Result["thread"][number];

export const emptyAction: PlannedAction = { action: "", owner: "", due: "", source: "", sourceIndex: null };

/** Who sent it, as a name: "Priya Nair <priya@x.org>" → Priya Nair. */
export const senderOf = (from: string) =>
  from
    .replace(/\s*<[^>]*>\s*$/, "")
    .replace(/^["'](.*)["']$/, "$1")
    .trim() ||
  from.replaceAll(/[<>]/g, "").trim() ||
  "Unknown sender";

/** The thread as a timeline: oldest first, then what does not say when it was sent, as the text has it. */
export function timelineOf(thread: readonly Message[]) {
  const entries = thread.map((message, index) => ({ message, index, time: Date.parse(message.at ?? "") }));
  const dated = entries.filter(({ time }) => !Number.isNaN(time));
  const undated = entries.filter(({ time }) => Number.isNaN(time));
  // Of two of the same minute the lower one in the text is the older: mail programs quote downwards.
  return [...dated.sort((a, b) => a.time - b.time || b.index - a.index), ...undated];
}

/** What of a message is for eyes. */
export const shownBody = ({ body }: Message) =>
  looksBinary(body) ? "(Not readable as text. The AI still uses it.)" : body;
