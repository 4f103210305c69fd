import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useId } from "react";
import { type ChosenSender, senderChoices, senderValue } from "#lib/mail/sender-choices.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { NativeSelect } from "#components/ui/native-select.tsx";

type FromFieldProps = {
  mailboxes: readonly ConnectedMailbox[] | undefined;
  value: ChosenSender;
  onChange: (sender: ChosenSender) => void;
};

/** Chooses the mailbox, or its alias, that sends the mail. */
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
      <NativeSelect
        id={id}
        options={choices}
        value={senderValue(value)}
        onChange={(chosen) => {
          const { mailboxId = "", alias = "" } = choices.find((choice) => choice.value === chosen) ?? {};
          onChange({ mailboxId, alias });
        }}
        className="min-w-0 max-w-full"
      />
    </div>
  );
}
