import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useResync } from "#api/mailbox-settings.ts";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import type { SettingProps } from "./use-setting.ts";

/** Reads the mailbox again from scratch, after it has said what that means. */
export function Resync({ mailbox: { id, email, type, isPaused }, onFailure }: SettingProps) {
  const [isAsking, setIsAsking] = useState(false);
  const resync = useResync();
  const begin = () => {
    onFailure(null);
    resync.mutate(id, {
      onSuccess: () => toast.success(t("{email} is being read again.", { email }), screenToast),
      onError: (error) => onFailure(`${email}: ${messageOf(error, t("The mailbox is not read again"))}`),
      onSettled: () => setIsAsking(false),
    });
  };
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-2 max-md:flex-col max-md:items-stretch">
      <div className="min-w-0">
        <p className="text-sm text-text">{t("Resync from scratch")}</p>
        <p className="text-xs text-text-3">
          {t("Compares all mail here with the server, if something is missing or wrong. It may take a while.")}
        </p>
      </div>
      <Button className="shrink-0" disabled={isPaused} onClick={() => setIsAsking(true)}>
        {t("Resync…")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("Resync {email} from scratch?", { email })}
          action={t("Resync")}
          busyAction={t("Starting…")}
          busy={resync.isPending}
          onConfirm={begin}
          onCancel={() => setIsAsking(false)}
        >
          {type === "pop3"
            ? t(
                "First, what you did here is uploaded. Then the server’s list is read again, and mail that is missing here is loaded. Mail that is here stays where it is. Mail that you deleted here for good comes back if the server still has it.",
              )
            : t(
                "First, what you did here is uploaded. Then all folders are read again: missing mail is loaded, and marks and folders become those of the server. Mail that the server has no more leaves the lists. Nothing is deleted on the server, and snoozes and follow-ups stay.",
              )}
        </Confirm>
      )}
    </div>
  );
}
