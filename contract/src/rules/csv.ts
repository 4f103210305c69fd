/** The byte order mark, which makes spreadsheets read the file as UTF-8. */
export const csvStart = "\uFEFF";

/** A spreadsheet runs a cell that begins with one of these, some after trimming (OWASP: CSV injection). */
const startsFormula = /^[\s\u00a0\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/** One cell. An apostrophe keeps text that a spreadsheet would run as text; numbers stay numbers. */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  const safe = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // Semicolons and tabs are quoted too: some locales use them as separators, and the text after one would be a new cell.
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row, ended by CRLF (RFC 4180). */
export const csvLine = (cells: (string | number | null | undefined)[]) => `${cells.map(csvCell).join(",")}\r\n`;
