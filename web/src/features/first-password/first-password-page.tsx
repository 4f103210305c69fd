import { changePasswordForm } from "@intellibox/contract/endpoints/auth";
import { t } from "@intellibox/contract/text/t";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { keepTypedPassword, typedPassword } from "#lib/typed-password.ts";
import { useChangePassword } from "#api/auth.ts";
import { signOut } from "#api/sign-in.ts";
import { EntryPage } from "#components/entry-page.tsx";
import { NewPassword, typedTwice } from "#components/new-password.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { PasswordField } from "#components/ui/field.tsx";

const form = typedTwice(changePasswordForm, "newPassword");

/** Replaces every page until the user has changed a password that an administrator set. */
export function FirstPasswordPage() {
  const { user } = useSignedIn();
  const change = useChangePassword();
  // The password typed at sign-in, so that the form does not ask for it again.
  const [known, setKnown] = useState(typedPassword);
  const {
    field,
    form: state,
    onSubmit,
    failure,
    isBusy,
  } = useForm(form, {
    start: { currentPassword: known ?? "", newPassword: "", repeated: "" },
    submit: async ({ repeated: _, ...passwords }) => {
      try {
        await change.mutateAsync(passwords);
      } catch (error) {
        if (error instanceof ApiError && error.fields.currentPassword) forgetKnown();
        throw error;
      }
      keepTypedPassword(null);
      toast.success(t("Password changed"), screenToast);
    },
  });
  /** Called if the password was changed since sign-in: the form then asks for it. */
  const forgetKnown = () => {
    setKnown(null);
    keepTypedPassword(null);
    if (known !== null) state.setValue("currentPassword", "");
  };
  return (
    <EntryPage title={t("Choose a password")} heading={t("Choose your own password")}>
      <p className="mt-1 text-base text-text-2">
        {t("The password for {email} was set by an admin. Replace it to continue.", { email: user.email })}
      </p>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <input type="hidden" name="username" autoComplete="username" defaultValue={user.email} />
        {known === null && (
          <PasswordField label={t("Current password")} autoComplete="current-password" {...field("currentPassword")} />
        )}
        <NewPassword password={field("newPassword")} repeated={field("repeated")} />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel={t("Saving…")}>
          {t("Change password")}
        </Button>
        <Button variant="ghost" icon={<LogOut className="size-4" aria-hidden="true" />} onClick={signOut}>
          {t("Sign out")}
        </Button>
      </form>
    </EntryPage>
  );
}
