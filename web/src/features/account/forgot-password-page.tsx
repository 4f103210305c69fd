import { forgotPasswordForm } from "@intellibox/contract/endpoints/auth";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { Link } from "#lib/router/link.tsx";
import { rememberedEmail } from "#lib/session/remembered-email.ts";
import { askForPasswordLink } from "#api/password-link.ts";
import { EntryPage } from "#components/entry-page.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";

/** Asks for a link to choose a new password. It says the same for every address. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState("");
  return (
    <EntryPage title={t("Forgot password")} heading={t("Forgot your password?")}>
      {sentTo ? (
        <Alert kind="ok" className="mt-5">
          {t(
            "If {email} has an account, a link to choose a new password is on its way. It works once, for 30 minutes.",
            {
              email: sentTo,
            },
          )}
        </Alert>
      ) : (
        <AskForm onSent={setSentTo} />
      )}
      <Link to="/login" className="mt-5 inline-block text-base text-accent-text underline">
        {t("Go to sign in")}
      </Link>
    </EntryPage>
  );
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const { field, onSubmit, failure, isBusy } = useForm(forgotPasswordForm, {
    start: { email: rememberedEmail.read() ?? "" },
    submit: async ({ email }) => {
      await askForPasswordLink(email);
      onSent(email);
    },
  });
  return (
    <>
      <p className="mt-1 text-base text-text-2">{t("We mail you a link to choose a new one.")}</p>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field("email")}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel={t("Sending…")}>
          {t("Send the link")}
        </Button>
      </form>
    </>
  );
}
