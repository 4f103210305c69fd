/** The parts of a dialog in which the user finds one of many entries by typing, around Base UI's Autocomplete. */

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { t } from "@intellibox/contract/text/t";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { backdropClass } from "./dialog-looks.ts";
import { KeyCaps } from "./key-cap.tsx";

type PickDialogProps = {
  label: string;
  /** A Tailwind class. */
  width: string;
  onClose: () => void;
  children: ReactNode;
};

export const PickDialog = ({ label, width, onClose, children }: PickDialogProps) => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={backdropClass} />
      <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center px-3 pt-[12vh]">
        <Dialog.Popup
          aria-label={label}
          className={classNames(
            "flex max-h-[min(26rem,76dvh)] w-full flex-col overflow-hidden rounded-dialog bg-surface shadow-popup transition-[opacity,scale] duration-180 outline-none data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0",
            width,
          )}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
);

type PickInputProps = { label: string; placeholder: string; maxLength?: number };

/** The field to type into, and a button that closes the dialog. */
export const PickInput = ({ label, ...field }: PickInputProps) => (
  <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line px-4">
    <Search className="size-4 shrink-0 text-text-3" aria-hidden="true" />
    <Autocomplete.Input
      aria-label={label}
      className="h-full min-w-0 flex-1 bg-transparent text-md outline-none max-md:text-[1rem]"
      {...field}
    />
    <Dialog.Close className="rounded-item pointer-coarse:flex pointer-coarse:size-11 pointer-coarse:items-center pointer-coarse:justify-center">
      <span className="sr-only">{t("Close")}</span>
      <KeyCaps keys="escape" />
    </Dialog.Close>
  </div>
);

export const pickListClass = "min-h-0 flex-1 scroll-py-2 overflow-y-auto px-2 py-2 data-empty:hidden";
export const pickItemClass =
  "flex h-10 cursor-default items-center gap-3 rounded-control px-2.5 text-base outline-none select-none data-highlighted:bg-selected pointer-coarse:h-11";
