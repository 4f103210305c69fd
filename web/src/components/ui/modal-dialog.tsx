import { Dialog } from "@base-ui/react/dialog";
import { t } from "@intellibox/contract/text/t";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { classNames } from "#lib/class-names.ts";
import { IconButton } from "./button.tsx";
import { backdropClass, sheetClass, viewportClass } from "./dialog-looks.ts";

const widths = {
  sm: "md:max-w-md",
  md: "md:max-w-xl",
  lg: "md:max-w-3xl",
  xl: "md:max-w-5xl",
};

export type ModalProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Called for Esc, the scrim and the X. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode;
  width?: keyof typeof widths;
  /** Draws the AI hairline, which is reserved for results of a model. */
  ai?: boolean;
  /** Keeps a click on the scrim from closing a form with unsaved input. */
  keepOnOutsideClick?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  open?: boolean;
  bodyClass?: string;
};

/** A dialog in the middle of the screen; a bottom sheet on phones. */
export function ModalDialog(props: ModalProps) {
  const { title, description, onClose, children, footer, width = "md", ai, keepOnOutsideClick, initialFocus } = props;
  return (
    <Dialog.Root
      open={props.open ?? true}
      onOpenChange={(open) => !open && onClose()}
      disablePointerDismissal={keepOnOutsideClick}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className={viewportClass}>
          <Dialog.Popup initialFocus={initialFocus} className={classNames(sheetClass, widths[width], ai && "ai-edge")}>
            <header className="flex items-start gap-3 px-4 pt-4 pb-3 md:px-5">
              <div className="min-w-0 flex-1 pt-0.5">
                <Dialog.Title className="text-lg font-semibold text-text">{title}</Dialog.Title>
                {description && (
                  <Dialog.Description className="mt-0.5 text-sm text-text-3">{description}</Dialog.Description>
                )}
              </div>
              <Dialog.Close
                render={<IconButton label={t("Close")} icon={<X className="size-4" aria-hidden="true" />} />}
              />
            </header>
            <div className={classNames("min-h-0 flex-1 overflow-y-auto px-4 pb-5 md:px-5", props.bodyClass)}>
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-5">
                {footer}
              </footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
