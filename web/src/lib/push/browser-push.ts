/** The browser's own part of notifications: permission and subscription. */

export type PushState =
  /** The browser has no push messages, or the page has no secure connection. */
  | "unsupported"
  /** Safari on a phone has them in an installed app only. */
  | "needs-install"
  | "blocked"
  | "off"
  | "on";

/** The parts of a subscription that the server needs. */
export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string };

const hasPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const isApplePhone = () => /iPhone|iPad/.test(navigator.userAgent);

export async function pushState(): Promise<PushState> {
  if (!hasPush()) return isApplePhone() ? "needs-install" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const found = Notification.permission === "granted" ? await currentSubscription() : null;
  return found ? "on" : "off";
}

/** The service worker is registered some time after the page, and never in a browser that refuses it. */
async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

async function currentSubscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks for the permission, so call it only after a click. Null if it was not given. */
export async function askAndSubscribe(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  return subscribe(publicKey);
}

/** Subscribes with the installation's key; with another one than before if that has changed. Never asks. */
export async function subscribe(publicKey: string): Promise<BrowserSubscription | null> {
  if (!hasPush() || Notification.permission !== "granted") return null;
  const { pushManager } = await registered();
  const known = await pushManager.getSubscription();
  const isCurrent = known && base64url(known.options.applicationServerKey) === publicKey;
  if (known && !isCurrent) await known.unsubscribe();
  const made = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return { endpoint: made.endpoint, p256dh: base64url(made.getKey("p256dh")), auth: base64url(made.getKey("auth")) };
}

/** Ends the subscription, and takes the notifications away that are shown. */
export async function unsubscribe() {
  if (!hasPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await currentSubscription())?.unsubscribe();
}

function base64url(bytes: ArrayBuffer | null): string {
  if (!bytes) return "";
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
