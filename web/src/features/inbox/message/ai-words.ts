import type { FoundTask } from "@intellibox/contract/endpoints/assistant";
import { t } from "@intellibox/contract/text/t";
import { dateTime, listed } from "#lib/format.ts";

/** The texts for an empty answer, and for a thread without tasks. */
export const noData = t("(no data)");
export const noTasks = t("(no tasks)");

/** The due date of a task in words, or the text if it is not a date. */
export const dueWords = (due: string) => due && (dateTime(due) || due);

/** "Send the contract (Priya, due 20 Nov 2026, 6:00 pm)" */
export function taskWords({ action, owner, due }: Pick<FoundTask, "action" | "owner" | "due">) {
  const more = [owner, due && t("due {moment}", { moment: dueWords(due) })].filter(Boolean);
  return more.length > 0 ? `${action} (${listed(more)})` : action;
}

/** A summary as plain text for the clipboard. */
export function copyText({ points, tasks }: { points: readonly string[]; tasks: readonly FoundTask[] }) {
  const lines = points.length > 0 ? points.map((point) => `- ${point}`) : [noData];
  if (tasks.length === 0) return lines.join("\n");
  const ticked = tasks.map((task) => `- [${task.done ? "x" : " "}] ${taskWords(task)}`);
  return [...lines, "", t("Tasks:"), ...ticked].join("\n");
}
