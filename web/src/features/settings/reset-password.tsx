import type { User } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { useResetPassword } from "#api/users.ts";
import { Confirm } from "#components/ui/confirm.tsx";
import { FirstPassword } from "#components/ui/first-password.tsx";

/** Mails a password link. If no mail server is set up, shows a temporary password once. */
export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useResetPassword();
  const [made, setMade] = useState<string>();
  const confirm = () =>
    reset.mutate(user._id, {
      onSuccess: ({ linkSentTo, temporaryPassword }) => {
        if (temporaryPassword) return setMade(temporaryPassword);
        toast.success(t("A link was mailed to {linkSentTo}", { linkSentTo }), screenToast);
        onClose();
      },
    });
  if (made)
    return (
      <FirstPassword title={t("Password reset")} who={user.email} password={made} onClose={onClose}>
        {t("Their mail stays closed until they prove their address, or the owner company opens it.")}
      </FirstPassword>
    );
  return (
    <Confirm
      title={
        user.hasSignedIn
          ? t("Reset the password of {name}?", { name: user.name })
          : t("Invite {name} again?", { name: user.name })
      }
      action={user.hasSignedIn ? t("Reset password") : t("Invite again")}
      busyAction={user.hasSignedIn ? t("Resetting…") : t("Inviting…")}
      danger={false}
      busy={reset.isPending}
      error={reset.error?.message}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {!user.hasSignedIn &&
        t(
          "{email} gets a new link by mail, which works for three days. If no mail server is set up, you are shown a new temporary password instead.",
          { email: user.email },
        )}
      {user.hasSignedIn &&
        t(
          "{email} gets a link by mail to choose a new password. If no mail server is set up, you are shown a temporary password instead; it signs them out and closes their mail. They are told that it was you.",
          { email: user.email },
        )}
    </Confirm>
  );
}
