/** The messages that the signed-in user marked as done in this browser. Only the newest 500 are kept. */
import { useSyncExternalStore } from "react";
import { currentSession, watchSession } from "#lib/session/session.ts";
import { jsonEntry } from "#lib/storage.ts";

const maxKept = 500;
type StoredDone = { owner: string; ids: string[] };
const ownerNow = () => currentSession()?.user._id ?? "";
const entry = jsonEntry<StoredDone>("intellibox.inbox.done", (found) => {
  const { owner, ids } = (found ?? {}) as Record<string, unknown>;
  return typeof owner === "string" && Array.isArray(ids) ? { owner, ids: ids.map(String) } : null;
});

const listeners = new Set<() => void>();
let known: { owner: string; ids: ReadonlySet<string> } | undefined;

/** Returns the same set until it changes, as `useSyncExternalStore` requires. */
export function doneMessages(): ReadonlySet<string> {
  const owner = ownerNow();
  if (known?.owner === owner) return known.ids;
  const kept = entry.read();
  known = { owner, ids: new Set(kept?.owner === owner ? kept.ids : []) };
  return known.ids;
}

export function setDone(id: string, isDone: boolean) {
  const rest = [...doneMessages()].filter((one) => one !== id);
  const ids = isDone ? [...rest, id].slice(-maxKept) : rest;
  known = { owner: ownerNow(), ids: new Set(ids) };
  entry.write({ owner: known.owner, ids });
  for (const listener of listeners) listener();
}

export const useDoneMessages = () => useSyncExternalStore(watch, doneMessages);

function watch(listener: () => void) {
  listeners.add(listener);
  const stop = watchSession(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
