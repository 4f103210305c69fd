import { t } from "@intellibox/contract/text/t";
import { MailboxError } from "./mailbox.ts";

/** The minimum throughput of a server, measured over each period of `stretchMs`. */
export type Pace = { stretchMs: number; bytesPerSecond: number };

/** Slower than any modem. A server that needs longer to start an answer has often cached it by the next attempt. */
export const defaultPace: Pace = { stretchMs: 90_000, bytesPerSecond: 1024 };

/**
 * Aborts work if its server sends too slowly: a sync holds one of few slots, and a byte a second would hold it for weeks.
 * `received` returns the total of received bytes; `abort` makes the work reject.
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
      slow.reject(new MailboxError("timeout", t("The server is too slow to be read.")));
      abort();
    }
    before = now;
  }, stretchMs);
  // Aborting makes `work` reject too, after the timeout has been reported.
  work.catch(() => undefined);
  return Promise.race([work, slow.promise]).finally(() => clearInterval(timer));
}
