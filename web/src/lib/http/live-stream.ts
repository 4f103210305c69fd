/**
 * One stream of live events for all tabs of a browser, because browsers allow six connections to one server over HTTP/1.1 and a
 * stream occupies one. The tab that holds a lock has the stream and broadcasts its events.
 */
import type { ServerEvent } from "@intellibox/contract/rules/event-reader";
import { listen } from "./events.ts";

type FollowOptions = {
  /** Only tabs of the same account share a stream. */
  account: string;
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  /** Called when events may have been missed. */
  onGap: () => void;
};

type Message = { event: ServerEvent } | { gap: true };

/** Both are missing outside a secure context (http on another machine's address) and in old browsers. */
export const canShareStream = () => Boolean(navigator.locks) && typeof BroadcastChannel === "function";

/** Follows the account's live events until the signal aborts, through the stream of this tab or of another one. */
export async function followLive({ account, signal, onEvent, onGap }: FollowOptions) {
  if (!canShareStream()) return listen({ signal, onEvent, onOpen: (isFirst) => void (isFirst || onGap()) });
  const name = `intellibox.live ${account}`;
  const channel = new BroadcastChannel(name);
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  // Closed at once, not when the stream has ended: an open channel or a lock keeps the page out of the back/forward cache.
  signal.addEventListener("abort", () => channel.close(), { once: true });
  channel.onmessage = ({ data }: MessageEvent<Message>) => ("gap" in data ? onGap() : onEvent(data.event));

  const broadcast = (message: Message) => void (signal.aborted || channel.postMessage(message));
  const lead = async (wasFollowing: boolean) => {
    const stream = listen({
      signal,
      onEvent(event) {
        broadcast({ event });
        onEvent(event);
      },
      onOpen(isFirst) {
        // Events since the end of the previous stream are lost.
        broadcast({ gap: true });
        if (wasFollowing || !isFirst) onGap();
      },
    });
    await Promise.race([stream, aborted]);
    return true;
  };
  const hasLed = await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null && lead(false));
  if (hasLed || signal.aborted) return;
  await navigator.locks
    .request(name, { signal }, () => lead(true))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}
