import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { grouped } from "#lib/format.ts";
import { type ChartPoint, type ChartSeries, looks } from "./chart-looks.ts";

type ChartDrawingProps = {
  caption: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  height: number;
};

const compact = new Intl.NumberFormat("en-IN", { notation: "compact", maximumFractionDigits: 1 });
const axisText = { fontSize: 12, fill: "var(--text-3)" };

/** The only file that imports the chart library. While the chart has the focus, the arrow keys move along the axis. */
export function ChartDrawing({ caption, series, points, height }: ChartDrawingProps) {
  const rows = points.map(({ label, values }) => ({ label, ...values }));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <AreaChart
        data={rows}
        margin={{ top: 8, right: 56, bottom: 4, left: 4 }}
        title={`${caption}: chart; the arrow keys walk along it`}
        accessibilityLayer
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={axisText}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          tickMargin={8}
          minTickGap={24}
        />
        <YAxis
          tick={axisText}
          tickLine={false}
          axisLine={false}
          width={44}
          allowDecimals={false}
          tickFormatter={(value: number) => compact.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--control)", strokeDasharray: "3 3" }}
          content={({ active, label }) =>
            active ? <ChartTooltip {...{ series, points }} label={String(label)} /> : null
          }
        />
        {series.map(({ name }, index) => {
          const { color, dash } = looks[index % looks.length] ?? looks[0];
          return (
            <Area
              key={name}
              dataKey={String(index)}
              name={name}
              type="linear"
              stroke={color}
              strokeWidth={2}
              {...(dash && { strokeDasharray: dash })}
              fill={color}
              fillOpacity={0.1}
              isAnimationActive={false}
              activeDot={{ r: 4, stroke: "var(--surface)", strokeWidth: 2 }}
            />
          );
        })}
      </AreaChart>
    </ResponsiveContainer>
  );
}

type ChartTooltipProps = { series: readonly ChartSeries[]; points: readonly ChartPoint[]; label: string };

function ChartTooltip({ series, points, label }: ChartTooltipProps) {
  const point = points.find((one) => one.label === label);
  return (
    <div role="status" className="rounded-popup bg-surface px-3 py-2 text-xs shadow-popup dark:bg-active">
      <p className="font-medium text-text">{label}</p>
      {series.map(({ name }, index) => (
        <p key={name} className="mt-0.5 flex items-center gap-2 text-text-2">
          <span
            className="h-0.5 w-3 rounded-full"
            style={{ background: looks[index % looks.length]?.color }}
            aria-hidden="true"
          />
          {name}
          <span className="ml-auto pl-4 font-medium text-text tabular-nums">{grouped(point?.values[index] ?? 0)}</span>
        </p>
      ))}
    </div>
  );
}
