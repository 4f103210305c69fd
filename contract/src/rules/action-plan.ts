import { csvLine, csvStart } from "./csv.ts";
import { momentOf, wallText } from "./wall-time.ts";

/** One action of the plan; unstated parts are empty. */
type Action = { action: string; owner: string; due: string; source: string };

/** The name of the exported file, without its extension. */
export const actionPlanName = "ActionItems";
export const actionColumns = ["#", "Action", "Owner", "Due", "Source"] as const;

/** False for an empty row, which is not exported. */
export const isWritten = ({ action, owner, due, source }: Action) => `${action}${owner}${due}${source}`.trim() !== "";

/** The rows in the order of the columns; a due date is a `Date`, or the text if it is not a date. */
export const actionRows = (actions: readonly Action[], timeZone: string) =>
  actions.filter(isWritten).map(({ action, owner, due, source }, index) => ({
    number: index + 1,
    action,
    owner,
    due: momentOf(due, timeZone) ?? due,
    source,
  }));

/** The plan as CSV, with due dates in the reader's time zone. No cell can run as a formula. */
export function actionPlanCsv(actions: readonly Action[], timeZone: string): string {
  const rows = actionRows(actions, timeZone).map(({ number, action, owner, due, source }) =>
    csvLine([number, action, owner, due instanceof Date ? wallText(due, timeZone) : due, source]),
  );
  return csvStart + csvLine([...actionColumns]) + rows.join("");
}
