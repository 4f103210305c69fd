import { releaseMailForm, type User } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useReleaseMail } from "#api/users.ts";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

/** Lets the owner company open a user's closed mail, with a reason. */
export function ReleaseMail({ user, onClose }: { user: User; onClose: () => void }) {
  const release = useReleaseMail();
  const { field, onSubmit, failure, isBusy } = useForm(releaseMailForm, {
    start: { reason: "" },
    submit: async ({ reason }) => {
      await release.mutateAsync({ id: user._id, reason });
      toast.success(t("The mail of {name} is open", { name: user.name }), screenToast);
      onClose();
    },
  });
  return (
    <ModalForm
      title={t("Open the mail of {name}", { name: user.name })}
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
      action={t("Open mail")}
      busyAction={t("Opening…")}
    >
      <p className="text-base text-text-2">
        {t(
          "Somebody else set the password of {email}, so the mail is closed. Open it only when you know that the person who signs in is the one it belongs to. They see your name and this reason.",
          { email: user.email },
        )}
      </p>
      <TextField label={t("Reason")} autoComplete="off" {...field("reason")} />
    </ModalForm>
  );
}
