import { currentSession } from "../session/session.ts";
import { jsonEntry } from "../storage.ts";

/** The sync state of a draft: the version that the server had at the last sync, and whether it was changed here since. */
export type DraftMark = { base: string | null; isChanged: boolean };
export type DraftShelf = ReturnType<typeof draftShelf>;

const unmarked: DraftMark = { base: null, isChanged: false };

/** Stores a draft in this browser, so that it is available without the server. */
export function draftShelf(name: string, markName = `${name}.kept`) {
  const entry = jsonEntry<Record<string, unknown>>(name, own);
  const marks = jsonEntry<Record<string, unknown>>(markName, own);
  const owner = () => currentSession()?.user._id;

  const mark = (): DraftMark => {
    const found = marks.read();
    // A draft without a mark is from before drafts were synced, so the server does not have it.
    if (!found) return { ...unmarked, isChanged: entry.read() !== null };
    return { base: typeof found.base === "string" ? found.base : null, isChanged: found.isChanged === true };
  };
  const setMark = (next: DraftMark) => marks.write({ ...next, owner: owner(), at: Date.now() });
  const noteChange = () => {
    const { base, isChanged } = mark();
    if (!isChanged || !marks.read()) setMark({ base, isChanged: true });
  };
  return {
    /** The stored draft, unvalidated; null if there is none or it is another user's. */
    read: entry.read,
    mark,
    setMark,
    /** Saves a change that was made here. */
    write(draft: object) {
      noteChange();
      entry.write({ ...draft, owner: owner() });
    },
    /** Deletes the draft after it was sent or discarded. */
    clear() {
      noteChange();
      entry.clear();
    },
    /** Replaces the draft by that of the server, without marking it as changed. */
    take: (draft: object | null) => (draft ? entry.write({ ...draft, owner: owner() }) : entry.clear()),
  };
}

/** On a shared computer a user must not read the drafts of another. */
function own(found: unknown): Record<string, unknown> | null {
  if (!found || typeof found !== "object" || Array.isArray(found)) return null;
  const draft = found as Record<string, unknown>;
  const reader = currentSession()?.user._id;
  return draft.owner !== undefined && reader !== undefined && draft.owner !== reader ? null : draft;
}
