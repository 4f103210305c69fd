import { changePasswordForm } from "@intellibox/contract/endpoints/auth";
import { minPasswordLength } from "@intellibox/contract/rules/limits";
import { LogOut } from "lucide-react";
import * as z from "zod";
import { useSignedIn } from "#lib/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useForm } from "#lib/use-form.ts";
import { useChangePassword } from "#api/auth.ts";
import { signOut } from "#api/sign-in.ts";
import { Alert } from "#components/alert.tsx";
import { Button } from "#components/button.tsx";
import { PasswordField } from "#components/field.tsx";
import { Logo } from "#components/logo.tsx";

const form = changePasswordForm
  .extend({ repeated: z.string() })
  .refine((typed) => typed.newPassword === typed.repeated, { path: ["repeated"], message: "Passwords do not match" });

/** Shown instead of everything else until a password that an administrator knows has been replaced. */
export function FirstPasswordPage() {
  const { user } = useSignedIn();
  const change = useChangePassword();
  const { field, onSubmit, failure, isBusy } = useForm(form, {
    start: { currentPassword: "", newPassword: "", repeated: "" },
    submit: async ({ currentPassword, newPassword }) => {
      await change.mutateAsync({ currentPassword, newPassword });
      toast.success("Password changed", screenToast);
    },
  });
  return (
    <main className="flex min-h-dvh items-center justify-center bg-surface px-6 py-10">
      <title>Choose a password · Intellibox</title>
      <div className="w-full max-w-[372px]">
        <Logo />
        <h1 className="mt-6 text-2xl font-semibold">Choose your own password</h1>
        <p className="mt-1 text-base text-text-2">
          The password for {user.email} was set by an administrator. Replace it to continue.
        </p>
        <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
          <input type="hidden" name="username" autoComplete="username" defaultValue={user.email} />
          <PasswordField label="Current password" autoComplete="current-password" {...field("currentPassword")} />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={`Use at least ${minPasswordLength} characters. A short phrase works well.`}
            {...field("newPassword")}
          />
          <PasswordField label="Confirm new password" autoComplete="new-password" {...field("repeated")} />
          {failure && <Alert kind="bad">{failure}</Alert>}
          <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel="Saving…">
            Change password
          </Button>
          <Button variant="ghost" icon={<LogOut className="size-4" aria-hidden="true" />} onClick={signOut}>
            Sign out
          </Button>
        </form>
      </div>
    </main>
  );
}
