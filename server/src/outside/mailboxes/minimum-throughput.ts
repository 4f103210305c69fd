import { MailboxError } from "./mailbox.ts";

/** How slow a server may be: in each stretch of time it must send so much for each second of it. */
export type Pace = { stretchMs: number; bytesPerSecond: number };

/** A modem was faster. A server that thinks for longer has thought of the answer when it is asked again. */
export const defaultPace: Pace = { stretchMs: 90_000, bytesPerSecond: 1024 };

/**
 * Ends work whose server only trickles: a sync takes one of few places, and a byte a second would keep it for weeks.
 * `received` is a count that only grows; `abort` makes the work fail.
 */
export async function keepingPace<T>(
  { stretchMs, bytesPerSecond }: Pace,
  received: () => number,
  abort: () => void,
  work: Promise<T>,
): Promise<T> {
  let before = received();
  const slow = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    const now = received();
    if (now - before < (stretchMs / 1000) * bytesPerSecond) {
      slow.reject(new MailboxError("timeout", "The server is too slow to be read."));
      abort();
    }
    before = now;
  }, stretchMs);
  // Aborting makes `work` fail as well; by then being slow is the answer.
  work.catch(() => undefined);
  return Promise.race([work, slow.promise]).finally(() => clearInterval(timer));
}
