/** Shows notifications, and opens their pages. The server has chosen the words, in the language of the device. */
import type { NotificationPayload } from "@intellibox/contract/rules/notifications";

declare const self: ServiceWorkerGlobalScope;

/** More are replaced by one with their number. */
const mostShown = 3;
const togetherTag = "together";
/** A page that does not answer by then shows no app, for example the login. */
const answerMs = 1_000;

type Shown = { path: string; count: number };
const countOf = ({ data }: Notification) => (data as Partial<Shown> | null)?.count ?? 0;

let last: Promise<void> = Promise.resolve();

/** One after the other: each looks at those that are shown. */
export function showNotification(payload: NotificationPayload): Promise<void> {
  last = last.catch(() => undefined).then(() => show(payload));
  return last;
}

async function show({ title, body, tag, path, count, many }: NotificationPayload) {
  const others = (await self.registration.getNotifications()).filter(
    (shown) => shown.tag !== tag && countOf(shown) > 0,
  );
  const look = { icon: "/icon-192.png", badge: "/icon-192.png" };
  const isTogether = count > 0 && (others.length >= mostShown || others.some((shown) => shown.tag === togetherTag));
  if (!isTogether) {
    await self.registration.showNotification(title, { ...look, body, tag, data: { path, count } satisfies Shown });
    return;
  }
  const all = others.reduce((sum, shown) => sum + countOf(shown), count);
  for (const shown of others) shown.close();
  await self.registration.showNotification(`${many}: ${all}`, {
    ...{ ...look, body: body ? `${title}: ${body}` : title, tag: togetherTag },
    data: { path: "/inbox", count: all } satisfies Shown,
  });
}

/** In a window that is open, without loading its page again: what is being written there stays. Otherwise in a new one. */
export async function openPath(path: string) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [open] = windows.toSorted((a, b) => rankOf(b) - rankOf(a));
  await open?.focus().catch(() => undefined);
  if (open && (await asks(open, path))) return;
  if (!(await open?.navigate(path).catch(() => null))) await self.clients.openWindow(path);
}

const rankOf = ({ focused, visibilityState }: WindowClient) => (focused ? 2 : visibilityState === "visible" ? 1 : 0);

/** True if the page goes there by itself. */
function asks(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerMs);
    page.postMessage({ kind: "open", path }, [port2]);
  });
}
