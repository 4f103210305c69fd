import type { User } from "@intellibox/contract/endpoints/users";
import { screenToast, toast } from "#lib/toast.ts";
import { useRemoveUser } from "#api/users.ts";
import { Confirm } from "#components/confirm.tsx";

export function RemoveUser({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useRemoveUser();
  const confirmed = () =>
    remove.mutate(user._id, {
      onSuccess: () => {
        toast.success(`${user.name} was deleted`, screenToast);
        onClose();
      },
    });
  return (
    <Confirm
      title={`Delete ${user.name}?`}
      action="Delete"
      busyAction="Deleting…"
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirmed}
      onCancel={onClose}
    >
      {user.email} is signed out everywhere and can no longer sign in. Their connected mailboxes and the mail in them
      are removed from Intellibox.
    </Confirm>
  );
}
