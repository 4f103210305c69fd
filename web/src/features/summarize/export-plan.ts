import { actionPlanCsv, actionPlanName } from "@intellibox/contract/rules/action-plan";
import { calendarFile } from "@intellibox/contract/rules/calendar-file";
import { momentOf } from "@intellibox/contract/rules/wall-time";
import { saveFile } from "#lib/http/download.ts";
import { newKey } from "#lib/http/keys.ts";
import { timeZone } from "#lib/time-zone.ts";
import type { PlannedAction } from "#api/summaries.ts";

/** Saves the plan as CSV. The contract's writer escapes cells that a spreadsheet would run as formulas. */
export function saveCsv(actions: readonly PlannedAction[]) {
  const csv = actionPlanCsv(actions, timeZone());
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `${actionPlanName}.csv`);
}

/** Saves an action as a calendar file. Returns false if it has no valid due date. */
export function saveCalendarEntry({ action, owner, due, source }: PlannedAction): boolean {
  const start = momentOf(due, timeZone());
  if (!start) return false;
  const title = action.trim() || "Action";
  const notes = [owner && `Owner: ${owner}`, source && `Source: ${source}`].filter(Boolean).join("\n");
  const file = calendarFile({ uid: `${newKey()}@intellibox`, title, notes, start, now: new Date() });
  saveFile(new Blob([file], { type: "text/calendar;charset=utf-8" }), `${fileName(title)}.ics`);
  return true;
}

/** Keeps letters and digits of any script, and removes everything that has a meaning for a file system or a shell. */
const fileName = (title: string) =>
  title
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60) || "action";
