import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

type PageProps = {
  /** A heading within the panel; the page's title is in the top bar. */
  heading?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** `form` is one readable column, `wide` a dashboard, `full` the whole panel. */
  width?: "full" | "form" | "wide";
};

const widths = { full: "", form: "w-full max-w-[560px]", wide: "mx-auto w-full max-w-[1080px]" };

/** The content of the inset panel: a heading with its actions, and a body. */
export function Page({ heading, description, actions, children, width = "full" }: PageProps) {
  const isFull = width === "full";
  return (
    <div className={classNames("flex h-full min-h-0 flex-col", !isFull && "overflow-y-auto p-4 md:p-6")}>
      {(heading || actions) && (
        <header
          className={classNames(
            "flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2",
            isFull ? "border-b border-line px-4 py-2.5 md:px-5" : "pb-5",
            widths[width],
          )}
        >
          <div className="min-w-0 flex-1">
            {heading && <h2 className="text-lg font-semibold text-text">{heading}</h2>}
            {description && <p className="text-sm text-text-3">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={classNames(isFull && "flex min-h-0 flex-1 flex-col", widths[width])}>{children}</div>
    </div>
  );
}
