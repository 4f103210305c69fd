/** Which news a user has seen, kept in the browser: a hash of the newest release, for each user. */
import { useSyncExternalStore } from "react";
import { textEntry } from "#lib/storage.ts";
import { newsMark } from "virtual:news-mark";

const entryOf = (userId: string) => textEntry(`intellibox.news.${userId}`);
const listeners = new Set<() => void>();

/** True until the user has opened the page of news of this version. */
export const useHasNews = (userId: string) => useSyncExternalStore(watch, () => entryOf(userId).read() !== newsMark);

export function markNewsSeen(userId: string) {
  if (entryOf(userId).read() === newsMark) return;
  entryOf(userId).write(newsMark);
  for (const listener of listeners) listener();
}

function watch(listener: () => void) {
  listeners.add(listener);
  // Another tab may have shown the news.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
