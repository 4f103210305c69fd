import { t } from "@intellibox/contract/text/t";
import { useLayoutEffect, useRef, useState } from "react";
import { grouped } from "#lib/format.ts";
import { type ChartPoint, type ChartSeries, looks } from "./chart-looks.ts";
import { gridValues, pointAfterKey, shownLabels } from "./chart-scale.ts";

type ChartDrawingProps = {
  caption: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  height: number;
};

const compact = new Intl.NumberFormat("en-IN", { notation: "compact", maximumFractionDigits: 1 });
const edges = { top: 8, right: 56, bottom: 32, left: 48 };

/** The lines of a trend with their axes. The pointer and, while the chart has the focus, the arrow keys show a point's figures. */
export function ChartDrawing({ caption, series, points, height }: ChartDrawingProps) {
  const { box, width } = useWidth();
  const [shown, setShown] = useState<number | null>(null);
  const last = points.length - 1;
  const grid = gridValues(Math.max(0, ...points.flatMap(({ values }) => values)));
  const top = grid.at(-1) ?? 1;
  const spacing = Math.max(0, width - edges.left - edges.right) / Math.max(1, last);
  const floor = height - edges.bottom;
  const x = (index: number) => edges.left + index * spacing;
  const y = (value: number) => floor - (value / top) * (floor - edges.top);
  const labels = points.map(({ label }) => label);
  // Live figures may have fewer points than the ones before them.
  const at = shown === null ? null : Math.min(shown, last);
  const point = at === null ? undefined : points[at];

  return (
    <div
      ref={box}
      // The arrow keys are the chart's own, so a screen reader must pass them on.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys work on it
      tabIndex={0}
      aria-label={t("{caption}: chart; the arrow keys walk along it", { caption })}
      className="relative touch-pan-y overflow-hidden rounded-item focus-visible:-outline-offset-2"
      style={{ height }}
      onKeyDown={(event) => {
        const next = pointAfterKey(event.key, at, last);
        if (next === undefined || last < 0) return;
        event.preventDefault();
        setShown(next);
      }}
      onPointerMove={({ currentTarget, clientX }) => {
        const index = Math.round((clientX - currentTarget.getBoundingClientRect().left - edges.left) / spacing);
        if (last >= 0) setShown(Math.min(last, Math.max(0, Number.isFinite(index) ? index : 0)));
      }}
      onPointerLeave={() => setShown(null)}
      onBlur={() => setShown(null)}
    >
      {width > 0 && (
        <svg width={width} height={height} className="block text-xs" aria-hidden="true">
          {grid.map((value) => (
            <g key={value}>
              <line x1={edges.left} x2={width - edges.right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
              <text x={edges.left - 8} y={y(value)} dy="0.32em" textAnchor="end" fill="var(--text-3)">
                {compact.format(value)}
              </text>
            </g>
          ))}
          {shownLabels(labels, spacing).map((index) => (
            <text key={index} x={x(index)} y={floor + 20} textAnchor="middle" fill="var(--text-3)">
              {labels[index]}
            </text>
          ))}
          {at !== null && (
            <line x1={x(at)} x2={x(at)} y1={edges.top} y2={floor} stroke="var(--control)" strokeDasharray="3 3" />
          )}
          {series.map(({ name }, index) => (
            <Line
              key={name}
              index={index}
              spots={points.map(({ values }, place) => [x(place), y(values[index] ?? 0)])}
              floor={floor}
              isLastPartial={points.at(-1)?.isPartial ?? false}
              shown={at}
            />
          ))}
        </svg>
      )}
      {point && at !== null && (
        <div
          className="pointer-events-none absolute top-3"
          style={x(at) < width / 2 ? { left: x(at) + 12 } : { right: width - x(at) + 12 }}
        >
          <ChartTooltip series={series} point={point} />
        </div>
      )}
    </div>
  );
}

type Spot = readonly [x: number, y: number];
type LineProps = {
  index: number;
  spots: readonly Spot[];
  floor: number;
  isLastPartial: boolean;
  /** The index of the point whose figures are shown. */
  shown: number | null;
};

/** One series. The way to a point that is not over yet is dotted and ends in an open circle, so that it does not look like a fall. */
function Line({ index, spots, floor, isLastPartial, shown }: LineProps) {
  const { color, dash } = looks[index % looks.length] ?? looks[0];
  const [first, end] = [spots[0], spots.at(-1)];
  if (!first || !end) return null;
  const isOpen = isLastPartial && spots.length > 1;
  const dot = shown === null ? undefined : spots[shown];
  const line = { fill: "none", stroke: color, strokeWidth: 2, strokeLinejoin: "round" } as const;
  return (
    <g>
      <path d={`${pathOf(spots)}L${end[0]},${floor}L${first[0]},${floor}Z`} fill={color} fillOpacity={0.1} />
      <path d={pathOf(isOpen ? spots.slice(0, -1) : spots)} strokeDasharray={dash} {...line} />
      {isOpen && (
        <>
          <path d={pathOf(spots.slice(-2))} {...line} strokeDasharray="1 5" strokeLinecap="round" />
          <circle cx={end[0]} cy={end[1]} r={3.5} fill="var(--surface)" stroke={color} strokeWidth={2} />
        </>
      )}
      {dot && <circle cx={dot[0]} cy={dot[1]} r={4} fill={color} stroke="var(--surface)" strokeWidth={2} />}
    </g>
  );
}

const pathOf = (spots: readonly Spot[]) => `M${spots.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`;

/** The width of the box, also after the window or the sidebar has changed it. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

type ChartTooltipProps = { series: readonly ChartSeries[]; point: ChartPoint };

function ChartTooltip({ series, point: { label, values } }: ChartTooltipProps) {
  return (
    <div role="status" className="rounded-popup bg-surface px-3 py-2 text-xs shadow-popup dark:bg-active">
      <p className="font-medium text-text">{label}</p>
      {series.map(({ name }, index) => (
        <p key={name} className="mt-0.5 flex items-center gap-2 text-text-2">
          <span
            className="h-0.5 w-3 shrink-0 rounded-full"
            style={{ background: looks[index % looks.length]?.color }}
            aria-hidden="true"
          />
          {name}
          <span className="ms-auto ps-4 font-medium text-text tabular-nums">{grouped(values[index] ?? 0)}</span>
        </p>
      ))}
    </div>
  );
}
