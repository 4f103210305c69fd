/** Sends changes of mail, or lets them wait for the network. The queue itself is loaded when the first change waits. */
import { isUnreached } from "#lib/http/api-error.ts";
import { waitingMark } from "#lib/offline/waiting-mark.ts";
import type { NewChange, Waiting } from "./waiting-changes.ts";

export const loadQueue = () => import("./waiting-changes.ts");

export const isWaiting = (answer: unknown): answer is Waiting =>
  typeof answer === "object" && answer !== null && "waiting" in answer;

let lastMoment = 0;
/** The time now, always later than the one before, so that changes of one millisecond keep their order. */
function nextMoment() {
  lastMoment = Math.max(Date.now(), lastMoment + 0.001);
  return lastMoment;
}

/** The answer of `send`. Without a network, and as long as earlier changes wait, the change waits after them. */
export async function sendOrWait<Answer>(change: NewChange, send: () => Promise<Answer>): Promise<Answer | Waiting> {
  const at = nextMoment();
  if (waitingMark.read()) {
    const waiting = await loadQueue()
      .then((queue) => queue.addBehindOthers(change, at))
      .catch(() => null);
    if (waiting) return waiting;
  }
  try {
    return await send();
  } catch (error) {
    if (!isUnreached(error)) throw error;
    // Without a database the change cannot wait.
    return loadQueue().then(
      (queue) => queue.addChange(change, at).catch(() => Promise.reject(error)),
      () => Promise.reject(error),
    );
  }
}
