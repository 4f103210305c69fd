import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { account } from "@intellibox/contract/endpoints/account";
import { usePasswordLinkForm } from "@intellibox/contract/endpoints/account";
import type { SecondStep as Step } from "@intellibox/contract/errors";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { Link } from "#lib/router/link.tsx";
import { useLocation, useNavigate } from "#lib/router/router.tsx";
import { readPasswordLink, spendPasswordLink } from "#api/password-link.ts";
import { answerSecondStep } from "#api/second-step.ts";
import { EntryPage } from "#components/entry-page.tsx";
import { NewPassword, typedTwice } from "#components/new-password.tsx";
import { SecondStepForm } from "#components/second-step-form.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";

type PasswordLink = ResponseOf<typeof account.readLink>;

const form = typedTwice(usePasswordLinkForm.omit({ token: true }), "password");

/** The page that a password link opens. It sets the password and signs in. */
export function SetPasswordPage() {
  // The token is in the URL's fragment, which browsers do not send, so it is in no server's log.
  const token = useLocation().hash.slice(1);
  const [link, setLink] = useState<PasswordLink>();
  const [failure, setFailure] = useState("");
  useEffect(() => {
    setFailure("");
    readPasswordLink(token).then(setLink, (error: unknown) =>
      setFailure(messageOf(error, t("The link could not be read"))),
    );
  }, [token]);
  return (
    <EntryPage title={t("Choose a password")} heading={t("Choose your password")}>
      {failure && (
        <>
          <Alert kind="bad" className="mt-5">
            {failure}
          </Alert>
          <Link to="/login" className="mt-4 inline-block text-base text-accent-text underline">
            {t("Go to sign in")}
          </Link>
        </>
      )}
      {!failure && !link && <p className="mt-1 text-base text-text-2">{t("Reading the link…")}</p>}
      {!failure && link && <ChooseForm token={token} link={link} />}
    </EntryPage>
  );
}

function ChooseForm({ token, link }: { token: string; link: PasswordLink }) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>();
  const { field, onSubmit, failure, isBusy } = useForm(form, {
    start: { password: "", repeated: "" },
    submit: async ({ password }) => {
      try {
        await spendPasswordLink(token, password);
      } catch (error) {
        // The password is set; the sign-in goes on with the second factor.
        if (error instanceof ApiError && error.secondStep) return setStep(error.secondStep);
        throw error;
      }
      await navigate("/", { replace: true });
    },
  });
  if (step)
    return (
      <SecondStepForm
        step={step}
        answer={async (challenge, answer) => {
          await answerSecondStep(challenge, answer);
          await navigate("/", { replace: true });
        }}
        onBack={() => void navigate("/login", { replace: true })}
      />
    );
  return (
    <>
      <p className="mt-1 text-base [overflow-wrap:anywhere] text-text-2">
        {link.kind === "invitation"
          ? t("{by} added {email} to {company}.", { by: link.by, email: link.email, company: link.company })
          : t("For {email} at {company}. All other sessions end.", { email: link.email, company: link.company })}
      </p>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <input type="hidden" name="username" autoComplete="username" defaultValue={link.email} />
        <NewPassword password={field("password")} repeated={field("repeated")} />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel={t("Saving…")}>
          {t("Save and sign in")}
        </Button>
      </form>
    </>
  );
}
