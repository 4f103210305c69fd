/** Live events of the server. Hidden tabs disconnect. */
import { useEffect, useEffectEvent } from "react";
import { currentSession, watchSession } from "../session/session.ts";
import { canShareStream, followLive } from "./live-stream.ts";

type Handler = (data: unknown) => void;
const handlers = new Map<string, Set<Handler>>();

/** A tab that is hidden for less than this stays connected. Without a shared stream it disconnects at once. */
const hiddenGraceMs = 30_000;

/** Calls `handle` for every event of this kind, with its data, while the component is shown. */
export function useLiveEvent(kind: string, handle: Handler) {
  const handleLatest = useEffectEvent(handle);
  useEffect(() => {
    const handler: Handler = (data) => handleLatest(data);
    const set = handlers.get(kind) ?? new Set();
    handlers.set(kind, set.add(handler));
    return () => void set.delete(handler);
  }, [kind]);
}

/** Keeps the app connected; `onGap` is called if events may have been missed. Used once, around the signed-in pages. */
export function useLiveConnection(onGap: () => void) {
  const handleGap = useEffectEvent(onGap);
  useEffect(() => keepConnected(() => handleGap()), []);
}

/** Connects while the page is visible and a user is signed in. Returns a function that stops it. */
function keepConnected(onGap: () => void) {
  let connection: { account: string; end: AbortController } | null = null;
  let disconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let hasConnected = false;

  const disconnect = () => {
    clearTimeout(disconnectTimer);
    connection?.end.abort();
    connection = null;
  };
  const connect = () => {
    clearTimeout(disconnectTimer);
    const account = currentSession()?.user._id;
    if (account === connection?.account) return;
    disconnect();
    if (!account) return;
    const end = new AbortController();
    connection = { account, end };
    if (hasConnected) onGap();
    hasConnected = true;
    void followLive({ account, signal: end.signal, onEvent: dispatch, onGap });
  };
  const follow = () => {
    clearTimeout(disconnectTimer);
    if (document.visibilityState === "visible") connect();
    else disconnectTimer = setTimeout(disconnect, canShareStream() ? hiddenGraceMs : 0);
  };
  const unwatch = watchSession(() => {
    if (connection?.account === currentSession()?.user._id) return;
    disconnect();
    follow();
  });
  follow();
  const hear = new AbortController();
  const { signal } = hear;
  document.addEventListener("visibilitychange", follow, { signal });
  // The back/forward cache keeps only pages without connections, and a frozen page must not hold the lock.
  addEventListener("pagehide", disconnect, { signal });
  document.addEventListener("freeze", disconnect, { signal });
  addEventListener("pageshow", follow, { signal });
  document.addEventListener("resume", follow, { signal });
  return () => {
    hear.abort();
    unwatch();
    disconnect();
  };
}

function dispatch({ event, data }: { event: string; data: string }) {
  let value: unknown = data;
  try {
    value = JSON.parse(data);
  } catch {
    // Not JSON: passed on as text.
  }
  for (const handler of handlers.get(event) ?? []) handler(value);
}
