import { type ReactNode, useId } from "react";
import { classNames } from "#lib/class-names.ts";

type SectionPanelProps = {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};

/** A titled part of a page, with its actions on the right. */
export function SectionPanel({ title, hint, actions, children, className }: SectionPanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames("min-w-0 rounded-panel border border-line", className)}>
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h3 id={id} className="text-sm font-medium text-text">
          {title}
        </h3>
        {hint && <span className="text-xs text-text-3">{hint}</span>}
        {actions && <div className="ms-auto flex items-center gap-1.5">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
