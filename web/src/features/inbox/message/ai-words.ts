import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import { dateTime } from "#lib/format.ts";
import type { AiAnswer } from "#api/inbox-assistant.ts";

export type Task = ResponseOf<typeof inbox.extractTasks>["tasks"][number];

/** "Send the contract (Priya, due 20 Nov 2026, 6:00 pm)" */
export function taskWords({ action, owner, due }: Pick<Task, "action" | "owner" | "due">) {
  const when = due && (dateTime(due) || due);
  const more = [owner, when && `due ${when}`].filter(Boolean).join(", ");
  return more ? `${action} (${more})` : action;
}

/** The lines of a result; none if it is empty. */
export function resultLines(result: AiAnswer): string[] {
  if (result.work === "summary") return result.answer.summary.map((line) => line.trim()).filter(Boolean);
  if (result.work === "tasks") return result.answer.tasks.map(taskWords);
  return result.answer.draft.trim() ? [result.answer.draft.trim()] : [];
}

/** The text for an empty result. */
export const nothingFor = (work: AiAnswer["work"]) => (work === "tasks" ? "(no tasks)" : "(no data)");

/** The result as plain text for the clipboard. */
export function copyText(result: AiAnswer) {
  const lines = resultLines(result);
  if (lines.length === 0) return nothingFor(result.work);
  return result.work === "draft" ? lines.join("\n\n") : lines.map((line) => `- ${line}`).join("\n");
}
