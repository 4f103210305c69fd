import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { Confirm } from "./confirm.tsx";

type RemoveDialogProps<Which> = {
  name: string;
  removal: Pick<UseMutationResult<unknown, Error, Which>, "mutate" | "isPending" | "error">;
  /** What the removal is called with. */
  which: Which;
  /** What must be typed first, where much would be lost. */
  typed?: string | undefined;
  onClose: () => void;
  /** What goes with it. */
  children: ReactNode;
};

/** Asks before something is deleted, says what became of it, and stays open where it was refused. */
export function RemoveDialog<Which>(props: RemoveDialogProps<Which>) {
  const { name, removal, which, typed, onClose, children } = props;
  const remove = () =>
    removal.mutate(which, {
      onSuccess: () => {
        toast.success(`${name} was deleted`, screenToast);
        onClose();
      },
    });
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete"
      busyAction="Deleting…"
      busy={removal.isPending}
      error={removal.error?.message}
      typed={typed ? { expected: typed, label: `Type ${typed} to confirm` } : undefined}
      onConfirm={remove}
      onCancel={onClose}
    >
      {children}
    </Confirm>
  );
}
