/** Turns notifications on and off in this browser. Loaded when somebody uses them. */
import { notifications } from "@intellibox/contract/endpoints/notifications";
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { call } from "#lib/http/api.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { askAndSubscribe, type BrowserSubscription, subscribe, unsubscribe } from "#lib/push/browser-push.ts";
import { notifiedUser } from "#lib/push/notified-user.ts";
import { currentSession } from "#lib/session/session.ts";

const add = (subscription: BrowserSubscription, publicKey: string) =>
  call(
    notifications.addDevice,
    { body: { ...subscription, publicKey, language: language() } },
    { fallback: t("Notifications could not be turned on.") },
  );

/** Call it after a click: the browser may ask the user. Null if the user did not allow it. */
export async function turnOn(publicKey: string) {
  const subscription = await askAndSubscribe(publicKey).catch(() => {
    throw new ApiError(t("The browser could not reach its push service. Check the network, and try again."));
  });
  if (!subscription) return null;
  const device = await add(subscription, publicKey);
  notifiedUser.write(currentSession()?.user._id ?? "");
  return device;
}

/** In this browser. The server's row is removed by its own call. */
export async function turnOff() {
  await unsubscribe();
  notifiedUser.clear();
}

/**
 * After a start or a sign-in: the subscription, the session or the language may be another than before. If another user signed in,
 * the one before gets nothing more here.
 */
export async function renewDevice(userId: string) {
  if (notifiedUser.read() !== userId) return turnOff();
  const { publicKey } = await call(notifications.get, {});
  const subscription = await subscribe(publicKey);
  // The permission was taken back.
  if (!subscription) return notifiedUser.clear();
  await add(subscription, publicKey);
}
