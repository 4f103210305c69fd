import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { Button } from "#components/ui/button.tsx";

type PasskeySignInProps = { onFailure: (message: string | undefined) => void };

/** Signs in without email and password. What it needs is loaded when it is pressed. */
export function PasskeySignIn({ onFailure }: PasskeySignInProps) {
  const [isBusy, setIsBusy] = useState(false);
  if (typeof window.PublicKeyCredential !== "function") return null;
  const signIn = async () => {
    setIsBusy(true);
    onFailure(undefined);
    try {
      const { signInWithPasskey } = await import("#api/second-step.ts");
      await signInWithPasskey();
    } catch (error) {
      onFailure(messageOf(error, t("Login failed")));
    }
    setIsBusy(false);
  };
  return (
    <Button size="lg" busy={isBusy} busyLabel={t("Waiting for the passkey…")} onClick={signIn} className="-mt-2 w-full">
      {t("Sign in with a passkey")}
    </Button>
  );
}
