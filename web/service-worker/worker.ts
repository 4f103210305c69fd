/** The service worker: keeps the files of the web app for use without a network. It never reads or keeps answers of the API. */
import type { NotificationPayload } from "@intellibox/contract/rules/notifications";
import { answerFile, answerPage, isKeptFile, keepApp, removeOtherVersions } from "./app-files.ts";
import { openPath, showNotification } from "./notifications.ts";

declare const self: ServiceWorkerGlobalScope;

/** A message from a page to the service worker. */
type PageMessage =
  | { kind: "keep-language" }
  /** Replaces the earlier version. A page that has the files of this version already needs no reload. */
  | { kind: "activate"; onlyFor?: string };

self.addEventListener("install", (event) => event.waitUntil(keepApp()));

self.addEventListener("activate", (event) => {
  const start = async () => {
    await removeOtherVersions();
    // The page's request is sent while the worker starts, so that the worker does not delay it.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(start());
});

self.addEventListener("message", (event) => {
  const message = event.data as PageMessage;
  if (message?.kind === "keep-language") event.waitUntil(keepApp().catch(() => undefined));
  if (message?.kind !== "activate") return;
  const isWanted = message.onlyFor === undefined || isKeptFile(message.onlyFor);
  event.ports[0]?.postMessage(isWanted);
  if (isWanted) event.waitUntil(self.skipWaiting());
});

self.addEventListener("push", (event) => {
  const payload = event.data?.json() as NotificationPayload | undefined;
  if (payload) event.waitUntil(showNotification(payload));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path ?? "/inbox"));
});

/** Paths of programs. Their answers belong to a person and are never kept. */
const programPath = /^\/(?:api|\.well-known)(?:\/|$)/;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || programPath.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(answerPage(request, event.preloadResponse));
  else if (pathname.startsWith("/assets/") || isKeptFile(pathname)) event.respondWith(answerFile(request));
});
