import type { MailboxSettings } from "@intellibox/contract/endpoints/mailbox-settings";
import { maxMailboxName } from "@intellibox/contract/rules/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useState } from "react";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

/** The name that recipients of mail from this mailbox see. */
export function FromName({ settings, ...props }: SettingProps & { settings: MailboxSettings }) {
  const { user } = useSignedIn();
  const { save, isBusy } = useSetting(props);
  const saved = settings.fromName ?? "";
  const [name, setName] = useState(saved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ fromName: name.trim() || null }, () => toast.success(t("Name saved"), screenToast));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-1.5" noValidate>
      <div className="flex items-end gap-3">
        <TextField
          label={t("From name")}
          className="max-w-sm min-w-0 flex-1"
          value={name}
          maxLength={maxMailboxName}
          placeholder={user.name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" size="field" busy={isBusy} disabled={name.trim() === saved}>
          {t("Save")}
        </Button>
      </div>
      <p className="text-xs text-text-3">
        {t("Recipients of mail from this mailbox see this name. Empty stands for your own name.")}
      </p>
    </form>
  );
}
