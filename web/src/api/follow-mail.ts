/** Asks what became of mail until that is known, also after its page was left. */
import { fateOf, type MailFate } from "#lib/mail/mail-outcome.ts";
import { mailOutcome } from "./outbox.ts";

const graceMs = 1_500;
/** After the last of these only the server's own events ask again. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000];

const asking = new Set<() => void>();

/** Something of one's own mail has changed: each mail whose end is not known is asked about at once. */
export const askAboutMail = () => {
  for (const ask of asking) ask();
};

/** Calls `onFate` whenever something new is known, until the end is. Returns what ends it before. */
export function followMail(messageId: string, first: MailFate, onFate: (fate: MailFate) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = JSON.stringify(first);
  let asked = 0;
  const askNow = () => void ask();
  const stop = () => {
    clearTimeout(timer);
    asking.delete(askNow);
  };
  const plan = (ms: number | undefined) => {
    clearTimeout(timer);
    if (ms !== undefined) timer = setTimeout(askNow, ms);
  };
  const ask = async () => {
    const outcome = await mailOutcome(messageId).catch(() => null);
    // Ended while the answer was on its way.
    if (!asking.has(askNow)) return;
    const fate = outcome ? fateOf(outcome) : null;
    if (fate && isEnd(fate)) stop();
    else plan(pausesMs[asked++]);
    if (fate && JSON.stringify(fate) !== known) {
      known = JSON.stringify(fate);
      onFate(fate);
    }
  };
  if (isEnd(first)) return stop;
  asking.add(askNow);
  if (first.state === "undoable") plan(Math.max(0, first.until.getTime() - Date.now()) + graceMs);
  // What is planned for tomorrow is told of by the server's events.
  else if (first.state !== "scheduled") plan(graceMs);
  return stop;
}

const isEnd = ({ state }: MailFate) => ["sent", "failed", "unconfirmed", "cancelled"].includes(state);
