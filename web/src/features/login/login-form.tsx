import { t } from "@intellibox/contract/text/t";
import { ChevronRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "#lib/router/link.tsx";
import { rememberedEmail } from "#lib/session/remembered-email.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { PasswordField, TextField } from "#components/ui/field.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import type { LoginOutcome } from "./submit-login.ts";

const PasskeySignIn = loadedLater(
  () => import("./passkey-sign-in.tsx").then((m) => m.PasskeySignIn),
  <div className="h-main -mt-2" />,
);
const SecondStep = loadedLater(() => import("./second-step.tsx").then((m) => m.SecondStep));
const PublicDoors = loadedLater(() => import("./public-doors.tsx").then((m) => m.PublicDoors));

const loadSubmit = () => import("./submit-login.ts");

export function LoginForm({ onEmailGiven }: { onEmailGiven: () => void }) {
  const [remembered] = useState(() => rememberedEmail.read() ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<LoginOutcome>({});

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    setIsBusy(true);
    setOutcome({});
    try {
      const { submitLogin } = await loadSubmit();
      setOutcome(await submitLogin(data));
    } catch {
      // The chunk could not be fetched: the server is unreachable.
      setOutcome({ failure: t("Login failed") });
    }
    setIsBusy(false);
  };

  if (outcome.secondStep)
    return <SecondStep step={outcome.secondStep} onBack={(failure) => setOutcome(failure ? { failure } : {})} />;
  return (
    <form onSubmit={submit} onFocus={preloadSubmit} noValidate className="mt-8 flex flex-col gap-5">
      <TextField
        label={t("Email")}
        name="email"
        type="email"
        autoComplete="username"
        placeholder="you@company.com"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={remembered}
        error={outcome.errors?.email}
        onBlur={(event) => event.target.value && onEmailGiven()}
        className="[&_input]:h-main"
      />
      <PasswordField
        label={t("Password")}
        name="password"
        autoComplete="current-password"
        error={outcome.errors?.password}
        aside={
          <Link to="/forgot-password" className="inline-block text-sm font-medium text-accent-text hover:underline">
            {t("Forgot password?")}
          </Link>
        }
        className="[&_input]:h-main"
      />
      <Checkbox label={t("Remember me")} name="remember" defaultChecked={remembered !== ""} />
      <details className="group -mt-2">
        <summary className="flex h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-item pe-1.5 text-sm text-text-2 hover:text-text pointer-coarse:h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="-ms-0.5 size-4 text-text-3 transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
          {t("Choose a company")}
        </summary>
        <TextField
          label={t("Company code")}
          name="company"
          autoComplete="organization"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t("Only needed if you use the same password in several companies.")}
          error={outcome.errors?.company}
          className="mt-2 [&_input]:h-main"
        />
      </details>
      {outcome.failure && <Alert kind="bad">{outcome.failure}</Alert>}
      <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel={t("Signing in…")} className="w-full">
        {t("Sign in")}
      </Button>
      <PasskeySignIn onFailure={(failure) => setOutcome(failure ? { failure } : {})} />
      <PublicDoors />
      <Link to="/sso" className="self-center text-sm font-medium text-accent-text hover:underline">
        {t("Sign in with SSO")}
      </Link>
    </form>
  );
}

const preloadSubmit = () => void loadSubmit().catch(() => undefined);
