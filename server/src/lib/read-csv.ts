// Reads CSV files of spreadsheets. They are text of strangers: call this in a worker thread.
import { CsvError, parse } from "csv-parse/sync";

/** `line` is the line at which the row begins. */
export type CsvRow = { cells: string[]; line: number };

/** The rows that are not empty. Undefined if the text is not CSV. */
export function readCsv(file: string): CsvRow[] | undefined {
  const text = file.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  // Excel names the separator in a line of its own.
  const [lead = "", named] = /^"?sep=([,;|\t])"?\n/i.exec(text) ?? [];
  try {
    const rows = parse(text.slice(lead.length), {
      delimiter: named ?? delimiterOf(text),
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      trim: true,
      maxRecordSize: 100_000,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({
      cells: record,
      line: info.lines - newlinesIn(record) + (lead ? 1 : 0),
    }));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** The parser counts a row by its last line. */
const newlinesIn = (cells: string[]) => cells.join("").split("\n").length - 1;

/** The sign that separates most cells of the first line: Excel writes semicolons in many countries. */
function delimiterOf(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]{0,1000}"/g, "").split("\n", 1);
  const counts = [",", ";", "\t", "|"].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}
