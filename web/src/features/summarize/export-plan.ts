import { actionPlanCsv, actionPlanName } from "@intellibox/contract/rules/action-plan";
import { saveFile } from "#lib/http/download.ts";
import { timeZone } from "#lib/time-zone.ts";
import type { PlannedAction } from "#api/summaries.ts";

/** Saves the plan as CSV. The contract's writer escapes cells that a spreadsheet would run as formulas. */
export function saveCsv(actions: readonly PlannedAction[]) {
  const csv = actionPlanCsv(actions, timeZone());
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `${actionPlanName}.csv`);
}
