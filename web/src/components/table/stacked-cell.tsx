import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

type StackedCellProps = {
  children: ReactNode;
  beneath: ReactNode;
  /** True if phones show no other cell of the row. */
  isAlone?: boolean;
};

/** A cell that on phones shows the value of a hidden column below its own. */
export function StackedCell({ children, beneath, isAlone = false }: StackedCellProps) {
  const width = isAlone ? "max-w-72" : "max-w-52";
  return (
    <span className="inline-block min-w-0 py-1 align-middle">
      {children}
      <span className={classNames("block truncate text-xs font-normal text-text-3 md:hidden", width)}>{beneath}</span>
    </span>
  );
}
