import { useSyncExternalStore } from "react";
import { textEntry } from "#lib/storage.ts";

const entry = textEntry("intellibox.dashboard.sample");
const listeners = new Set<() => void>();

/** Whether the user chose sample numbers. Remembered in this browser, for the user who chose it. */
export function useSampleChoice(userId: string): [boolean, (isSample: boolean) => void] {
  const isSample = useSyncExternalStore(watch, () => entry.read() === userId);
  const choose = (next: boolean) => {
    if (next) entry.write(userId);
    else entry.clear();
    for (const listener of listeners) listener();
  };
  return [isSample, choose];
}

function watch(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
