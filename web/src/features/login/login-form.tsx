import { type FormEvent, useState } from "react";
import { rememberedEmail } from "#lib/session/remembered-email.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { PasswordField, TextField } from "#components/ui/field.tsx";
import { IdleLink } from "./idle-link.tsx";
import type { LoginOutcome } from "./submit-login.ts";

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
      // Its code could not be fetched: the server is out of reach.
      setOutcome({ failure: "Login failed" });
    }
    setIsBusy(false);
  };

  return (
    <form onSubmit={submit} onFocus={preloadSubmit} noValidate className="mt-8 flex flex-col gap-5">
      <TextField
        label="Email"
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
        label="Password"
        name="password"
        autoComplete="current-password"
        error={outcome.errors?.password}
        aside={
          <IdleLink className="inline-block text-sm font-medium text-accent-text hover:underline">
            Forgot password?
          </IdleLink>
        }
        className="[&_input]:h-main"
      />
      <Checkbox label="Remember me" name="remember" defaultChecked={remembered !== ""} />
      <details className="text-sm">
        <summary className="w-fit cursor-pointer py-1 text-text-2 hover:text-text">
          Choose one of several companies
        </summary>
        <TextField
          label="Company code"
          name="company"
          autoComplete="organization"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Only needed where your address has the same password in several companies."
          error={outcome.errors?.company}
          className="mt-3 [&_input]:h-main"
        />
      </details>
      {outcome.failure && <Alert kind="bad">{outcome.failure}</Alert>}
      <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel="Signing in…" className="w-full">
        Sign in
      </Button>
    </form>
  );
}

const preloadSubmit = () => void loadSubmit().catch(() => undefined);
