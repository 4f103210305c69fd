import { csvLine, csvStart } from "@intellibox/contract/rules/csv";
import { saveFile } from "./http/download.ts";

/** Downloads rows as CSV, for example "top-users-2026-11-15.csv". */
export function saveCsv(name: string, rows: (string | number)[][], now = new Date()) {
  const content = csvStart + rows.map(csvLine).join("");
  const slug = name.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-");
  saveFile(new Blob([content], { type: "text/csv;charset=utf-8" }), `${slug}-${now.toISOString().slice(0, 10)}.csv`);
}
