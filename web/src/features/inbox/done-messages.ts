/** The messages somebody is done with, as far as this browser knows: the newest 500 of whoever is signed in. */
import { useSyncExternalStore } from "react";
import { currentSession, watchSession } from "#lib/session/session.ts";
import { jsonEntry } from "#lib/storage.ts";

const most = 500;
type Kept = { owner: string; ids: string[] };
const ownerNow = () => currentSession()?.user._id ?? "";
const entry = jsonEntry<Kept>("intellibox.inbox.done", (found) => {
  const { owner, ids } = (found ?? {}) as Record<string, unknown>;
  return typeof owner === "string" && Array.isArray(ids) ? { owner, ids: ids.map(String) } : null;
});

const listeners = new Set<() => void>();
let known: { owner: string; ids: ReadonlySet<string> } | undefined;

/** The same set until it changes. */
export function doneMessages(): ReadonlySet<string> {
  const owner = ownerNow();
  if (known?.owner === owner) return known.ids;
  const kept = entry.read();
  known = { owner, ids: new Set(kept?.owner === owner ? kept.ids : []) };
  return known.ids;
}

export function setDone(id: string, isDone: boolean) {
  const rest = [...doneMessages()].filter((one) => one !== id);
  const ids = isDone ? [...rest, id].slice(-most) : rest;
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
