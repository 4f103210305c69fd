import type { SecondStep as Step } from "@intellibox/contract/errors";
import { ssoFailureText } from "@intellibox/contract/rules/sso";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useEffect, useState } from "react";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { Link } from "#lib/router/link.tsx";
import { useLocation, useNavigate } from "#lib/router/router.tsx";
import { rememberedEmail } from "#lib/session/remembered-email.ts";
import { finishSso, goToProvider } from "#api/sso-sign-in.ts";
import { EntryPage } from "#components/entry-page.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";

const SecondStep = loadedLater(() => import("./second-step.tsx").then((m) => m.SecondStep));

/** Asks which company a person belongs to, and receives them when the provider sends them back. */
export function SsoPage() {
  // In the fragment, which browsers do not send, so that the code is in no server's log.
  const outcome = new URLSearchParams(useLocation().hash.slice(1));
  const [code, failed] = [outcome.get("code"), outcome.get("error")];
  const [failure, setFailure] = useState("");
  const [step, setStep] = useState<Step>();
  const navigate = useNavigate();
  useEffect(() => {
    const refused = (error: unknown) => {
      // Google and Microsoft do not stand for the person's second factor.
      if (error instanceof ApiError && error.secondStep) setStep(error.secondStep);
      else setFailure(messageOf(error, t("Login failed")));
    };
    if (code) finishSso(code).catch(refused);
  }, [code]);
  const goBack = (reason?: string) => {
    if (!reason) return void navigate("/login", { replace: true });
    setStep(undefined);
    setFailure(reason);
  };
  const isFinishing = code !== null && !failure;
  return (
    <EntryPage title={t("Single sign-on")} heading={t("Single sign-on")}>
      {step ? (
        <SecondStep step={step} onBack={goBack} />
      ) : isFinishing ? (
        <p role="status" className="mt-1 text-base text-text-2">
          {t("Signing in…")}
        </p>
      ) : (
        <>
          <p className="mt-1 text-base text-text-2">{t("Your company's own sign-in page opens.")}</p>
          <CompanyForm failure={failure || (failed ? ssoFailureText(failed) : "")} />
          <Link to="/login" className="mt-5 inline-block text-base text-accent-text underline">
            {t("Sign in with a password")}
          </Link>
        </>
      )}
    </EntryPage>
  );
}

function CompanyForm({ failure: before }: { failure: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState("");
  const [failure, setFailure] = useState(before);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const company = String(new FormData(event.currentTarget).get("company") ?? "").trim();
    setFailure("");
    setError(company ? "" : t("Enter your work email or your company's code"));
    if (!company || isBusy) return;
    setIsBusy(true);
    try {
      await goToProvider({ company });
    } catch (problem) {
      setFailure(messageOf(problem, t("The sign-in could not be started")));
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
      <TextField
        label={t("Work email or company code")}
        name="company"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={rememberedEmail.read() ?? ""}
        error={error}
      />
      {failure && <Alert kind="bad">{failure}</Alert>}
      <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel={t("Opening…")} className="w-full">
        {t("Continue")}
      </Button>
    </form>
  );
}
