import { currentSession } from "../session/session.ts";
import { jsonEntry } from "../storage.ts";

/** How far the server knows a draft: the version it was last in step with, and whether it was changed here since. */
export type DraftMark = { base: string | null; isChanged: boolean };
export type DraftShelf = ReturnType<typeof draftShelf>;

const unmarked: DraftMark = { base: null, isChanged: false };

/** A draft in this browser: there at once, whether or not the server can be reached. */
export function draftShelf(name: string, markName = `${name}.kept`) {
  const entry = jsonEntry<Record<string, unknown>>(name, own);
  const marks = jsonEntry<Record<string, unknown>>(markName, own);
  const owner = () => currentSession()?.user._id;

  const mark = (): DraftMark => {
    const found = marks.read();
    // One that was written before drafts were kept on the server has not been told to it.
    if (!found) return { ...unmarked, isChanged: entry.read() !== null };
    return { base: typeof found.base === "string" ? found.base : null, isChanged: found.isChanged === true };
  };
  const setMark = (next: DraftMark) => marks.write({ ...next, owner: owner(), at: Date.now() });
  const noteChange = () => {
    const { base, isChanged } = mark();
    if (!isChanged || !marks.read()) setMark({ base, isChanged: true });
  };
  return {
    /** What was kept, to be read field by field; null where nothing is, or somebody else's. */
    read: entry.read,
    mark,
    setMark,
    /** Something was written here. */
    write(draft: object) {
      noteChange();
      entry.write({ ...draft, owner: owner() });
    },
    /** The draft is done with. */
    clear() {
      noteChange();
      entry.clear();
    },
    /** The server's own is here now. */
    take: (draft: object | null) => (draft ? entry.write({ ...draft, owner: owner() }) : entry.clear()),
  };
}

/** On a shared computer the next person must not read what the last one left unsent. */
function own(found: unknown): Record<string, unknown> | null {
  if (!found || typeof found !== "object" || Array.isArray(found)) return null;
  const draft = found as Record<string, unknown>;
  const reader = currentSession()?.user._id;
  return draft.owner !== undefined && reader !== undefined && draft.owner !== reader ? null : draft;
}
