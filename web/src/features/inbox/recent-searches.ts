import { currentSession } from "#lib/session/session.ts";
import { jsonEntry } from "#lib/storage.ts";

const maxKept = 6;

type StoredSearches = { owner: string; searches: string[] };
const entry = jsonEntry<StoredSearches>("intellibox.inbox.searches", (found) => {
  const { owner, searches } = (found ?? {}) as Partial<StoredSearches>;
  const isValid = typeof owner === "string" && Array.isArray(searches);
  return isValid ? { owner, searches: searches.filter((text) => typeof text === "string").slice(0, maxKept) } : null;
});

/** The signed-in user's searches. Another user of the same browser does not see them. */
export function recentSearches(): string[] {
  const found = entry.read();
  return found && found.owner === currentSession()?.user._id ? found.searches : [];
}

/** Adds a search on top; equal searches are kept once. */
export function rememberSearch(text: string) {
  const owner = currentSession()?.user._id;
  const words = text.trim();
  if (!owner || !words) return;
  entry.write({ owner, searches: withSearch(recentSearches(), words) });
}

export const withSearch = (searches: readonly string[], words: string) =>
  [words, ...searches.filter((earlier) => earlier.toLowerCase() !== words.toLowerCase())].slice(0, maxKept);

export const forgetSearches = () => entry.clear();
