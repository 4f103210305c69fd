/** Sends changes of mail, or lets them wait for the network. The queue itself is loaded when the first change waits. */
import { isUnreached } from "#lib/http/api-error.ts";
import { waitingMark } from "#lib/offline/waiting-mark.ts";
import type { NewChange, Waiting } from "./waiting-changes.ts";

export const loadQueue = () => import("./waiting-changes.ts");

export const isWaiting = (answer: unknown): answer is Waiting =>
  typeof answer === "object" && answer !== null && "waiting" in answer;

/** The answer of `send`. Without a network, and as long as earlier changes wait, the change waits after them. */
export async function sendOrWait<Answer>(change: NewChange, send: () => Promise<Answer>): Promise<Answer | Waiting> {
  if (waitingMark.read()) {
    const waiting = await loadQueue()
      .then((queue) => queue.addBehindOthers(change))
      .catch(() => null);
    if (waiting) return waiting;
  }
  try {
    return await send();
  } catch (error) {
    if (!isUnreached(error)) throw error;
    // Without a database the change cannot wait.
    return loadQueue().then(
      (queue) => queue.addChange(change).catch(() => Promise.reject(error)),
      () => Promise.reject(error),
    );
  }
}
