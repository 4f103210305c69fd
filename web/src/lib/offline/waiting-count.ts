/** How many changes of this user wait for the network. */
import { currentSession } from "../session/session.ts";
import { jsonEntry } from "../storage.ts";
import { waitingMark } from "./waiting-mark.ts";

/** `refused` of them are mails that the server refused, and that wait for their writer. */
type Counts = { all: number; refused: number };

const name = "intellibox.waiting";
const entry = jsonEntry<Counts & { owner: string }>(name, (found) => {
  const { owner, all, refused } = (found ?? {}) as Record<string, unknown>;
  const isValid = typeof owner === "string" && typeof all === "number" && typeof refused === "number";
  return isValid ? { owner, all, refused } : null;
});
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

const own = () => {
  const found = entry.read();
  return found && found.owner === currentSession()?.user._id ? found : { all: 0, refused: 0 };
};
export const waitingCount = () => own().all - own().refused;
export const refusedCount = () => own().refused;

export function setWaitingCount(owner: string, counts: Counts) {
  if (counts.all > 0) entry.write({ owner, ...counts });
  else waitingMark.clear();
  tell();
}

export function watchWaitingCount(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// Another tab queued or sent changes.
addEventListener("storage", ({ key }) => void (key === name && tell()));
