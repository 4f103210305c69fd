import { t } from "@intellibox/contract/text/t";
import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { Confirm } from "./confirm.tsx";

type RemoveDialogProps<Which> = {
  name: string;
  removal: Pick<UseMutationResult<unknown, Error, Which>, "mutate" | "isPending" | "error">;
  /** The argument of the mutation. */
  which: Which;
  /** Text that must be typed first, for deletions that destroy a lot. */
  typed?: string | undefined;
  onClose: () => void;
  /** Says what else is deleted. */
  children: ReactNode;
};

/** Asks before a deletion and confirms it in a toast. Stays open with the error if the deletion was refused. */
export function RemoveDialog<Which>(props: RemoveDialogProps<Which>) {
  const { name, removal, which, typed, onClose, children } = props;
  const remove = () =>
    removal.mutate(which, {
      onSuccess: () => {
        toast.success(t("{name} was deleted", { name }), screenToast);
        onClose();
      },
    });
  return (
    <Confirm
      title={t("Delete {name}?", { name })}
      action={t("Delete")}
      busyAction={t("Deleting…")}
      busy={removal.isPending}
      error={removal.error?.message}
      typed={typed ? { expected: typed, label: t("Type {typed} to confirm", { typed }) } : undefined}
      onConfirm={remove}
      onCancel={onClose}
    >
      {children}
    </Confirm>
  );
}
