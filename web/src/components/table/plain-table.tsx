import { t } from "@intellibox/contract/text/t";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { saveCsv } from "#lib/csv-file.ts";
import { Button } from "../ui/button.tsx";

export type PlainColumn<Row> = {
  label: string;
  /** The value in the CSV export, and on screen if there is no `cell`. */
  text: (row: Row) => string | number;
  cell?: (row: Row) => ReactNode;
  align?: "end";
};

type PlainTableProps<Row> = {
  /** Names the region that scrolls sideways on small screens. */
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** A few rows without sorting or paging. */
export function PlainTable<Row>({ label, columns, rows, rowKey }: PlainTableProps<Row>) {
  return (
    <section
      aria-label={t("{label}, table", { label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-b-panel focus-visible:-outline-offset-2"
    >
      <table className="w-full border-collapse text-start text-sm">
        <thead>
          <tr>
            {columns.map(({ label: name, align }) => (
              <th key={name} scope="col" className={classNames(headClass, align === "end" && "text-end")}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ label: name, text, cell, align }) => (
                <td key={name} className={classNames(cellClass, align === "end" && "text-end tabular-nums")}>
                  {cell ? cell(row) : text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const headClass = "border-t border-line bg-subtle px-4 py-2 text-xs font-medium whitespace-nowrap text-text-2";
const cellClass = "border-t border-line px-4 py-2.5 text-text";

type ExportProps<Row> = { name: string; columns: readonly PlainColumn<Row>[]; rows: readonly Row[] };

/** Downloads the same table as CSV. */
export function ExportCsv<Row>({ name, columns, rows }: ExportProps<Row>) {
  const save = () =>
    saveCsv(name, [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ text }) => text(row)))]);
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={rows.length === 0}
      aria-label={t("Export {name} as CSV", { name })}
      icon={<Download className="size-3.5" aria-hidden="true" />}
      onClick={save}
    >
      {t("CSV")}
    </Button>
  );
}
