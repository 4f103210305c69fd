import { noteReach, reachEvent } from "#lib/http/reach.ts";

export function watchReach(listener: () => void) {
  addEventListener(reachEvent, listener);
  return () => removeEventListener(reachEvent, listener);
}

addEventListener("offline", () => noteReach(false));
if (navigator.onLine === false) noteReach(false);
