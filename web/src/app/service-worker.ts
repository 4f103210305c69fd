/** Registers the service worker, and offers a reload if it has downloaded a newer version. Loaded after the page. */
import { offerUpdate } from "#lib/app-update.ts";
import { eraseForeign } from "#lib/offline/database.ts";
import { notifiedUser } from "#lib/push/notified-user.ts";
import { hasSignedOut, watchSession } from "#lib/session/session.ts";

/** The browser itself looks for a newer worker when a page is opened, but a tab may stay open for weeks. */
const checkEveryMs = 60 * 60 * 1000;

const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;

void eraseForeign();

// After a session that has expired the subscription stays, for the same user's next sign-in. The server sends nothing meanwhile.
watchSession(() => {
  if (hasSignedOut() && notifiedUser.read())
    void import("#api/notification-device.ts").then((device) => device.turnOff()).catch(() => undefined);
});

/** Without a service worker (plain http, some private windows) the app works, but only online. */
if (container) void start(container).catch(() => undefined);

async function start(workers: ServiceWorkerContainer) {
  const registration = await workers.register("/sw.js", { updateViaCache: "none" });
  const follow = () => void replace(workers, registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", follow);
  });
  follow();
  setInterval(() => void registration.update().catch(() => undefined), checkEveryMs);
  // The page may be in another language than the one that the worker has kept.
  void workers.ready.then(({ active }) => active?.postMessage({ kind: "keep-language" }));
}

/** Replaces the active worker at once if this page already is of the waiting version, otherwise after the reader agreed. */
async function replace(workers: ServiceWorkerContainer, { waiting, active }: ServiceWorkerRegistration) {
  if (!waiting || !active) return;
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src") ?? "";
  if (await activate(waiting, script)) return;
  offerUpdate(() => {
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    void activate(waiting);
  });
}

/** True if the worker replaces the active one. With `onlyFor`, only if that script is of its version. */
function activate(worker: ServiceWorker, onlyFor?: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage({ kind: "activate", ...(onlyFor !== undefined && { onlyFor }) }, [port2]);
  });
}
