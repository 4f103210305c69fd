import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { useGoConnect } from "./use-go-connect.ts";

/** Accounts whose provider has taken the permission back: nothing comes or goes until their owner gives it again. */
export function ReconnectAlerts({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] }) {
  return mailboxes
    .filter(({ needsReconnect }) => needsReconnect)
    .map((mailbox) => <ReconnectAlert key={mailbox.id} mailbox={mailbox} />);
}

function ReconnectAlert({ mailbox }: { mailbox: ConnectedMailbox }) {
  const { email, provider, lastError } = mailbox;
  const { go, busy, problem } = useGoConnect();
  const reconnect = () => go(provider === "outlook" ? "outlook" : "gmail");
  return (
    <Alert
      kind="warn"
      action={
        <Button size="sm" busy={busy !== null} aria-label={`Reconnect ${email}`} onClick={reconnect}>
          Reconnect
        </Button>
      }
    >
      {problem ?? lastError ?? `${email} needs to be reconnected.`}
    </Alert>
  );
}
