import { useRef, useState } from "react";
import {
  type ComposeDraft,
  clearComposeDraft,
  composeDefaults,
  readComposeDraft,
  writeComposeDraft,
} from "#lib/compose-draft.ts";

/** The draft as it stands on the screen, written to the browser at every change: a crash loses nothing. */
export function useComposeDraft() {
  const [draft, setDraft] = useState(readComposeDraft);
  // What arrives while the page is busy (a letter, a draft, a spoken word) builds on the latest, not on the last painted.
  const latest = useRef(draft);
  const put = (next: ComposeDraft) => {
    latest.current = next;
    setDraft(next);
  };
  return {
    draft,
    latest: () => latest.current,
    change: (changes: Partial<ComposeDraft>) => {
      put({ ...latest.current, ...changes });
      writeComposeDraft(latest.current);
    },
    reset: () => {
      put(composeDefaults);
      clearComposeDraft();
    },
  };
}
