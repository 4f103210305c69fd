import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen } from "#lib/events.ts";

/** Asks again for what the server says has changed; a query's key begins with the kind of event that concerns it. */
export function useLiveUpdates() {
  const cache = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    void listen({
      signal: leaving.signal,
      onEvent: ({ event }) => void cache.invalidateQueries({ queryKey: [event] }),
      // Whatever happened meanwhile was not heard.
      onReconnect: () => void cache.invalidateQueries(),
    });
    return () => leaving.abort();
  }, [cache]);
}
