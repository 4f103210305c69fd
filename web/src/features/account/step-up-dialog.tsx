import { stepUpCodeForm, stepUpPasswordForm } from "@intellibox/contract/endpoints/step-up";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { signOut } from "#api/sign-in.ts";
import { useProve, useProveByPasskey, waysToProveQuery } from "#api/step-up.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { PasswordField, TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";

type Way = "password" | "code" | "passkey";
type StepUpDialogProps = { onEnd: (isProved: boolean) => void };

/** Asks who is there before something that does harm or gives access. */
export function StepUpDialog({ onEnd }: StepUpDialogProps) {
  const { data: ways, error, refetch } = useQuery(waysToProveQuery);
  const [chosen, setChosen] = useState<Way>();
  const known = (["passkey", "code", "password"] as const).filter((way) => ways?.[way]);
  const way = chosen ?? known[0];
  const others = known
    .filter((other) => other !== way)
    .map((other) => (
      <Button key={other} variant="ghost" size="sm" onClick={() => setChosen(other)}>
        {offers[other]}
      </Button>
    ));
  return (
    <Modal title={t("Confirm that it is you")} onClose={() => onEnd(false)} keepOnOutsideClick width="sm">
      <div className="flex flex-col gap-5">
        <p className="text-base text-text-2">
          {t("This change needs a fresh proof. You will not be asked again for ten minutes.")}
        </p>
        {error && <Failed message={error.message} onRetry={() => void refetch()} />}
        {!ways && !error && <Skeleton className="h-24" />}
        {ways && (!way || ways.signIn) && (
          <>
            <p className="text-base text-text-2">{t("Sign in again: a sign-in counts as the proof.")}</p>
            <Button onClick={signOut}>{t("Sign out")}</Button>
          </>
        )}
        {way === "password" && <ByPassword onEnd={onEnd} others={others} />}
        {way === "code" && <ByCode onEnd={onEnd} others={others} />}
        {way === "passkey" && <ByPasskey onEnd={onEnd} others={others} />}
      </div>
    </Modal>
  );
}

const offers: Record<Way, string> = {
  password: t("Use the password"),
  code: t("Use a code of your app"),
  passkey: t("Use a passkey"),
};

type WayProps = StepUpDialogProps & { others: ReactNode };

function ByPassword({ onEnd, others }: WayProps) {
  const { user } = useSignedIn();
  const prove = useProve();
  const { field, onSubmit, failure, isBusy } = useForm(stepUpPasswordForm, {
    start: { password: "" },
    submit: (form) => prove.mutateAsync(form).then(() => onEnd(true)),
  });
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="username" autoComplete="username" defaultValue={user.email} />
      <PasswordField label={t("Password")} autoComplete="current-password" {...field("password")} />
      {failure && <Alert kind="bad">{failure}</Alert>}
      <Actions busy={isBusy} others={others} />
    </form>
  );
}

function ByCode({ onEnd, others }: WayProps) {
  const prove = useProve();
  const { field, onSubmit, failure, isBusy } = useForm(stepUpCodeForm, {
    start: { code: "" },
    submit: (form) => prove.mutateAsync(form).then(() => onEnd(true)),
  });
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <TextField
        label={t("Code")}
        hint={t("Enter the code that your authenticator app shows.")}
        autoComplete="one-time-code"
        inputMode="numeric"
        {...field("code")}
      />
      {failure && <Alert kind="bad">{failure}</Alert>}
      <Actions busy={isBusy} others={others} />
    </form>
  );
}

function ByPasskey({ onEnd, others }: WayProps) {
  const prove = useProveByPasskey();
  return (
    <div className="flex flex-col gap-4">
      {prove.error && <Alert kind="bad">{prove.error.message}</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap">{others}</div>
        <Button
          variant="primary"
          icon={<KeyRound className="size-4" aria-hidden="true" />}
          busy={prove.isPending}
          busyLabel={t("Waiting for the passkey…")}
          onClick={() => prove.mutate(undefined, { onSuccess: () => onEnd(true) })}
        >
          {t("Use a passkey")}
        </Button>
      </div>
    </div>
  );
}

const Actions = ({ busy, others }: { busy: boolean; others: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <div className="flex flex-wrap">{others}</div>
    <Button type="submit" variant="primary" busy={busy} busyLabel={t("Checking…")}>
      {t("Confirm")}
    </Button>
  </div>
);
