import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, LogOut, Smartphone } from "lucide-react";
import { useState } from "react";
import { dayMonthYear } from "#lib/format.ts";
import { canUsePasskeys } from "#lib/passkeys.ts";
import { factorsQuery, noteFactorAdded } from "#api/factors.ts";
import { signOut } from "#api/sign-in.ts";
import { EntryPage } from "#components/entry-page.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { PasskeyNameDialog } from "./passkey-name-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpDialog } from "./totp-dialog.tsx";

/** Replaces every page while the company waits for a second factor. `onLater` is absent once the time is over. */
export function FactorSetupPage({ onLater }: { onLater?: (() => void) | undefined }) {
  const { data, error, refetch } = useQuery(factorsQuery);
  const [open, setOpen] = useState<"totp" | "passkey">();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setOpen(undefined);
  const added = (made: string[] | undefined) => {
    close();
    if (made) setCodes(made);
    else noteFactorAdded();
  };
  const worksHere = data !== undefined && canUsePasskeys() && data.address === location.origin;
  return (
    <EntryPage title={t("Second factor")} heading={t("Set up a second factor")}>
      <p className="mt-1 text-base text-text-2">
        {onLater && data?.requiredFrom
          ? t("Your company requires one from {day}. With it, nobody can sign in with your password alone.", {
              day: dayMonthYear(data.requiredFrom),
            })
          : t("Your company requires one. With it, nobody can sign in with your password alone.")}
      </p>
      <div className="mt-8 flex flex-col gap-3">
        {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-24" />}
        {data && (
          <>
            <Button
              variant="primary"
              size="lg"
              icon={<Smartphone className="size-4" aria-hidden="true" />}
              onClick={() => setOpen("totp")}
            >
              {t("Use an authenticator app")}
            </Button>
            {worksHere && (
              <Button
                size="lg"
                icon={<KeyRound className="size-4" aria-hidden="true" />}
                onClick={() => setOpen("passkey")}
              >
                {t("Use a passkey")}
              </Button>
            )}
          </>
        )}
        {onLater && (
          <Button variant="ghost" onClick={onLater}>
            {t("Later")}
          </Button>
        )}
        <Button variant="ghost" icon={<LogOut className="size-4" aria-hidden="true" />} onClick={signOut}>
          {t("Sign out")}
        </Button>
      </div>
      {open === "totp" && <TotpDialog onClose={close} onAdded={added} />}
      {open === "passkey" && <PasskeyNameDialog onClose={close} onAdded={added} />}
      {codes && <RecoveryCodes codes={codes} onClose={noteFactorAdded} />}
    </EntryPage>
  );
}
