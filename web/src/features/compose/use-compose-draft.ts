import { composeDraftName } from "@intellibox/contract/endpoints/drafts";
import { useRef, useState } from "react";
import {
  type ComposeDraft,
  clearComposeDraft,
  composeDefaults,
  composeShelf,
  draftFrom,
  readComposeDraft,
  writeComposeDraft,
} from "#lib/drafts/compose-draft.ts";
import { useDraftKeeping } from "#state/use-draft-sync.ts";

/** The draft as it stands on the screen, written to the browser at every change: a crash loses nothing. */
export function useComposeDraft() {
  const [draft, setDraft] = useState(readComposeDraft);
  // What arrives while the page is busy (a letter, a draft, a spoken word) builds on the latest, not on the last painted.
  const latest = useRef(draft);
  const isBegun = useRef(composeShelf.read() !== null);
  const put = (next: ComposeDraft) => {
    latest.current = next;
    setDraft(next);
  };
  const keeping = useDraftKeeping({
    about: composeDraftName,
    shelf: composeShelf,
    read: () => (isBegun.current ? { ...latest.current, followsUp: latest.current.followsUp ?? null } : null),
    adopt: (found) => {
      isBegun.current = found !== null;
      const next = draftFrom(found ?? {}, composeDefaults);
      composeShelf.take(found && next);
      put(next);
    },
  });
  return {
    draft,
    latest: () => latest.current,
    /** What another device made of it, where both were changed. */
    other: keeping.other,
    change: (changes: Partial<ComposeDraft>) => {
      isBegun.current = true;
      put({ ...latest.current, ...changes });
      writeComposeDraft(latest.current);
      keeping.changed();
    },
    reset: () => {
      isBegun.current = false;
      put(composeDefaults);
      clearComposeDraft();
      keeping.changed();
    },
  };
}
