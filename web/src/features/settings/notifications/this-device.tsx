import type { NotificationDevice } from "@intellibox/contract/endpoints/notifications";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Bell, BellOff, Send } from "lucide-react";
import type { PushState } from "#lib/push/browser-push.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { pushStateQuery, useTestNotification, useThisDevice } from "#api/notifications.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";

/** Why notifications cannot be turned on here. */
const reasons: Partial<Record<PushState, string>> = {
  unsupported: t("This browser cannot show notifications. Use a current version of Chrome, Edge, Firefox or Safari."),
  "needs-install": t(
    "On an iPhone or iPad, first add Intellibox to the Home Screen: tap Share, then Add to Home Screen. Open it from there, and turn notifications on.",
  ),
  blocked: t(
    "Notifications of this site are blocked in the browser. To allow them, click the symbol to the left of the address, choose the site's settings, set Notifications to Allow, and load this page again.",
  ),
};

type ThisDeviceProps = { publicKey: string; device: NotificationDevice | undefined };

/** Turns notifications on in this browser. The browser asks for the permission after the click, never before. */
export function ThisDevice({ publicKey, device }: ThisDeviceProps) {
  const { data: state } = useQuery(pushStateQuery);
  const { on, off } = useThisDevice();
  const test = useTestNotification();
  const isOn = state === "on" && device !== undefined;
  const reason = state && reasons[state];
  const failure = on.error?.message ?? off.error?.message;
  const sendTest = (id: string) =>
    test.mutate(id, {
      onSuccess: () => toast.success(t("The test is on its way. It comes within a few seconds."), screenToast),
    });
  return (
    <section aria-labelledby="this-device" className="flex flex-col gap-4">
      <h2 id="this-device" className="text-lg font-semibold">
        {t("This device")}
      </h2>
      {failure && <Alert kind="bad">{failure}</Alert>}
      {reason && <Alert kind={state === "blocked" ? "warn" : "info"}>{reason}</Alert>}
      {!reason && (
        <p className="text-base text-text-2" role="status">
          {isOn
            ? t("Notifications are on in this browser, until you sign out.")
            : t(
                "Get a notification of new mail, also if Intellibox is not open. The browser will ask you to allow it.",
              )}
        </p>
      )}
      {state && !reason && (
        <div className="flex flex-wrap gap-2">
          {isOn ? (
            <>
              <Button
                icon={<Send className="size-4" aria-hidden="true" />}
                busy={test.isPending}
                onClick={() => sendTest(device.id)}
              >
                {t("Send a test notification")}
              </Button>
              <Button
                icon={<BellOff className="size-4" aria-hidden="true" />}
                busy={off.isPending}
                onClick={() => off.mutate(device.id)}
              >
                {t("Turn off for this device")}
              </Button>
            </>
          ) : (
            <Button
              variant="primary"
              icon={<Bell className="size-4" aria-hidden="true" />}
              busy={on.isPending}
              busyLabel={t("Turning on…")}
              onClick={() => on.mutate(publicKey)}
            >
              {t("Turn on for this device")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
