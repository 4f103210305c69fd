import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useId } from "react";
import { senderChoices } from "#lib/mail/sender-choices.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { NativeSelect } from "#components/ui/native-select.tsx";

type FromFieldProps = {
  mailboxes: readonly ConnectedMailbox[] | undefined;
  /** The mailbox that sends the mail; "" for the user's own address. */
  value: string;
  onChange: (mailboxId: string) => void;
};

/** Chooses the mailbox that sends the mail. */
export function FromField({ mailboxes, value, onChange }: FromFieldProps) {
  const id = useId();
  const { user } = useSignedIn();
  if (!mailboxes) return null;
  const choices = senderChoices(mailboxes, user.email, value);
  if (choices.length < 2) return null;
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-1.5 md:px-6">
      <label htmlFor={id} className="w-14 shrink-0 text-sm text-text-3">
        {t("From")}
      </label>
      <NativeSelect id={id} options={choices} value={value} onChange={onChange} className="min-w-0 max-w-full" />
    </div>
  );
}
