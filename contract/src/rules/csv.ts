/** The byte order mark, which makes spreadsheets read the file as UTF-8. */
export const csvStart = "\uFEFF";

/** A spreadsheet runs a cell that begins with one of these, and some trim before they look (OWASP: CSV injection). */
const startsFormula = /^[\s\u00a0\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/** One cell: text that a spreadsheet would run is made text again by an apostrophe; numbers stay numbers. */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  const safe = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // Semicolon and tab too: some spreadsheets split at them, and the rest would begin a new cell.
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row, ended as RFC 4180 asks. */
export const csvLine = (cells: (string | number | null | undefined)[]) => `${cells.map(csvCell).join(",")}\r\n`;
