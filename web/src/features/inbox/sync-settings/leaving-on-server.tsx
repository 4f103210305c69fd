import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { Switch } from "#components/ui/checkbox.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

/** POP3: whether mail stays on the server. Removing it there asks first. */
export function LeavingOnServer({ isLeft, ...props }: SettingProps & { isLeft: boolean }) {
  const { save, isBusy, pending } = useSetting(props);
  const [isAsking, setIsAsking] = useState(false);
  const change = (leaveOnServer: boolean) => save({ leaveOnServer }, () => setIsAsking(false));
  return (
    <>
      <Switch
        label={t("Leave messages on the server")}
        hint={t("Off: mail is removed from the server after it was loaded, and Intellibox has the only copy.")}
        checked={pending.leaveOnServer ?? isLeft}
        disabled={isBusy}
        onChange={({ target }) => (target.checked ? change(true) : setIsAsking(true))}
      />
      {isAsking && (
        <Confirm
          title={t("Remove mail from the server?")}
          action={t("Remove")}
          busyAction={t("Removing…")}
          busy={isBusy}
          onConfirm={() => change(false)}
          onCancel={() => setIsAsking(false)}
        >
          {t(
            "All messages of {email} that are here are removed from its server with the next sync. Intellibox then has the only copy, and other mail programs do not find them any more.",
            { email: props.mailbox.email },
          )}
        </Confirm>
      )}
    </>
  );
}
