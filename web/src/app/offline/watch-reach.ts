import { noteReach, reachEvent } from "#lib/http/reach.ts";

export function watchReach(listener: () => void) {
  addEventListener(reachEvent, listener);
  return () => removeEventListener(reachEvent, listener);
}

/** Whether the device has a network. The server may be away nevertheless. */
export const hasNetwork = () => navigator.onLine;

export function watchNetwork(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

addEventListener("offline", () => noteReach(false));
if (navigator.onLine === false) noteReach(false);
