import { type CellObject, utils, write } from "@e965/xlsx";
import type { KeptSummary } from "@intellibox/contract/endpoints/summaries";
import { actionColumns, actionPlanName, actionRows } from "@intellibox/contract/rules/action-plan";
import { wallTime } from "@intellibox/contract/rules/wall-time";

/** The action plan as an Excel workbook. Due dates are date cells in the reader's time zone, and text is never a formula. */
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

/** A cell of type text is never run as a formula, so it needs no apostrophe. Excel allows 32,767 characters in a cell. */
const textCell = (text: string): CellObject => ({ t: "s", v: text.slice(0, 32_000) });

/** Excel has no time zones: a date is the local time as the number of days since 30 December 1899. */
function dateCell(moment: Date, timeZone: string): CellObject {
  const { year, month, day, hour, minute } = wallTime(moment, timeZone);
  const days = Date.UTC(year, month - 1, day, hour, minute) / 86_400_000 + 25_569;
  return { t: "n", v: days, z: "dd-mm-yyyy hh:mm" };
}
