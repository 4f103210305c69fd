import { t } from "@intellibox/contract/text/t";
import { useEffect, useSyncExternalStore } from "react";
import { appUpdate, watchAppUpdate } from "#lib/app-update.ts";
import { toast } from "#lib/toast.ts";
import { ToastButton } from "#components/ui/toast-button.tsx";
import { AskMail } from "./ask-mail.tsx";
import { OfflineNotice } from "./offline/offline-notice.tsx";
import { useOffline } from "./offline/use-offline.ts";
import { StepUp } from "./step-up.tsx";
import { useNotifications } from "./use-notifications.ts";

/** Says on every page what happened in the background, and keeps mail for times without a network. Loaded after the page. */
export function AppNews() {
  useNewVersion();
  useOffline();
  useNotifications();
  return (
    <>
      <OfflineNotice />
      <AskMail />
      <StepUp />
    </>
  );
}

function useNewVersion() {
  const apply = useSyncExternalStore(watchAppUpdate, appUpdate);
  useEffect(() => {
    if (!apply) return;
    toast(
      <span className="flex items-start gap-2">
        <span className="min-w-0 flex-1">{t("A new version is ready.")}</span>
        <ToastButton onPress={apply}>{t("Reload")}</ToastButton>
      </span>,
      { id: "new version", duration: Number.POSITIVE_INFINITY },
    );
  }, [apply]);
}
