import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import type { KnownPeople } from "#lib/mail/matching-people.ts";
import { Button } from "../ui/button.tsx";
import { RecipientsField } from "./recipients-field.tsx";

export type MailRecipients = { to: string; cc?: string | undefined; bcc?: string | undefined };
type Copy = "cc" | "bcc";

type RecipientsProps = {
  value: MailRecipients;
  onChange: (changes: Partial<Record<keyof MailRecipients, string>>) => void;
  placeholder?: string;
  look?: "line" | "field";
  /** To takes the focus when it appears. */
  takesFocus?: boolean;
  people?: KnownPeople | undefined;
};

const names: Record<Copy, string> = { cc: t("Cc"), bcc: t("Bcc") };

/** To, Cc and Bcc. A copy field without addresses appears when its button is pressed. */
export function Recipients({
  value,
  onChange,
  placeholder,
  look = "line",
  takesFocus = false,
  people,
}: RecipientsProps) {
  const [opened, setOpened] = useState<readonly Copy[]>([]);
  const isShown = (copy: Copy) => opened.includes(copy) || Boolean(value[copy]);
  const hidden = (["cc", "bcc"] as const).filter((copy) => !isShown(copy));
  return (
    <>
      <RecipientsField
        label={t("To")}
        {...(placeholder !== undefined && { placeholder })}
        {...{ look, takesFocus, people }}
        value={value.to}
        onChange={(to) => onChange({ to })}
        end={hidden.map((copy) => (
          <Button
            key={copy}
            variant="ghost"
            size="sm"
            className="-my-0.5 !px-2 !font-normal text-text-3"
            aria-label={t("Add {name}", { name: names[copy] })}
            onClick={() => setOpened([...opened, copy])}
          >
            {names[copy]}
          </Button>
        ))}
      />
      {(["cc", "bcc"] as const).filter(isShown).map((copy) => (
        <RecipientsField
          key={copy}
          label={names[copy]}
          {...{ look, people }}
          takesFocus={opened.includes(copy)}
          value={value[copy] ?? ""}
          onChange={(text) => onChange({ [copy]: text })}
        />
      ))}
    </>
  );
}
