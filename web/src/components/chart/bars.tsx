import type { ReactNode } from "react";

type Bar = { id?: string; name: string; value: number; shown: ReactNode; hint?: string };

/** A few amounts as bars. Each shows its figure as text, so the bars are decorative. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <dl className="flex flex-col gap-4 px-4 pt-1 pb-5">
      {bars.map(({ id, name, value, shown, hint }) => (
        <div key={id ?? name} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5 text-sm">
          <dt className="min-w-0 truncate text-text-2">
            {name}
            {hint && <span className="ms-2 text-xs text-text-3">{hint}</span>}
          </dt>
          <dd className="font-medium text-text tabular-nums">{shown}</dd>
          <dd className="col-span-full h-2 overflow-hidden rounded-full bg-hover" aria-hidden="true">
            <div className="h-full rounded-full bg-accent" style={{ width: `${(value / most) * 100}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
