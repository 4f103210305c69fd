import { t } from "@intellibox/contract/text/t";
import { Inbox, RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { Button } from "./button.tsx";

/** An empty list: one icon, one sentence, one action. */
export function Empty({
  icon,
  children,
  action,
  className,
}: {
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={classNames("flex flex-col items-center justify-center gap-3 px-6 py-14 text-center", className)}>
      <span className="text-control" aria-hidden="true">
        {icon ?? <Inbox className="size-7" strokeWidth={1.5} />}
      </span>
      <div className="max-w-sm text-base text-text-2">{children}</div>
      {action}
    </div>
  );
}

/** Shows a failed load in place, with a retry; the rest of the page stays usable. */
export function Failed({ message, onRetry, className }: { message: string; onRetry?: () => void; className?: string }) {
  return (
    <div
      role="alert"
      className={classNames("flex flex-col items-center justify-center gap-3 px-6 py-14 text-center", className)}
    >
      <TriangleAlert className="size-7 text-bad" strokeWidth={1.5} aria-hidden="true" />
      <p className="max-w-sm text-base text-text-2">{message}</p>
      {onRetry && (
        <Button icon={<RefreshCw className="size-4" aria-hidden="true" />} onClick={onRetry}>
          {t("Retry")}
        </Button>
      )}
    </div>
  );
}

/** A grey placeholder; give it the size of the content. It appears after 150 ms, so that fast loads do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("skeleton block", className)} />;
}

/** Shown while the code or the data of a page loads. */
export function PageSkeleton() {
  return (
    <div className="appear-late flex flex-col gap-4 p-4 md:p-5" role="status">
      <span className="sr-only">{t("Loading…")}</span>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-4 w-72 max-w-full" />
      <Skeleton className="mt-4 h-40 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
