/**
 * One stream of live events for all tabs of a browser: browsers allow six connections to one server over HTTP/1.1, and a
 * stream holds its connection for as long as it lasts. The tab that holds a lock has the stream and passes on what it hears.
 */
import { listen, type ServerEvent } from "./events.ts";

type Following = {
  /** Tabs of different accounts share nothing. */
  account: string;
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  /** Called when events may have been missed. */
  onGap: () => void;
};

type Message = { event: ServerEvent } | { gap: true };

/** Both are absent outside of a secure context (plain http on another machine's address) or in old browsers. */
export const canShareStream = () => Boolean(navigator.locks) && typeof BroadcastChannel === "function";

/** Follows the account's live events until the signal aborts, by the stream of this tab or of another. */
export async function followLive({ account, signal, onEvent, onGap }: Following) {
  if (!canShareStream()) return listen({ signal, onEvent, onOpen: (isFirst) => void (isFirst || onGap()) });
  const name = `intellibox.live ${account}`;
  const channel = new BroadcastChannel(name);
  const told = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  // At once, not when the stream has ended: a page with an open channel or a lock is not kept for the way back.
  signal.addEventListener("abort", () => channel.close(), { once: true });
  channel.onmessage = ({ data }: MessageEvent<Message>) => ("gap" in data ? onGap() : onEvent(data.event));

  const tellOthers = (message: Message) => void (signal.aborted || channel.postMessage(message));
  const lead = async (wasFollowing: boolean) => {
    const stream = listen({
      signal,
      onEvent(event) {
        tellOthers({ event });
        onEvent(event);
      },
      onOpen(isFirst) {
        // Nobody heard what happened since the stream before this one ended.
        tellOthers({ gap: true });
        if (wasFollowing || !isFirst) onGap();
      },
    });
    await Promise.race([stream, told]);
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
