/** Polls the outcome of sent mail until it is final, also after the user has left the page. */
import { type MailOutcome, outcomeOf } from "#lib/mail/mail-outcome.ts";
import { mailOutcome } from "./outbox.ts";

const graceMs = 1_500;
/** The backoff between polls. After the last pause only the server's live events trigger a poll. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000];

const polls = new Set<() => void>();

/** Polls every mail without a final outcome at once. Called when the server says that the user's mail changed. */
export const pollMailOutcomes = () => {
  for (const poll of polls) poll();
};

/** Calls `onOutcome` whenever the outcome changes, until it is final. Returns a function that stops it. */
export function followMail(
  messageId: string,
  first: MailOutcome,
  onOutcome: (outcome: MailOutcome) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = JSON.stringify(first);
  let pollCount = 0;
  const pollNow = () => void poll();
  const stop = () => {
    clearTimeout(timer);
    polls.delete(pollNow);
  };
  const pollIn = (ms: number | undefined) => {
    clearTimeout(timer);
    if (ms !== undefined) timer = setTimeout(pollNow, ms);
  };
  const poll = async () => {
    const response = await mailOutcome(messageId).catch(() => null);
    // `stop` was called while the request was running.
    if (!polls.has(pollNow)) return;
    const outcome = response ? outcomeOf(response) : null;
    if (outcome && isFinal(outcome)) stop();
    else pollIn(pausesMs[pollCount++]);
    if (outcome && JSON.stringify(outcome) !== known) {
      known = JSON.stringify(outcome);
      onOutcome(outcome);
    }
  };
  if (isFinal(first)) return stop;
  polls.add(pollNow);
  if (first.state === "undoable") pollIn(Math.max(0, first.until.getTime() - Date.now()) + graceMs);
  // Scheduled mail is not polled: a live event announces when it is sent.
  else if (first.state !== "scheduled") pollIn(graceMs);
  return stop;
}

const isFinal = ({ state }: MailOutcome) => ["sent", "failed", "unconfirmed", "cancelled"].includes(state);
