/**
 * What happens on the server while one looks on. One connection for each tab that is in sight: browsers allow six to
 * one server over HTTP/1.1, and forgotten tabs must not use them up.
 */
import { useEffect, useLayoutEffect, useRef } from "react";
import { listen } from "./events.ts";

type Handler = (data: unknown) => void;
const handlers = new Map<string, Set<Handler>>();

/** A tab that is only glanced away from keeps its connection. */
const hiddenGraceMs = 30_000;

/** Calls `handle` for every event of this kind, with its data, while the component is shown. */
export function useLiveEvent(kind: string, handle: Handler) {
  const latest = useRef(handle);
  useLayoutEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const handler: Handler = (data) => latest.current(data);
    const set = handlers.get(kind) ?? new Set();
    handlers.set(kind, set.add(handler));
    return () => void set.delete(handler);
  }, [kind]);
}

/** Keeps the connection; `onGap` is called when events may have been missed. The program does this once. */
export function useLiveConnection(onGap: () => void) {
  const latest = useRef(onGap);
  useLayoutEffect(() => {
    latest.current = onGap;
  });
  useEffect(() => {
    let connection: AbortController | null = null;
    let goodbye: ReturnType<typeof setTimeout> | undefined;
    let hasConnected = false;

    const connect = () => {
      clearTimeout(goodbye);
      if (connection) return;
      connection = new AbortController();
      if (hasConnected) latest.current();
      hasConnected = true;
      void listen({ signal: connection.signal, onEvent: tell, onReconnect: () => latest.current() });
    };
    const disconnect = () => {
      clearTimeout(goodbye);
      connection?.abort();
      connection = null;
    };
    const follow = () => {
      if (document.visibilityState === "visible") connect();
      else goodbye = setTimeout(disconnect, hiddenGraceMs);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      disconnect();
    };
  }, []);
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
