import { t } from "@intellibox/contract/text/t";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

const looks = {
  bad: { className: "bg-bad-bg text-bad", Icon: CircleAlert },
  warn: { className: "bg-warn-bg text-warn", Icon: TriangleAlert },
  ok: { className: "bg-ok-bg text-ok", Icon: CircleCheck },
  info: { className: "bg-hover text-text-2", Icon: Info },
};

type AlertProps = {
  kind: keyof typeof looks;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  className?: string;
};

/** A message beside the thing that it is about. Screen readers announce errors at once and other kinds at the next pause. */
export function Alert({ kind, children, action, onDismiss, className }: AlertProps) {
  const { className: look, Icon } = looks[kind];
  return (
    <div
      role={kind === "bad" ? "alert" : "status"}
      className={classNames("flex items-start gap-2.5 rounded-control px-3 py-2.5 text-sm", look, className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
      {action}
      {onDismiss && (
        <button
          type="button"
          aria-label={t("Dismiss")}
          onClick={onDismiss}
          className="-m-1 flex size-7 shrink-0 items-center justify-center rounded-item hover:bg-active pointer-coarse:-m-2.5 pointer-coarse:size-11"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
