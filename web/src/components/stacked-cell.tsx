import type { ReactNode } from "react";

/** What a table has no room for beside it on phones stands beneath it there. */
export function StackedCell({ children, beneath }: { children: ReactNode; beneath: ReactNode }) {
  return (
    <span className="inline-block min-w-0 py-1 align-middle">
      {children}
      <span className="block max-w-52 truncate text-xs font-normal text-text-3 md:hidden">{beneath}</span>
    </span>
  );
}
