import { csvLine, csvStart } from "./csv.ts";
import { momentOf, wallText } from "./wall-time.ts";

/** One thing to do, as the plan shows it; what is not stated is empty. */
type Action = { action: string; owner: string; due: string; source: string };

/** The name of the exported file, without its ending. */
export const actionPlanName = "ActionItems";
export const actionColumns = ["#", "Action", "Owner", "Due", "Source"] as const;

/** A row that nobody has written in yet is no action. */
export const isWritten = ({ action, owner, due, source }: Action) => `${action}${owner}${due}${source}`.trim() !== "";

/** The plan's rows in the order of the columns; due dates are moments, or the words that stood there. */
export const actionRows = (actions: readonly Action[], timeZone: string) =>
  actions.filter(isWritten).map(({ action, owner, due, source }, index) => ({
    number: index + 1,
    action,
    owner,
    due: momentOf(due, timeZone) ?? due,
    source,
  }));

/** The plan for a spreadsheet, due dates by the reader's own clock; nothing in it can run. */
export function actionPlanCsv(actions: readonly Action[], timeZone: string): string {
  const rows = actionRows(actions, timeZone).map(({ number, action, owner, due, source }) =>
    csvLine([number, action, owner, due instanceof Date ? wallText(due, timeZone) : due, source]),
  );
  return csvStart + csvLine([...actionColumns]) + rows.join("");
}
