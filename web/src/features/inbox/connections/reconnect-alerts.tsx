import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { useProviderSignIn } from "./use-provider-sign-in.ts";

/** Alerts for mailboxes whose OAuth grant was revoked. They neither sync nor send until the user reconnects them. */
export function ReconnectAlerts({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] }) {
  return mailboxes
    .filter(({ needsReconnect }) => needsReconnect)
    .map((mailbox) => <ReconnectAlert key={mailbox.id} mailbox={mailbox} />);
}

function ReconnectAlert({ mailbox }: { mailbox: ConnectedMailbox }) {
  const { email, provider, lastError } = mailbox;
  const { connect, busy, problem } = useProviderSignIn();
  const reconnect = () => connect(provider === "outlook" ? "outlook" : "gmail");
  return (
    <Alert
      kind="warn"
      action={
        <Button size="sm" busy={busy !== null} aria-label={t("Reconnect {email}", { email })} onClick={reconnect}>
          {t("Reconnect")}
        </Button>
      }
    >
      {problem ?? lastError ?? t("{email} needs to be reconnected.", { email })}
    </Alert>
  );
}
