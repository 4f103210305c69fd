import { t } from "@intellibox/contract/text/t";
import { CircleAlert, CircleCheck, LoaderCircle, X } from "lucide-react";
import { createPortal } from "react-dom";
import { resolveValue, type Toast, useToaster } from "react-hot-toast/headless";
import { classNames } from "#lib/class-names.ts";
import { toast } from "#lib/toast.ts";

const icons = {
  success: <CircleCheck className="size-4 text-ok" aria-hidden="true" />,
  error: <CircleAlert className="size-4 text-bad" aria-hidden="true" />,
  loading: <LoaderCircle className="size-4 animate-[turn_0.8s_linear_infinite] text-text-3" aria-hidden="true" />,
  blank: null,
  custom: null,
};

/** Toasts at the bottom left, over the sidebar. Hovering keeps a toast open, so it must not cover what people work on. */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  // A portal, so that toasts are above an open dialog.
  return createPortal(
    <section
      aria-label={t("Notifications")}
      className="pointer-events-none fixed bottom-[max(1rem,env(safe-area-inset-bottom))] start-4 z-80 flex w-[calc(100%-2rem)] max-w-[350px] flex-col gap-2 max-md:bottom-20"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>,
    document.body,
  );
}

function ToastCard({ item }: { item: Toast }) {
  const message = resolveValue(item.message, item);
  return (
    <div
      {...(item.type === "error" ? { role: "alert", "aria-live": "assertive" } : item.ariaProps)}
      data-toast={item.type}
      className={classNames(
        "flex w-fit max-w-[350px] items-start gap-2.5 rounded-popup bg-surface py-2.5 pe-2 ps-3 text-sm text-text shadow-popup transition-[opacity,translate] duration-180 dark:bg-active",
        item.visible ? "pointer-events-auto starting:translate-y-2 starting:opacity-0" : "translate-y-1 opacity-0",
      )}
    >
      {(item.icon || icons[item.type]) && <span className="mt-0.5">{item.icon ?? icons[item.type]}</span>}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{message}</div>
      <button
        type="button"
        aria-label={t("Dismiss")}
        onClick={() => toast.dismiss(item.id)}
        className="-my-0.5 flex size-6 shrink-0 items-center self-center justify-center rounded-item text-text-3 hover:bg-hover hover:text-text pointer-coarse:-my-2.5 pointer-coarse:size-11"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </div>
  );
}
