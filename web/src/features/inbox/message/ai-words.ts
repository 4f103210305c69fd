import type { FoundTask } from "@intellibox/contract/endpoints/assistant";
import { dateTime } from "#lib/format.ts";

/** The texts for an empty answer, and for a thread without tasks. */
export const noData = "(no data)";
export const noTasks = "(no tasks)";

/** The due date of a task in words, or the text if it is not a date. */
export const dueWords = (due: string) => due && (dateTime(due) || due);

/** "Send the contract (Priya, due 20 Nov 2026, 6:00 pm)" */
export function taskWords({ action, owner, due }: Pick<FoundTask, "action" | "owner" | "due">) {
  const more = [owner, due && `due ${dueWords(due)}`].filter(Boolean).join(", ");
  return more ? `${action} (${more})` : action;
}

/** A summary as plain text for the clipboard. */
export function copyText({ points, tasks }: { points: readonly string[]; tasks: readonly FoundTask[] }) {
  const lines = points.length > 0 ? points.map((point) => `- ${point}`) : [noData];
  if (tasks.length === 0) return lines.join("\n");
  const ticked = tasks.map((task) => `- [${task.done ? "x" : " "}] ${taskWords(task)}`);
  return [...lines, "", "Tasks:", ...ticked].join("\n");
}
