import type { ReactNode } from "react";
import { Skeleton } from "../ui/async-states.tsx";

type StatCardProps = { label: string; value: ReactNode; hint?: ReactNode };

/** One figure with its name and a hint. A child of `StatRow`. */
export function StatCard({ label, value, hint }: StatCardProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-panel border border-line px-4 py-3.5">
      <dt className="text-sm text-text-2">{label}</dt>
      <dd className="mt-1 truncate text-2xl font-semibold text-text tabular-nums">{value}</dd>
      {hint && <dd className="text-xs text-text-3">{hint}</dd>}
    </div>
  );
}

/** Two figures side by side on phones, four on wide screens. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</dl>;
}

/** Shown while the figures load. */
export function StatRowSkeleton() {
  return (
    <div className="appear-late grid grid-cols-2 gap-3 lg:grid-cols-4" aria-hidden="true">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-24 rounded-panel" />
      ))}
    </div>
  );
}
