import { t } from "@intellibox/contract/text/t";
import { ChartLine, Table } from "lucide-react";
import { useId, useState } from "react";
import { grouped } from "#lib/format.ts";
import { ExportCsv, type PlainColumn, PlainTable } from "../table/plain-table.tsx";
import { Button } from "../ui/button.tsx";
import { ChartDrawing } from "./chart-drawing.tsx";
import { type ChartPoint, type ChartSeries, looks } from "./chart-looks.ts";

type ChartProps = {
  caption: string;
  /** Names a point, as the heading of the table's first column: "Day". */
  axis: string;
  /** At most four, because there are four line styles. */
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  height: 300 | 320 | 340;
};

/** A trend over time as a chart, with the same figures as a table. */
export function Chart({ caption, axis, series, points, height }: ChartProps) {
  const captionId = useId();
  const [isTable, setIsTable] = useState(false);
  const columns: PlainColumn<ChartPoint>[] = [
    { label: axis, text: ({ label }) => label },
    ...series.map(({ name }, index) => ({
      label: name,
      align: "end" as const,
      text: ({ values }: ChartPoint) => values[index] ?? 0,
      cell: ({ values }: ChartPoint) => grouped(values[index] ?? 0),
    })),
  ];
  const Icon = isTable ? ChartLine : Table;
  return (
    <figure aria-labelledby={captionId} className="min-w-0 rounded-panel border border-line">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-3 pb-2">
        <span id={captionId} className="text-sm font-medium text-text">
          {caption}
        </span>
        <span className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1">
          {!isTable && series.map(({ name }, index) => <LegendEntry key={name} name={name} index={index} />)}
          <span className="flex items-center gap-1.5">
            {isTable && <ExportCsv name={caption} columns={columns} rows={points} />}
            <Button
              size="sm"
              variant="ghost"
              icon={<Icon className="size-3.5" aria-hidden="true" />}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? t("View as chart") : t("View as table")}
            </Button>
          </span>
        </span>
      </figcaption>
      {isTable ? (
        <PlainTable label={caption} columns={columns} rows={points} rowKey={({ label }) => label} />
      ) : (
        <div className="pb-3">
          <ChartDrawing caption={caption} series={series} points={points} height={height} />
        </div>
      )}
    </figure>
  );
}

/** A sample of the line beside its name. */
function LegendEntry({ name, index }: { name: string; index: number }) {
  const { color, dash } = looks[index % looks.length] ?? looks[0];
  return (
    <span className="flex max-w-40 items-center gap-1.5 text-xs text-text-2">
      <svg width="18" height="2" className="shrink-0" aria-hidden="true">
        <line x1="0" y1="1" x2="18" y2="1" stroke={color} strokeWidth="2" strokeDasharray={dash} />
      </svg>
      <span className="truncate">{name}</span>
    </span>
  );
}
