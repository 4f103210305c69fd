import { useRef, useState } from "react";
import { type ComposeDraft, composeDefaults, draftFrom } from "#lib/drafts/compose-draft.ts";
import type { DraftShelf } from "#lib/drafts/draft-shelf.ts";
import { useNavigate } from "#lib/router/router.tsx";

type LocalDraft = {
  start: () => ComposeDraft;
  onChange?: (draft: ComposeDraft) => void;
  onReset: () => void;
};

/** A draft that lives in the page only, beside Compose's own. */
export function useLocalDraft({ start, onChange, onReset }: LocalDraft) {
  const [draft, setDraft] = useState(start);
  const latest = useRef(draft);
  return {
    draft,
    latest: () => latest.current,
    other: null,
    change: (changes: Partial<ComposeDraft>) => {
      latest.current = { ...latest.current, ...changes };
      setDraft(latest.current);
      onChange?.(latest.current);
    },
    reset: onReset,
  };
}

type ShelvedDraft = {
  shelf: DraftShelf;
  /** Identifies the source of the draft. The shelf holds one at a time. */
  about: string;
  fresh: () => ComposeDraft;
  /** The page that Reset opens. */
  leaveTo: string;
};

/** A draft that was made from a message. It is kept in this browser only, so that a reload loses no words, and beside Compose's own draft. */
export function useShelvedDraft({ shelf, about, fresh, leaveTo }: ShelvedDraft) {
  const navigate = useNavigate();
  return useLocalDraft({
    start: () => {
      const kept = shelf.read();
      return kept?.about === about ? draftFrom(kept, fresh()) : fresh();
    },
    onChange: (draft) => shelf.write({ ...composeDefaults, ...draft, about }),
    onReset: () => {
      shelf.clear();
      void navigate(leaveTo);
    },
  });
}
