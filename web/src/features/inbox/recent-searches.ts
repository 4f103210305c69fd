import { currentSession } from "#lib/session/session.ts";
import { jsonEntry } from "#lib/storage.ts";

const kept = 6;

type Kept = { owner: string; searches: string[] };
const entry = jsonEntry<Kept>("intellibox.inbox.searches", (found) => {
  const { owner, searches } = (found ?? {}) as Partial<Kept>;
  const isOurs = typeof owner === "string" && Array.isArray(searches);
  return isOurs ? { owner, searches: searches.filter((text) => typeof text === "string").slice(0, kept) } : null;
});

/** On a shared computer the next person does not see what the last one looked for. */
export function recentSearches(): string[] {
  const found = entry.read();
  return found && found.owner === currentSession()?.user._id ? found.searches : [];
}

/** Puts a search on top; the same words are kept once. */
export function rememberSearch(text: string) {
  const owner = currentSession()?.user._id;
  const words = text.trim();
  if (!owner || !words) return;
  entry.write({ owner, searches: withSearch(recentSearches(), words) });
}

export const withSearch = (searches: readonly string[], words: string) =>
  [words, ...searches.filter((earlier) => earlier.toLowerCase() !== words.toLowerCase())].slice(0, kept);

export const forgetSearches = () => entry.clear();
