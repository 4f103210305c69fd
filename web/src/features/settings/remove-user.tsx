import type { User } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { useRemoveUser } from "#api/users.ts";
import { RemoveDialog } from "#components/ui/remove-dialog.tsx";

export function RemoveUser({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <RemoveDialog name={user.name} removal={useRemoveUser()} which={user._id} onClose={onClose}>
      {!user.hasSignedIn &&
        t("The invitation is revoked: the link that {email} got stops working.", { email: user.email })}
      {user.hasSignedIn &&
        t(
          "{email} is signed out everywhere and can no longer sign in. Their connected mailboxes and the mail in them are removed from Intellibox. Mail that was accepted for sending still goes out, and email logs and audit records keep the name. To remove these too, use Erase instead.",
          { email: user.email },
        )}
    </RemoveDialog>
  );
}
