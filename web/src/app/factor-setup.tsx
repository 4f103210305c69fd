import { useSignedIn } from "#lib/session/session.ts";
import { MailClosed } from "#features/account/mail-closed.tsx";
import { FactorSetupPage } from "#features/settings/security/factor-setup-page.tsx";
import { StepUp } from "./step-up.tsx";

/** Outside of the shell, so with its own dialog for fresh proofs. Whoever's mail is closed proves the address first. */
export function FactorSetup({ onLater }: { onLater: (() => void) | undefined }) {
  const { user } = useSignedIn();
  return (
    <>
      {user.mailClosed ? <MailClosed /> : <FactorSetupPage onLater={onLater} />}
      <StepUp />
    </>
  );
}
