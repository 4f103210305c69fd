import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

type StackedCellProps = {
  children: ReactNode;
  beneath: ReactNode;
  /** The only cell of its row on phones. */
  isAlone?: boolean;
};

/** What a table has no room for beside it on phones stands beneath it there. */
export function StackedCell({ children, beneath, isAlone = false }: StackedCellProps) {
  const width = isAlone ? "max-w-72" : "max-w-52";
  return (
    <span className="inline-block min-w-0 py-1 align-middle">
      {children}
      <span className={classNames("block truncate text-xs font-normal text-text-3 md:hidden", width)}>{beneath}</span>
    </span>
  );
}
