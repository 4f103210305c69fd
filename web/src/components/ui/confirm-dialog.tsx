import { AlertDialog } from "@base-ui/react/alert-dialog";
import { t } from "@intellibox/contract/text/t";
import { type ReactNode, useId, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { backdropClass, sheetClass, viewportClass } from "./dialog-looks.ts";
import { inputClass } from "./field.tsx";

export type ConfirmProps = {
  /** A question that names the thing: "Delete Acme Traders?" */
  title: string;
  children?: ReactNode;
  /** The verb on the button: "Delete". */
  action: string;
  busyAction?: string;
  busy?: boolean;
  error?: string | undefined;
  /** The text that must be typed before the action is enabled, for actions that destroy a lot. */
  typed?: { expected: string; label: string };
  danger?: boolean;
  onConfirm: (typed: string) => void;
  onCancel: () => void;
};

/** Asks before an action that cannot be undone. The initial focus is on Cancel. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, action, busyAction, busy = false, error, typed, danger = true, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState("");
  const inputId = useId();
  const isAllowed = !typed || text.trim() === typed.expected;

  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Viewport className={viewportClass}>
          <AlertDialog.Popup initialFocus={cancel} className={classNames(sheetClass, "p-4 md:max-w-md md:p-5")}>
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            {children && (
              <AlertDialog.Description render={<div />} className="mt-1.5 text-base text-text-2">
                {children}
              </AlertDialog.Description>
            )}
            {typed && (
              <div className="mt-4">
                <label htmlFor={inputId} className="mb-1.5 block text-sm font-medium">
                  {typed.label}
                </label>
                <input
                  id={inputId}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  autoComplete="off"
                  spellCheck={false}
                  className={`h-input ${inputClass}`}
                />
              </div>
            )}
            {error && (
              <Alert kind="bad" className="mt-4">
                {error}
              </Alert>
            )}
            <div className="mt-5 flex justify-end gap-2 pb-[env(safe-area-inset-bottom)]">
              <Button ref={cancel} onClick={onCancel} disabled={busy}>
                {t("Cancel")}
              </Button>
              <Button
                variant={danger ? "danger" : "primary"}
                busy={busy}
                busyLabel={busyAction}
                disabled={!isAllowed}
                onClick={() => onConfirm(text.trim())}
              >
                {action}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
