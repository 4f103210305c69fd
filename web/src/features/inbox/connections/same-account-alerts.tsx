import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { providerNames } from "#lib/mail/mailbox-name.ts";
import { Alert } from "#components/ui/alert.tsx";

/** Names accounts that an earlier version let be connected twice. */
export function SameAccountAlerts({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] }) {
  return mailboxes
    .filter(({ sameAs }) => sameAs !== null)
    .map(({ id, email, provider }) => (
      <Alert key={id} kind="info">
        {t(
          "{email} seems to be connected twice, so its mail appears twice in lists. If you do not need both, remove the {provider} one. Its mail stays on the server.",
          { email, provider: providerNames[provider] },
        )}
      </Alert>
    ));
}
