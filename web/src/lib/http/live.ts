/** What happens on the server while one looks on. Tabs that nobody looks at do not take part. */
import { useEffect, useEffectEvent } from "react";
import { currentSession, watchSession } from "../session/session.ts";
import { canShareStream, followLive } from "./live-stream.ts";

type Handler = (data: unknown) => void;
const handlers = new Map<string, Set<Handler>>();

/** A tab that is only glanced away from goes on listening; where each tab needs a connection of its own, it does not. */
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

/** Keeps the connection; `onGap` is called when events may have been missed. The program does this once. */
export function useLiveConnection(onGap: () => void) {
  const handleGap = useEffectEvent(onGap);
  useEffect(() => keepConnected(() => handleGap()), []);
}

/** Connected while the page is shown to somebody who is signed in. Returns what ends it. */
function keepConnected(onGap: () => void) {
  let connection: { account: string; end: AbortController } | null = null;
  let goodbye: ReturnType<typeof setTimeout> | undefined;
  let hasConnected = false;

  const disconnect = () => {
    clearTimeout(goodbye);
    connection?.end.abort();
    connection = null;
  };
  const connect = () => {
    clearTimeout(goodbye);
    const account = currentSession()?.user._id;
    if (account === connection?.account) return;
    disconnect();
    if (!account) return;
    const end = new AbortController();
    connection = { account, end };
    if (hasConnected) onGap();
    hasConnected = true;
    void followLive({ account, signal: end.signal, onEvent: tell, onGap });
  };
  const follow = () => {
    clearTimeout(goodbye);
    if (document.visibilityState === "visible") connect();
    else goodbye = setTimeout(disconnect, canShareStream() ? hiddenGraceMs : 0);
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
  // A page that was left may be kept whole for the way back. Kept, it must hold no connection, and no lock that others wait for.
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

function tell({ event, data }: { event: string; data: string }) {
  let value: unknown = data;
  try {
    value = JSON.parse(data);
  } catch {
    // Events without JSON are passed on as the text they are.
  }
  for (const handler of handlers.get(event) ?? []) handler(value);
}
