import { firstOwnerForm } from "@intellibox/contract/endpoints/setup";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { rich } from "#lib/rich.ts";
import { Link } from "#lib/router/link.tsx";
import { useLocation } from "#lib/router/router.tsx";
import { setUp } from "#api/set-up.ts";
import { EntryPage } from "#components/entry-page.tsx";
import { NewPassword, typedTwice } from "#components/new-password.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";

const form = typedTwice(firstOwnerForm, "password");

/** Creates the first owner of a new installation. The token is in the URL's fragment, which browsers do not send. */
export function SetupPage() {
  const { hash } = useLocation();
  const [token] = useState(hash.slice(1));
  return (
    <EntryPage title={t("Set up")} heading={t("Set up Intellibox")}>
      {token ? (
        <OwnerForm token={token} />
      ) : (
        <p className="mt-1 text-base text-text-2">
          {t("This address is not complete. Open the whole link that Intellibox printed when it started.")}
        </p>
      )}
      <p className="mt-6 text-sm text-text-2">
        {rich("Already set up? <a>Sign in</a>", {
          a: (words) => (
            <Link to="/login" className="font-medium text-accent-text hover:underline">
              {words}
            </Link>
          ),
        })}
      </p>
    </EntryPage>
  );
}

function OwnerForm({ token }: { token: string }) {
  const { field, onSubmit, failure, isBusy } = useForm(form, {
    start: { name: "", email: "", password: "", repeated: "" },
    submit: ({ repeated: _, ...owner }) => setUp({ ...owner, token }),
    fallback: t("Setting up failed"),
  });
  return (
    <>
      <p className="mt-1 text-base text-text-2">
        {t("Make the account of the owner, who manages companies, plans and settings.")}
      </p>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <TextField label={t("Name")} autoComplete="name" {...field("name")} />
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field("email")}
        />
        <NewPassword isFirst password={field("password")} repeated={field("repeated")} />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel={t("Setting up…")}>
          {t("Create owner account")}
        </Button>
      </form>
    </>
  );
}
