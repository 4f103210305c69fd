import type { SecondStep } from "@intellibox/contract/errors";
import { t } from "@intellibox/contract/text/t";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";
import { TextField } from "./ui/field.tsx";

type Answer = { code: string } | { recoveryCode: string } | "passkey";
type Way = "code" | "recovery" | "passkey";

type SecondStepFormProps = {
  step: SecondStep;
  answer: (challenge: string, answer: Answer) => Promise<unknown>;
  /** Called with a reason if the sign-in took too long, and without one by the button. */
  onBack: (reason?: string) => void;
};

/** Asks for the second factor after the password. */
export function SecondStepForm({ step, answer, onBack }: SecondStepFormProps) {
  const [way, setWay] = useState<Way>(step.code ? "code" : step.passkey ? "passkey" : "recovery");
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState<Way>();

  const send = async (given: Answer, as: Way) => {
    if (busy) return;
    setBusy(as);
    setFailure("");
    try {
      await answer(step.challenge, given);
    } catch (error) {
      const reason = messageOf(error, t("Login failed"));
      if (error instanceof ApiError && error.status === 401) return onBack(reason);
      setFailure(reason);
    }
    setBusy(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (way === "passkey") return void send("passkey", "passkey");
    const typed = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    if (!typed) return setFailure(t("Code is required"));
    void send(way === "code" ? { code: typed } : { recoveryCode: typed }, way);
  };
  const change = (next: Way) => {
    setFailure("");
    setWay(next);
  };
  const others = (["passkey", "code", "recovery"] as const).filter(
    (other) => other !== way && { passkey: step.passkey, code: step.code, recovery: step.recoveryCode }[other],
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t("Second step")} className="mt-8 flex flex-col gap-5">
      <p className="text-base text-text-2">{explain[way]}</p>
      {way === "code" && (
        <TextField
          key="code"
          label={t("Code")}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          spellCheck={false}
          autoFocus
          className="[&_input]:h-main"
        />
      )}
      {way === "recovery" && (
        <TextField
          key="recovery"
          label={t("Recovery code")}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={60}
          spellCheck={false}
          autoFocus
          className="[&_input]:h-main"
        />
      )}
      {failure && <Alert kind="bad">{failure}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={busy === way}
        busyLabel={t("Checking…")}
        icon={way === "passkey" ? <KeyRound className="size-4" aria-hidden="true" /> : undefined}
        autoFocus={way === "passkey"}
        className="w-full"
      >
        {way === "passkey" ? t("Use a passkey") : t("Sign in")}
      </Button>
      <div className="flex flex-col items-start gap-1">
        {others.map((other) => (
          <Button key={other} variant="ghost" size="sm" onClick={() => change(other)}>
            {offer[other]}
          </Button>
        ))}
        <Button variant="ghost" size="sm" onClick={() => onBack()}>
          {t("Back to sign in")}
        </Button>
      </div>
    </form>
  );
}

const explain: Record<Way, string> = {
  code: t("Enter the code that your authenticator app shows."),
  recovery: t("Enter one of your recovery codes. Each works once."),
  passkey: t("Confirm with your passkey: your device, its PIN, your finger or your face."),
};
const offer: Record<Way, string> = {
  code: t("Use a code of your app"),
  recovery: t("Use a recovery code"),
  passkey: t("Use a passkey"),
};
