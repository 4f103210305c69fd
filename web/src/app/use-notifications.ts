import { useEffect, useEffectEvent } from "react";
import { notifiedUser } from "#lib/push/notified-user.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";

/** Opens the page of a notification that was clicked, and keeps this browser's subscription up to date. */
export function useNotifications() {
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const open = useEffectEvent((path: string) => void navigate(path));

  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const hear = ({ data, ports }: MessageEvent) => {
      if (data?.kind !== "open" || typeof data.path !== "string" || !/^\/\w/.test(data.path)) return;
      ports[0]?.postMessage(true);
      open(data.path);
    };
    container?.addEventListener("message", hear);
    return () => container?.removeEventListener("message", hear);
  }, []);

  // Only if somebody has turned notifications on in this browser.
  useEffect(() => {
    if (notifiedUser.read())
      void import("#api/notification-device.ts").then((device) => device.renewDevice(user._id)).catch(() => undefined);
  }, [user._id]);
}
