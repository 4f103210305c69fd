import { type CellObject, utils, write } from "@e965/xlsx";
import type { KeptSummary } from "@intellibox/contract/endpoints/summaries";
import { actionColumns, actionPlanName, actionRows } from "@intellibox/contract/rules/action-plan";
import { wallTime } from "@intellibox/contract/rules/wall-time";

/** The plan as a workbook: due dates are dates, by the reader's own clock, and text is text whatever it begins with. */
export function exportActions(actions: KeptSummary["actions"], timeZone: string): Buffer {
  const rows = actionRows(actions, timeZone).map(({ number, action, owner, due, source }) => [
    { t: "n", v: number } satisfies CellObject,
    textCell(action),
    textCell(owner),
    due instanceof Date ? dateCell(due, timeZone) : textCell(due),
    textCell(source),
  ]);
  const sheet = utils.aoa_to_sheet([actionColumns.map(textCell), ...rows]);
  sheet["!cols"] = [4, 60, 22, 18, 32].map((wch) => ({ wch }));
  sheet["!autofilter"] = { ref: sheet["!ref"] ?? "A1" };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, actionPlanName);
  return write(book, { type: "buffer", bookType: "xlsx", compression: true });
}

/** A cell that says it is text is never run, so it needs no apostrophe. Excel holds no more than this in one. */
const textCell = (text: string): CellObject => ({ t: "s", v: text.slice(0, 32_000) });

/** Excel knows no zones: a date is the number of days since the end of 1899 that the wall shows. */
function dateCell(moment: Date, timeZone: string): CellObject {
  const { year, month, day, hour, minute } = wallTime(moment, timeZone);
  const days = Date.UTC(year, month - 1, day, hour, minute) / 86_400_000 + 25_569;
  return { t: "n", v: days, z: "dd-mm-yyyy hh:mm" };
}
