import { type MailboxColor, mailboxColors, maxMailboxName } from "@intellibox/contract/rules/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { ChoiceChips } from "#components/ui/segmented.tsx";
import { barOf } from "#features/inbox/mailbox-words.ts";
import { type SettingProps, useSetting } from "./use-setting.ts";

const colorNames: Record<MailboxColor, string> = {
  red: t("Red"),
  orange: t("Orange"),
  green: t("Green"),
  teal: t("Teal"),
  blue: t("Blue"),
  purple: t("Purple"),
  pink: t("Pink"),
  grey: t("Grey"),
};

/** The name and the colour by which its owner knows the mailbox. */
export function NameAndColor(props: SettingProps) {
  const { mailbox } = props;
  const { save, isBusy, pending } = useSetting(props);
  const [name, setName] = useState(mailbox.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ name: name.trim() }, () => toast.success(t("Name saved"), screenToast));
  };
  const dot = (color: MailboxColor | null) => (
    <span className={`size-3 rounded-full ${barOf({ ...mailbox, color })}`} aria-hidden="true" />
  );
  const choices = [
    { value: "", label: t("Of the provider"), icon: dot(null) },
    ...mailboxColors.map((value) => ({ value, label: colorNames[value], icon: dot(value) })),
  ];
  return (
    <>
      <form onSubmit={submit} className="flex items-end gap-3" noValidate>
        <TextField
          label={t("Mailbox name")}
          className="max-w-sm min-w-0 flex-1"
          value={name}
          maxLength={maxMailboxName}
          placeholder={mailbox.email}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" size="field" busy={isBusy} disabled={name.trim() === mailbox.name}>
          {t("Save")}
        </Button>
      </form>
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium text-text">{t("Colour")}</p>
        <ChoiceChips
          label={t("Colour")}
          choices={choices}
          value={(pending.color === undefined ? mailbox.color : pending.color) ?? ""}
          onChange={(value) => save({ color: mailboxColors.find((one) => one === value) ?? null })}
        />
      </div>
    </>
  );
}
