import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { messageOf } from "#lib/http/api-error.ts";
import { type MailboxChanges, useUpdateMailbox } from "#api/mailbox-settings.ts";

/** `onFailure`: null when a new attempt makes the message of an earlier one untrue. */
export type SettingProps = { mailbox: ConnectedMailbox; onFailure: (message: string | null) => void };

/** Saves a setting of a mailbox at once. */
export function useSetting({ mailbox: { id, email }, onFailure }: SettingProps) {
  const update = useUpdateMailbox();
  return {
    isBusy: update.isPending,
    /** The changes that are being saved, which the controls show already. */
    pending: (update.isPending ? update.variables : {}) as MailboxChanges,
    save: (changes: MailboxChanges, onSaved?: () => void) => {
      onFailure(null);
      update.mutate(
        { id, ...changes },
        {
          onSuccess: () => onSaved?.(),
          onError: (error) => onFailure(`${email}: ${messageOf(error, t("The setting was not saved"))}`),
        },
      );
    },
  };
}
